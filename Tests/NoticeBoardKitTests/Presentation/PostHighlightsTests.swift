import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardSearch
import Testing

@Suite("PostHighlights", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostMarksTests {
    private let post = Post(id: 1, title: "Mail and mail", writer: Writer(name: "Mailer"), contents: "no email")

    private func marked(_ post: Post, _ target: SearchTarget) -> [[String]] {
        let marks = PostHighlights(of: post, Highlighter("mail"), target: target)
        return [
            marks.title.map { String(post.title[$0]) }, marks.contents.map { String(post.contents[$0]) },
            marks.writer.map { String((post.writer?.name ?? "")[$0]) },
        ]
    }

    @Test("Highlights only the fields of the target") func fields() {
        #expect(marked(post, .all) == [["Mail", "mail"], ["mail"], ["Mail"]])
        #expect(marked(post, .title) == [["Mail", "mail"], [], []])
        #expect(marked(post, .contents) == [[], ["mail"], []])
        #expect(marked(post, .writer) == [[], [], ["Mail"]])
        #expect(PostHighlights(of: post, Highlighter("mail"), target: SearchTarget(rawValue: "tags")).isEmpty)
    }

    @Test("Never highlights or speaks the writer of an anonymous post") func anonymous() {
        let hidden = Post(id: 1, title: "a", writer: Writer(name: "Mailer"), isAnonymous: true)
        for target in SearchTarget.wellKnown {
            let marks = PostHighlights(of: hidden, Highlighter("mail"), target: target)
            #expect(marks.isEmpty)
            #expect(marks.spoken(in: .english) == nil)
        }
    }

    @Test("Speaks the highlights in both languages") func spoken() {
        let marks = PostHighlights(of: post, Highlighter("mail"), target: .all)
        #expect(marks.spoken(in: .english) == "Found: 2 in the title, 1 in the contents, 1 in the writer.")
        #expect(marks.spoken(in: .korean) == "검색어 일치: 제목 2곳, 내용 1곳, 작성자 1곳.")
        #expect(PostHighlights(of: post, Highlighter("없음"), target: .all).spoken(in: .korean) == nil)
    }
}
