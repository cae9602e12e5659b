import Foundation
import Testing

@testable import NoticeBoardKit

@Suite("Division of contents into blocks", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct BodyPartsTests {
    private typealias Block = PostBody.Block

    private func text(_ count: Int, _ unit: String = "a") -> String { String(repeating: unit, count: count) }
    private func sizes(_ contents: String) -> [Int] { PostBody(contents).blocks.map(\.text.utf8.count) }

    @Test("Treats text of only control, format or space characters as blank") func seen() {
        for text in ["a", " a", "\u{200B}가", "👍", "\u{301}", "\u{0}1"] { #expect(!text.isBlank) }
        for text in ["", " \n\t", "\u{0}\u{1B}", "\u{AD}", "\u{200E}", "\u{FEFF}", "\u{3000}"] {
            #expect(text.isBlank)
        }
    }

    @Test(
        "Divides plain text only at empty lines",
        arguments: [("a\nb\n \t\n\nc", ["a\nb", "c"]), ("\n\n a\n", ["a"])])
    func plain(contents: String, pieces: [String]) { #expect(PostBody(contents).blocks.map(\.text) == pieces) }

    @Test(
        "Limits blocks to 16,384 bytes without losing text",
        arguments: ["<p>", "", "<pre>"].flatMap { tag in ["a", "가", "메일 ", "&amp;", "a\n"].map { (tag, $0) } })
    func longPieces(tag: String, unit: String) {
        let contents = tag + text(60_000, unit)
        #expect(sizes(contents).allSatisfy { $0 <= 16_384 })
        let words = { (text: String) in text.filter { !$0.isWhitespace }.utf8.count }
        #expect(PostBody(contents).blocks.reduce(0) { $0 + words($1.text) } == words(PlainText.text(of: contents)))
    }

    @Test("Cuts contents after about a million bytes") func mostText() {
        let body = PostBody(text(200, "<p>" + text(10_000)))
        #expect(body.isCut)
        #expect(1_000_000...1_020_000 ~= body.blocks.reduce(0) { $0 + $1.text.utf8.count })
    }

    /// Returns the number of cells in each row.
    private func cellCounts(_ contents: String) -> [Int] {
        PostBody(contents).blocks.compactMap { if case .row(let cells) = $0.kind { cells.count } else { nil } }
    }

    @Test("A row has at most 1,000 cells, of which the last one holds the rest") func mostCells() {
        #expect(cellCounts("<table><tr>" + text(1_000, "<td>a")) == [1_000])
        #expect(cellCounts("<table><tr>" + text(5_000, "<td>") + "a") == [1_000])
        let body = PostBody("<table><tr>" + text(1_002, "<td>a"))
        #expect(body.blocks.map(\.text) == [text(1_001, "a ") + "a"])
    }

    @Test("Counts the enclosing quotations and lists of every kind of block") func depths() throws {
        let url = try #require(URL(string: "https://example.com/a"))
        let inside = "<hr><img src='https://example.com/a' alt=' 그\n림 '><pre> x</pre><h3>h</h3><table><tr><td>c</table>"
        let blocks = PostBody("<blockquote><ul><li>a<ol>" + inside + "</ol></ul>b</blockquote></blockquote>c").blocks
        let row = try #require(blocks.first { if case .row = $0.kind { true } else { false } })
        #expect(
            blocks == [
                Block(.item(number: nil), "a", quotes: 1, lists: 1), Block(.rule, quotes: 1, lists: 2),
                Block(.picture(url), "그 림", quotes: 1, lists: 2), Block(.code, " x", quotes: 1, lists: 2),
                Block(.heading(level: 3), "h", quotes: 1, lists: 2),
                Block(.row(cells: [row.text.startIndex..<row.text.endIndex]), "c", quotes: 1, lists: 2),
                Block(.paragraph, "b", quotes: 1), Block(.paragraph, "c"),
            ])
    }

    @Test(
        "Numbers items from the list's start attribute within 32 bits",
        arguments: [
            ("", [1, 2]), (" start=5", [5, 6]), (" start='-1'", [-1, 0]), (" start=2147483647", [2_147_483_647, 2_147_483_647]),
            (" start=2147483648", [1, 2]), (" start=''", [1, 2]), (" start=1.5", [1, 2]),
        ])
    func counting(attributes: String, numbers: [Int]) {
        let blocks = PostBody("<ol\(attributes)><li>a<p>b</p><li><hr>c</ol>").blocks
        let kinds: [PostBody.Block.Kind] = [.item(number: numbers[0]), .paragraph, .rule, .item(number: numbers[1])]
        #expect(blocks.map(\.kind) == kinds)
    }

    @Test("Closes one enclosing element per end tag") func ends() {
        let quotes = PostBody("a<blockquote>b<blockquote>c<blockquote>d</blockquote>e</blockquote>f</blockquote>g</blockquote>h")
            .blocks
        #expect(quotes.map(\.quotes) == [0, 1, 2, 3, 2, 1, 0])
        #expect(quotes.map(\.text) == ["a", "b", "c", "d", "e", "f", "gh"])
        let lists = PostBody("<p>a<ul>b<ol>c<ul>d</ul>e</ol>f</ul>g</ul>h").blocks
        #expect(lists.map(\.lists) == [0, 1, 2, 3, 2, 1, 0])
        let code = PostBody("<p>a  b<pre>c  d<pre>e  f</pre>g  h</pre>i  j</pre>k  l").blocks
        #expect(code.map(\.text) == ["a b", "c  d", "e  f", "g  h", "i jk l"])
        #expect(code.map { $0.kind == .code } == [false, true, true, true, false])
    }

    @Test("Ends a link at its end tag, the next link or the end of the contents") func links() {
        func links(_ html: String) -> [[String]] {
            PostBody(html).blocks.map { block in block.links.map { block.text[$0.range] + "→" + ($0.url.host ?? "") } }
        }
        #expect(links("<a href=http://x>1<a href=http://y>2</a>3</a>4") == [["1→x", "2→y"]])
        #expect(links("<a href=http://x> 1 <p>2 <hr>3") == [["1→x"], ["2→x"], [], ["3→x"]])
        #expect(links("<a href=http://x>1<a>2</a>3") == [["1→x"]])
        #expect(links("<p>a<a href=http://x> <b></b></a>b") == [[]])
        #expect(links("<p>가 <a href=http://x>나 다</a> 라") == [["나 다→x"]])
        #expect(links("<pre><a href=http://x> a\n</a>b</pre>") == [["a→x"]])
    }

    @Test("Accepts addresses of up to 8,192 characters") func longAddress() {
        let address = "https://example.com/" + text(8_172)
        #expect(PostBody("<a href='\(address)'>a</a>").blocks.first?.links.first?.url.absoluteString == address)
        #expect(PostBody("<a href='\(address)a'>a</a>").blocks.first?.links.isEmpty == true)
        #expect(PostBody("<a href=' \(address)\n'>a</a>").blocks.first?.links.count == 1)
    }
}
