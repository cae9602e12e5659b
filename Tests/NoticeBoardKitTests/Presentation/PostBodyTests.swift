import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("PostBody", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct PostBodyTests {
    private typealias Block = PostBody.Block

    private func blocks(_ html: String) -> [PostBody.Block] { PostBody(html).blocks }

    @Test("Divides HTML into paragraphs, headings, quotations, code and rules") func kinds() {
        let html = """
            <h1>제목</h1> <p>한 <b>줄</b>\n 두 칸</p><div>셋<br>넷</div>
            <blockquote>a<blockquote>b</blockquote></blockquote><hr>
            <pre>  let a = 1\n\n  b &lt; c<br>d\n</pre>끝<H6>h</H6>
            """
        #expect(
            blocks(html) == [
                Block(.heading(level: 1), "제목"), Block(.paragraph, "한 줄 두 칸"), Block(.paragraph, "셋\n넷"),
                Block(.paragraph, "a", quotes: 1), Block(.paragraph, "b", quotes: 2), Block(.rule),
                Block(.code, "  let a = 1\n\n  b < c\nd"), Block(.paragraph, "끝"), Block(.heading(level: 6), "h"),
            ])
    }

    @Test("Numbers the items of each list separately") func lists() {
        let html = """
            <ol start=3><li>a<ul><li>x<p>y</p></ul><li><p>b</p></ol><li>c</li><ol start=four><li>d</ol>
            """
        #expect(
            blocks(html) == [
                Block(.item(number: 3), "a", lists: 1), Block(.item(number: nil), "x", lists: 2),
                Block(.paragraph, "y", lists: 2),
                Block(.item(number: 4), "b", lists: 1), Block(.item(number: nil), "c"), Block(.item(number: 1), "d", lists: 1),
            ])
    }

    @Test("Puts the cells of a table row in one block") func tables() throws {
        let html = """
            <table><tr><th>이름</th><th> </th><th>값</th></tr>
            <tr><td><p>a</p><p>b</p></td><td>c<img src="https://example.com/a.png" alt="그림"></td></tr></table>d
            """
        let body = blocks(html)
        #expect(body.map(\.text) == ["이름 값", "a\nb\nc", "그림", "d"])
        func cells(_ block: PostBody.Block) -> [String] {
            guard case .row(let cells) = block.kind else { return [] }
            return cells.map { String(block.text[$0]) }
        }
        #expect(cells(body[0]) == ["이름", "", "값"])
        #expect(cells(body[1]) == ["a\nb", "c"])
        #expect(body[2].kind == .picture(try #require(URL(string: "https://example.com/a.png"))))
        #expect(body[3].kind == .paragraph)
    }

    @Test("Puts a picture between the surrounding words") func pictureInText() {
        let body = blocks("<p>앞<img src='https://example.com/a.png' alt=그림>뒤</p>")
        #expect(body.map(\.text) == ["앞", "그림", "뒤"])
    }

    @Test("Continues a row after a picture") func pictureInRow() {
        let body = blocks("<table><tr><td>a<td><img src='https://example.com/a.png' alt=그림>b<td>c</tr>")
        #expect(body.map(\.text) == ["a b c", "그림"])
    }

    @Test("Continues a link in the next paragraph") func links() {
        let html =
            "<p>보기: <a title='x' href='https://example.com/a?b=1&amp;c=가'> 여기 </a>, <a href=mailto:a@example.com>편지<p>함</a>"
        let shown = blocks(html).map { block in block.links.map { "\(block.text[$0.range])→\($0.url.absoluteString)" } }
        #expect(
            shown == [
                ["여기→https://example.com/a?b=1&c=%EA%B0%80", "편지→mailto:a@example.com"], ["함→mailto:a@example.com"],
            ])
    }

    @Test(
        "Drops links and pictures with unsafe or misleading addresses",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "&#106;avascript:alert(1)", " javascript:x",
            "data:text/html,x", "file:///etc/passwd", "vbscript:x", "/x", "x", "", "http:", "http:///x",
            "https://",
            "https://bank.example@evil.example/", "https://a:b@evil.example/", "mailto:", "blob:https://example.com/x",
            "https://:b@evil.example/", "https://exa mple.com/", "https://exa\u{7F}mple.com/", "java\u{1}script:x",
        ])
    func refused(address: String) {
        let body = blocks("<p><a href=\"\(address)\">말</a><img src=\"\(address)\" alt=그림></p>")
        #expect(body == [Block(.paragraph, "말")])
    }

    @Test("Reads an address as browsers do") func spaces() {
        let shown = blocks("<a href=\" \nhttps://exam\nple.com/a b.pdf\t\">말</a>").flatMap(\.links)
        #expect(shown.map(\.url.absoluteString) == ["https://example.com/a%20b.pdf"])
        #expect(blocks("<p>a<a href='https://example.com'> </a>b</p>") == [Block(.paragraph, "a b")], "a link has words")
        #expect(blocks("<img src='mailto:a@example.com' alt=그림>").isEmpty)
        let long = "https://example.com/" + String(repeating: "a", count: 9_000)
        #expect(blocks("<a href='\(long)'>말</a>") == [Block(.paragraph, "말")])
    }

    @Test("Creates no block for invisible text", arguments: ["", "<p>", "<table><tr><td>"])
    func unseen(tag: String) {
        for text in ["\u{200B}", "\u{202E}\u{2066}", "&#8203;&nbsp;", "\u{FEFF}\u{0}\u{1B}", "\u{AD}\u{2060}\n \u{3164}"] {
            #expect(blocks(tag + text).isEmpty)
            #expect(PostContent(tag + text).isEmpty)
            #expect(blocks(tag + text + "가").count == 1)
            #expect(blocks(tag + text + "👍").count == 1)
        }
    }

    @Test("Ends deeply nested lists and code blocks at their end tags") func depths() {
        let html = String(repeating: "<ol>", count: 40) + "<li>a" + String(repeating: "</ol>", count: 8) + "<li>b"
        #expect(
            blocks(html) == [Block(.item(number: 1), "a", lists: 40), Block(.item(number: 1), "b", lists: 32)])
        #expect(
            blocks("<pre>a<pre>b</pre>  c</pre>d") == [
                Block(.code, "a"), Block(.code, "b"), Block(.code, "  c"), Block(.paragraph, "d"),
            ])
    }

    @Test("Shows an unknown tag as text, no script, style or comment") func hidden() {
        let html = "<style>a</style><script>document.write('<p>x</p>')</script><p onclick='x()'>a<!-- <p>b --><김민수></p>"
        #expect(blocks(html) == [Block(.paragraph, "a<김민수>")])
        #expect(blocks("").isEmpty)
        #expect(blocks("<p> &nbsp; </p><img><ul></ul>").isEmpty)
    }

    @Test("Keeps the line breaks of plain text between empty lines") func plain() {
        #expect(blocks("한 줄\n  두 줄\r\n\r\n \nR&amp;D <3\n") == [Block(.paragraph, "한 줄\n  두 줄"), Block(.paragraph, "R&D <3")])
    }

    @Test(
        "Reads thousands of unclosed or unopened tags",
        arguments: ["blockquote", "ul", "ol", "li", "table", "tr", "td", "pre", "h1", "a href='https://example.com'", "div", "b"])
    func deep(tag: String) throws {
        // Recursion this deep would overflow the stack.
        let opened = PostBody(String(repeating: "<\(tag)>", count: 15_000) + "끝")
        #expect(opened.blocks.map(\.text) == ["끝"], "\(tag)")
        let name = try #require(tag.split(separator: " ").first)
        let closed = PostBody(String(repeating: "</\(name)>", count: 15_000) + "<p>끝</p>")
        #expect(closed.blocks == [Block(.paragraph, "끝")])
    }

    @Test("Stops reading after the maximum number of blocks") func limit() {
        let html = String(repeating: "<p>a</p>", count: 100)
        #expect(PostBody(html, limit: 99) == PostBody(blocks: Array(repeating: Block(.paragraph, "a"), count: 99), isCut: true))
        #expect(PostBody(html, limit: 100) == PostBody(blocks: Array(repeating: Block(.paragraph, "a"), count: 100)))
        #expect(PostBody(String(repeating: "a\n\n", count: 3), limit: 2).isCut)
    }

    @Test("Has the same words as the plain text of any HTML") func sameWords() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(600) {
            let pieces = [
                "<p>", "</p>", "<br>", "<b>", "</b>", "<li>", "<ul>", "</ul>", "<td>", "<tr>", "</tr>", "<blockquote>",
                "<a href=x>",
                "</a>", "<h2>", "</h2>", "&amp;", "&nbsp;", "메일", " ", "\n", "a", "<", "<!--x-->", "<script>x</script>", "👩‍👩‍👧",
                "e\u{301}",
            ]
            let html = "<i>" + (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }.joined()
            let words = { (text: String) in text.split(whereSeparator: \.isWhitespace).joined() }
            let body = PostBody(html)
            #expect(words(body.blocks.map(\.text).joined()) == words(PlainText.text(of: html)), "\(html), \(trials)")
            for block in body.blocks {
                #expect(!block.text.isEmpty)
                if case .row(let cells) = block.kind { for cell in cells { _ = block.text[cell] } }
            }
        }
    }

    @Test("Finds search hits in the text of its blocks") func marks() throws {
        let body = PostBody("<p>새 <b>메</b>일</p><p>mail</p><pre>메일 메일</pre>")
        #expect(body.blocks.map { Highlighter("메일").ranges(in: $0.text).count } == [1, 0, 2])
    }
}
