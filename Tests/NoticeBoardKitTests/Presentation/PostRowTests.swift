import Foundation
import NoticeBoardKit
import NoticeBoardScreens
import Testing

@Suite("PostRow", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostRowTests {
    private let post = Post(
        id: 7, title: "[Re] 서버 점검", writer: Writer(name: "김민수"), contents: "<p>자세한 내용은</p><p>첨부 &amp; 메일</p>",
        createdAt: Date(timeIntervalSince1970: 1_685_935_882), type: .reply, viewCount: 1234, commentCount: 3, attachmentCount: 1,
        isNew: true)
    private let now = Date(timeIntervalSince1970: 1_685_940_000)

    @Test("Contains everything that a list draws") func whole() {
        let row = PostRow(post, style: PostRowStyle(language: .korean, snippetLength: 12), now: now)
        #expect(row.id == 7)
        #expect(row.badgeText == "Re")
        #expect(row.title == "서버 점검")
        #expect(row.writer == "김민수")
        #expect(row.date == "23-06-05")
        #expect(row.viewCount == "1234")
        #expect(row.commentCount == 3)
        #expect(row.hasClip)
        #expect(row.isNew)
        #expect(row.snippet.text == "자세한 내용은 첨부 …")
        #expect(row.spoken == "답글, 새 글, 서버 점검, 김민수, 23-06-05, 조회 1234, 댓글 3개, 첨부 파일 1개")
    }

    @Test("Uses English for its texts and dates when set") func english() {
        let notice = Post(id: 1, title: "a", createdAt: now.addingTimeInterval(-86_400), type: .notice, isAnonymous: true)
        let date = PostDateFormat(language: .english, namesYesterday: true)
        let row = PostRow(notice, style: PostRowStyle(language: .english, date: date), now: now)
        #expect(row.badgeText == "Notice")
        #expect(row.writer == "Anonymous")
        #expect(row.date == "Yesterday")
        #expect(row.spoken == "Notice, a, Anonymous, Yesterday, 0 views")
        #expect(PostRowStyle(language: .english).date.language == .english)
    }

    @Test("Leaves out missing values") func least() {
        let row = PostRow(Post(id: 1, title: "a"), style: PostRowStyle(language: .korean))
        #expect(row.badgeText == nil)
        #expect(row.writer == "")
        #expect(row.date == "")
        #expect(!row.hasClip)
        #expect(!row.isNew)
        #expect(row.snippet.text == "")
        #expect(row.spoken == "a, 조회 0")
    }

    @Test("Shows a clip for the kinds that the style selects") func clip() {
        let (attached, drawn) = (Post(id: 1, title: "", attachmentCount: 2), Post(id: 2, title: "", hasInlineImage: true))
        func clips(_ style: PostRowStyle) -> [Bool] {
            [attached, drawn, Post(id: 3, title: "")].map { PostRow($0, style: style).hasClip }
        }
        #expect(clips(PostRowStyle()) == [true, false, false])
        #expect(clips(PostRowStyle(clipsAttachments: false, clipsPictures: true)) == [false, true, false])
        #expect(clips(PostRowStyle(clipsPictures: true)) == [true, true, false])
    }

    @Test("Removes half a million reply prefixes in linear time") func longTitle() {
        let title = String(repeating: "[Re]", count: 500_000) + "a"
        let start = ContinuousClock.now
        #expect(Post(id: 1, title: title, type: .reply).shownTitle == "a")
        // Quadratic time takes twenty seconds and more.
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test(
        "Removes the reply prefix from the title of a reply only",
        arguments: [
            ("[Re] a", "a"), ("[Re]a", "a"), ("[RE] [re]  a", "a"), ("a [Re] b", "a [Re] b"), ("[Re]", "[Re]"),
            ("[Re] ", "[Re] "), ("Re: a", "Re: a"),
            ("", ""), ("[Re] \u{1106}\u{1166}", "\u{1106}\u{1166}"),
        ])
    func titles(title: String, shown: String) {
        #expect(Post(id: 1, title: title, type: .reply).shownTitle == shown)
        #expect(Post(id: 1, title: title, type: .normal).shownTitle == title)
    }

    @Test("Hides an anonymous writer in texts, descriptions and dumps") func anonymous() {
        let writer = Writer(name: "planted", emailAddress: "planted@x", photo: "planted.png")
        let row = PostRow(
            Post(id: 1, title: "a", writer: writer, contents: "b", isAnonymous: true),
            style: PostRowStyle(language: .korean, snippetLength: 50))
        var dumped = ""
        dump(row, to: &dumped)
        for text in [row.writer, row.spoken, row.snippet.text, "\(row)", String(reflecting: row), dumped] {
            #expect(!text.contains("planted"))
        }
        #expect(row.writer == "익명")
        let named = PostRow(Post(id: 1, title: "a", writer: writer))
        #expect(named.writer == "planted")
        #expect(!"\(named)".contains("planted"))
    }

    @Test("Highlights only searched fields and never the placeholder for an anonymous writer") func marks() {
        func row(_ keyword: String, _ target: SearchTarget, length: Int = 50, of post: Post? = nil) -> PostRow {
            PostRow(
                post ?? self.post, style: PostRowStyle(language: .korean, snippetLength: length),
                highlighting: SearchHighlighting(Highlighter(keyword), target: target))
        }
        let title = row("서", .all)
        #expect(title.titleHighlights.map { title.title.distance(from: title.title.startIndex, to: $0.lowerBound) } == [0])
        for length in [0, 50] {
            let snippet = row("메일", .contents, length: length).snippet
            #expect(snippet.ranges.map { snippet.text[$0] } == ["메일"])
        }
        #expect(row("서버", .contents, length: 0).snippet.text.isEmpty)
        #expect(row("메일", .title, length: 0).snippet.text.isEmpty)
        let anonymous = Post(id: 1, title: "a", isAnonymous: true)
        for row in [row("p", .all), row("서버", .writer), row("익명", .writer, of: anonymous), PostRow(post)] {
            #expect(row.titleHighlights.isEmpty)
            #expect(row.snippet.ranges.isEmpty)
            #expect(row.writerHighlights.isEmpty)
        }
    }

    @Test("Speaks the search hits with the text around them") func found() {
        let post = Post(id: 1, title: "메일 안내", writer: Writer(name: "김민수"), contents: "<p>새 <b>메일</b></p>")
        func spoken(_ target: SearchTarget, _ language: Language = .korean) -> String {
            PostRow(
                post, style: PostRowStyle(language: language), highlighting: SearchHighlighting(Highlighter("메일"), target: target)
            ).spoken
        }
        #expect(spoken(.all) == "메일 안내, 김민수, 조회 0, 새 메일, 검색어 일치: 제목 1곳, 내용.")
        #expect(spoken(.title) == "메일 안내, 김민수, 조회 0, 검색어 일치: 제목 1곳.")
        #expect(spoken(.writer, .english) == "메일 안내, 김민수, 0 views")
    }

    @Test(
        "Speaks a single view, comment and attachment in the singular",
        arguments: [
            (1, "a, 1 view, 1 comment, 1 attachment"), (2, "a, 2 views, 2 comments, 2 attachments"), (0, "a, 0 views"),
        ])
    func numbers(_ count: Int, _ spoken: String) {
        let post = Post(id: 1, title: "a", viewCount: count, commentCount: count, attachmentCount: count)
        #expect(PostRow(post, style: PostRowStyle(language: .english)).spoken == spoken)
    }

    @Test(
        "Speaks a picture in the contents as a picture",
        arguments: [
            (PostRowStyle(language: .korean), 2, false, "a, 조회 0, 첨부 파일 2개"),
            (PostRowStyle(language: .korean), 0, true, "a, 조회 0"),
            (PostRowStyle(language: .korean, clipsAttachments: false, clipsPictures: true), 2, true, "a, 조회 0, 사진 있음"),
            (PostRowStyle(language: .korean, clipsPictures: true), 2, true, "a, 조회 0, 첨부 파일 2개, 사진 있음"),
            (PostRowStyle(language: .korean, clipsPictures: true), 0, true, "a, 조회 0, 사진 있음"),
        ])
    func clips(_ style: PostRowStyle, _ attachments: Int, _ hasPicture: Bool, _ spoken: String) {
        let post = Post(id: 1, title: "a", attachmentCount: attachments, hasInlineImage: hasPicture)
        #expect(PostRow(post, style: style).spoken == spoken)
    }

    @Test("Speaks no hit count for contents read only to the first hit") func manyHits() {
        let post = Post(id: 1, title: "a", contents: String(repeating: "메일을 받은 사람이 다시 보낸 ", count: 50))
        let row = PostRow(
            post, style: PostRowStyle(language: .english), highlighting: SearchHighlighting(Highlighter("메일"), target: .all))
        #expect(row.spoken.hasSuffix("Found: in the contents."))
    }

    @Test("Centers the snippet of long contents on the hit") func snippet() {
        let text = String(repeating: "앞에 있는 말 ", count: 200) + "<b>찾는</b> 말" + String(repeating: " 뒤에 있는 말", count: 200)
        let row = PostRow(Post(id: 1, title: "a", contents: text), highlighting: SearchHighlighting(Highlighter("찾는 말")))
        #expect(row.snippet.ranges.map { row.snippet.text[$0] } == ["찾는 말"])
        #expect(row.snippet.text.count < 90)
        #expect(row.snippet.isCutAtStart)
        #expect(row.snippet.isCutAtEnd)
    }

    @Test("Compares rows by their appearance") func equality() {
        let style = PostRowStyle(
            language: .korean, date: PostDateFormat(timeZone: PostDateFormat.korea, language: .korean, namesYesterday: true))
        let builder = PostRowBuilder(style: style, now: now)
        let row = builder.row(of: post)
        #expect(row == PostRowBuilder(style: style, now: now + 60).row(of: post))
        #expect(row != PostRowBuilder(style: style, now: now + 86_400).row(of: post))
        #expect(PostRow(post, now: now) == PostRow(post, now: now + 86_400), "plain dates do not depend on the day")
        #expect(row != builder.highlighting(SearchHighlighting(Highlighter("서"))).row(of: post))
        #expect(row != PostRowBuilder(style: PostRowStyle(language: .english), now: now).row(of: post))
        let old = Post(id: 8, title: "b", boardID: 1)
        var log = PostReadLog()
        log.markRead(8, in: 1)
        let looks = [PostReading(PostReadLog()), PostReading(log)].map { PostRowBuilder(style: style, now: now, reading: $0) }
        #expect(looks[0].row(of: old) != looks[1].row(of: old))
        #expect(looks[0].row(of: post) == looks[1].row(of: post))
        #expect(row != builder.row(of: Post(id: 7, title: "b")))
        #expect(row.hashValue == builder.row(of: Post(id: 7, title: "b")).hashValue)
    }

    @Test("Shows the contract's badge for notices and replies only") func badges() {
        func badge(_ type: PostType) -> String? {
            PostRow(Post(id: 1, title: "", type: type), style: PostRowStyle(language: .korean)).badgeText
        }
        #expect(badge(.notice) == "공지")
        #expect(badge(.reply) == "Re")
        for type in [PostType.normal, PostType(rawValue: "NOTICE"), PostType(rawValue: "")] { #expect(badge(type) == nil) }
    }

    @Test("Finds the matches in long contents once, however often a row is drawn") func once() {
        let contents = "<img src=\"data:,\(String(repeating: "A", count: 3_000_000))\">" + String(repeating: "말 ", count: 100_000)
        let row = PostRow(
            Post(id: 1, title: "찾는 말", contents: contents), highlighting: SearchHighlighting(Highlighter("찾는 말"), target: .all))
        let first = seconds { _ = row.snippet }
        let later = seconds { for _ in 0..<50 { _ = (row.snippet, row.titleHighlights, row.writerHighlights, row.spoken) } }
        #expect(later < first * 10)
    }

    private func seconds(_ work: () -> Void) -> Double {
        let start = TimeSource.system.now()
        work()
        return TimeSource.system.now() - start
    }
}
