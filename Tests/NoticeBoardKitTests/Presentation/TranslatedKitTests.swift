import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardSearch
import Testing

/// Checks that no text of the board service bypasses the app's translation.
@Suite("Translated texts of the board service", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TranslatedKitTests {
    /// Translates every phrase to its key in brackets.
    private let marked = Language("x-marked") { "[\($0.key)]" }

    @Test("Has a key for every text of an empty list", arguments: EmptyReason.allCases) func emptyText(_ text: EmptyReason) {
        #expect(text.text(in: marked) == "[empty.\(text.rawValue)]")
    }

    @Test("Has a key for every reason why a post disappears", arguments: PostPage.Disappearance.allCases) func notice(
        _ notice: PostPage.Disappearance
    ) {
        #expect(notice.text(in: marked) == "[page.\(notice.rawValue)]")
    }

    @Test("Has a key for every badge", arguments: [PostType.notice, .reply]) func badge(_ type: PostType) {
        let row = PostRow(Post(id: 1, title: "", type: type), style: PostRowStyle(language: marked))
        #expect(row.badgeText == "[badge.\(type.rawValue)]")
    }

    @Test("Has a key for every search target") func target() {
        #expect(SearchTarget.wellKnown.map { $0.label(in: marked) } == SearchTarget.wellKnown.map { "[target.\($0.rawValue)]" })
        #expect(SearchTarget(rawValue: "tag").label(in: marked) == "[target.tag]")
    }

    @Test("Speaks a row with translated words and the post's texts only") func spokenRow() {
        let post = Post(
            id: 1, title: "T", type: .reply, viewCount: 3, commentCount: 2, attachmentCount: 1, isNew: true, hasInlineImage: true,
            isAnonymous: true)
        let style = PostRowStyle(language: marked, clipsPictures: true)
        #expect(
            PostRow(post, style: style).spoken
                == "[row.reply], [row.new], T, [row.anonymous], [row.views], [row.comments], [row.attachments], [row.withPictures]"
        )
    }

    @Test("Speaks a board row with translated words and the board's name only") func spokenBoard() {
        let board = Board(id: 1, name: "B", isFavorite: true, hasNewPosts: true)
        #expect(BoardRow(board, in: marked).spoken == "B, [board.hasNew], [board.favorite]")
    }

    @Test("Translates a search row and the search field's placeholder as a whole") func search() {
        #expect(SearchRow(.title, keyword: "k", in: marked).spoken == "[search.target]")
        #expect(Board(id: 1, name: "B").searchPlaceholder(in: marked) == "[search.placeholder]")
    }

    @Test("Translates the name of yesterday") func yesterday() {
        let format = PostDateFormat(language: marked, namesYesterday: true)
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(format.text(now.addingTimeInterval(-86_400), now: now) == "[date.yesterday]")
    }

    @Test("Translates spoken highlights") func highlights() {
        let language = Language("x-parts") { phrase in "[\(phrase.words.first ?? phrase.key)]" }
        let post = Post(id: 1, title: "a", writer: Writer(name: "a"), contents: "a")
        let row = PostRow(post, style: PostRowStyle(language: language), highlighting: SearchHighlighting(Highlighter("a")))
        #expect(row.spoken.hasSuffix("[[found.title], [found.contents], [found.writer]]"))
    }
}
