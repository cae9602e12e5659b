import Foundation
import NoticeBoardKit
import Testing

@Suite("PostRow") struct PostRowTests {
    private let post = Post(
        id: 7, title: "[Re] 서버 점검", writer: Writer(name: "김민수"), contents: "<p>자세한 내용은</p><p>첨부 &amp; 메일</p>",
        createdAt: Date(timeIntervalSince1970: 1_685_935_882), type: .reply, viewCount: 1234, commentCount: 3, attachmentCount: 1,
        isNew: true)
    private let now = Date(timeIntervalSince1970: 1_685_940_000)

    @Test("A row has everything to draw") func whole() {
        let row = PostRow(post, style: PostRowStyle(language: .korean, snippetLength: 12), now: now)
        #expect(row.id == 7)
        #expect(row.badge == .reply && row.badgeText == "Re")
        #expect(row.title == "서버 점검")
        #expect(row.writer == "김민수")
        #expect(row.date == "23-06-05")
        #expect(row.viewCount == "1234")
        #expect(row.commentCount == 3)
        #expect(row.hasClip && row.isNew)
        #expect(row.snippet == "자세한 내용은 첨부 …")
        #expect(row.spoken == "답글, 새 글, 서버 점검, 김민수, 23-06-05, 조회 1234, 첨부 있음")
    }

    @Test("It speaks English too, and dates follow") func english() {
        let notice = Post(id: 1, title: "a", createdAt: now.addingTimeInterval(-86_400), type: .notice, isAnonymous: true)
        let date = PostDateFormat(language: .english, namesYesterday: true)
        let row = PostRow(notice, style: PostRowStyle(language: .english, date: date), now: now)
        #expect(row.badgeText == "Notice" && row.writer == "Anonymous" && row.date == "Yesterday")
        #expect(row.spoken == "Notice, a, Anonymous, Yesterday, 0 views")
        #expect(PostRowStyle(language: .english).date.language == .english)
    }

    @Test("Nothing is shown where there is nothing") func least() {
        let row = PostRow(Post(id: 1, title: "a"), style: PostRowStyle(language: .korean))
        #expect(row.badge == nil && row.badgeText == nil && row.writer == "" && row.date == "" && !row.hasClip && !row.isNew)
        #expect(row.snippet == "")
        #expect(row.spoken == "a, 조회 0")
    }

    @Test("What makes a clip is the app's choice") func clip() {
        let (attached, drawn) = (Post(id: 1, title: "", attachmentCount: 2), Post(id: 2, title: "", hasInlineImage: true))
        func clips(_ clip: PostRowStyle.Clip) -> [Bool] {
            [attached, drawn, Post(id: 3, title: "")].map { PostRow($0, style: PostRowStyle(clip: clip)).hasClip }
        }
        #expect(clips(.attachments) == [true, false, false])
        #expect(clips(.inlineImages) == [false, true, false])
        #expect(clips(.both) == [true, true, false])
    }

    @Test(
        "The title of a reply loses its marks, and no other title",
        arguments: [
            ("[Re] a", "a"), ("[Re]a", "a"), ("[RE] [re]  a", "a"), ("a [Re] b", "a [Re] b"), ("[Re]", "[Re]"),
            ("[Re] ", "[Re] "), ("Re: a", "Re: a"),
            ("", ""), ("[Re] \u{1106}\u{1166}", "\u{1106}\u{1166}"),
        ])
    func titles(title: String, shown: String) {
        #expect(Post(id: 1, title: title, type: .reply).shownTitle == shown)
        #expect(Post(id: 1, title: title, type: .normal).shownTitle == title)
    }

    @Test("Nothing of an anonymous writer is in a row, its speech, its description or its dump") func anonymous() {
        let writer = Writer(name: "planted", emailAddress: "planted@x", photo: "planted.png")
        let row = PostRow(
            Post(id: 1, title: "a", writer: writer, contents: "b", isAnonymous: true),
            style: PostRowStyle(language: .korean, snippetLength: 50))
        var dumped = ""
        dump(row, to: &dumped)
        for text in [row.writer, row.spoken, row.snippet, "\(row)", String(reflecting: row), dumped] {
            #expect(!text.contains("planted"))
        }
        #expect(row.writer == "익명")
        let named = PostRow(Post(id: 1, title: "a", writer: writer))
        #expect(named.writer == "planted" && !"\(named)".contains("planted"))
    }

    @Test("Marks lie in what the row shows, and never in 익명") func marks() {
        let row = PostRow(post, style: PostRowStyle(language: .korean, snippetLength: 50))
        let marks = PostMarks(of: row, Highlighter("서"), target: .all)
        #expect(marks.title.map { row.title.distance(from: row.title.startIndex, to: $0.lowerBound) } == [0])
        #expect(PostMarks(of: row, Highlighter("메일"), target: .contents).contents.map { String(row.snippet[$0]) } == ["메일"])
        #expect(PostMarks(of: row, Highlighter("p"), target: .all).isEmpty)
        let hidden = PostRow(Post(id: 1, title: "a", isAnonymous: true), style: PostRowStyle(language: .korean))
        #expect(PostMarks(of: hidden, Highlighter("익명"), target: .writer).isEmpty)
    }

    @Test("Every kind of post has the badge that the contract names, or none") func badges() {
        #expect(PostBadge(.notice)?.text(in: .korean) == "공지" && PostBadge(.reply)?.text(in: .korean) == "Re")
        for type in [PostType.normal, PostType(rawValue: "NOTICE"), PostType(rawValue: "")] { #expect(PostBadge(type) == nil) }
    }
}
