import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("HTML detection and visibility", .serialized, .onOwnThread, .trialLimit(minutes: 2)) struct HTMLRulesTests {
    @Test(
        "Detects HTML by its block tags, attributes, tag pairs, comments and doctype",
        arguments: [
            ("a\nb<p>", "a b"), ("a\nb<br>c", "a b\nc"), ("a\nb<img>", "a b"), ("a\nb</li>", "a b"),
            ("a\nb<a href=x>c", "a bc"), ("<html><head>a\nb", "a b"), ("a\nb<b>c</b>", "a bc"), ("a\nb<!-- c -->d", "a bd"),
            ("<!DOCTYPE x>a\nb", "a b"), ("a\nb<foo>c</foo>", "a bc"),
        ])
    func evidence(contents: String, text: String) { #expect(PlainText.text(of: contents) == text) }

    @Test(
        "Treats a single element name in plain text as words",
        arguments: [
            "see <b>\ntwo\nthree", "#include <map>\nint x;", "Set<Data> s;\nnext", "write <script> so\nnext", "<iframe> is bad",
            "<script> 태그는 쓰지 마세요.\n내일까지 수정 바랍니다.", "SELECT * FROM <table>\nWHERE a<>b", "cp <source> <dest>\ncd <dir>",
            "a <b and c> d\ne", "<div 는 태그의 시작입니다\n닫는 괄호 > 는 여기", "if a<b && c>d\n", "<!-- 끝이 없는\n주석",
            "<https://example.com/?a=1>\nb",
            "홍길동 <hong@example.com>\nList<String>", "x <!> y <!-> z\n", "</ x>\n<? y", "<김민수>\n<공지>",
        ])
    func words(contents: String) {
        let lines = contents.split(separator: "\n").joined(separator: "\n")
        #expect(PlainText.text(of: contents) == lines)
    }

    @Test(
        "Hides no text after an optional or unclosed tag",
        arguments: [
            ("<head><title>t</title><body><p>a", "a"), ("a<!-->b<p>c", "ab\nc"), ("a<!-- x --!>b<p>c", "ab\nc"),
            ("<p>a<!-- b<p>c", "a<!-- b\nc"), ("<p>a<script>b", "a<script>b"), ("<p>a<video>b", "ab"),
            ("<!doctype html><p>a<script>b", "a"),
        ])
    func unclosed(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test("Reads the tags after an unclosed comment and a broken quote") func commentAndQuote() {
        let text = PlainText.text(of: "<p>a</p><!-- <p title=\"b>c</p><p>d</p>")
        #expect(text == "a\n<!--\nc\nd")
    }

    @Test("A document type without an end hides no end of a tag before it") func openDocumentType() {
        #expect(PlainText.text(of: "a<b title=\"x>y</b> <!doctype <?xml ").hasPrefix("ay"))
    }

    @Test(
        "Recognizes an unknown tag only with an end tag or an attribute",
        arguments: [
            ("<p>a<oembed url=\"x\"></oembed>b", "ab"), ("<p><o:p></o:p>a<v:x a=1>b", "ab"),
            ("<p>List<String> a", "List<String> a"),
            ("<p>x<y>z", "x<y>z"), ("<p><hong@example.com>", "<hong@example.com>"), ("<p>a</q1>b", "a</q1>b"),
            ("<p>a<x/>b", "ab"),
        ])
    func unknown(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test(
        "Drops a tag cut off at the end",
        arguments: [
            "<", "<a", "<a ", "<a href", "<a href=", "<a href=\"", "<a href=\"https://e.example/l", "</", "</p", "<spa",
            "<p style='a:b",
        ])
    func cut(tag: String) {
        let shown = PlainText.text(of: "<p>a " + tag)
        #expect(shown == (tag == "<" || tag == "</" ? "a " + tag : "a"))
    }

    @Test(
        "Applies styles and attributes that hide, break or preserve lines",
        arguments: [
            ("<p style=\"display:none\">x</p>a", "a"), ("<p hidden>x<b>y</b></p>a", "a"),
            ("<p STYLE='Color:red; DISPLAY : None'>x<p>a", "a"),
            ("<span style='display:block'>a</span><span style='display:block'>b</span>", "a\nb"),
            ("<div style='white-space:pre-wrap'>a\n  b</div>", "a\n  b"), ("<pre style='white-space:normal'>a\n b</pre>", "a b"),
            ("<span style='display:none'>x<div>y</div></span>a<p>", "a"), ("<p>a<img hidden><br hidden>b", "ab"),
            ("<p hidden style='display:block'>a</p>b", "a\nb"), ("<p style='display:none !important;display:block'>x</p>a", "a"),
            ("<p style='display:none;display:block'>a</p>b", "a\nb"), ("<span hidden style='display:inline'>a</span>b<p>", "ab"),
            ("<dialog style='display:block'>a</dialog>b<p>", "a\nb"),
        ])
    func styles(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test(
        "Preserves lines in elements with preformatted text",
        arguments: [
            ("<pre>x\n  y</pre>z", "x\n  y\nz"), ("<pre>\nx\n</pre>", "x"), ("a<pre>\r\n\r\nb\r\nc</pre>", "a\n\nb\nc"),
            ("<xmp><b>a</b>&amp;\nb</xmp>c", "<b>a</b>&amp;\nb\nc"), ("<textarea>a &amp;\n<b></textarea>c", "a &\n<b>\nc"),
            ("<p>a</p><plaintext><b>c</b>", "a\n<b>c</b>"),
        ])
    func lines(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test(
        "Hides fallback content, titles and option lists",
        arguments: [
            "<video src=a>b <a href=c>d</a></video>", "<audio>b</audio>", "<canvas>b</canvas>",
            "<object data=x><p>b</p></object>",
            "<progress value=1>b</progress>", "<meter>b</meter>", "<title>b</title>", "<datalist><option>b</datalist>",
            "<dialog>b</dialog>", "<svg><text>b</text></svg>", "<template><p>b</p></template>",
            "<script><!-- <script>b</script> --></script>", "<noembed>b</noembed>",
        ])
    func hidden(html: String) { #expect(PlainText.text(of: "<p>a" + html) == "a") }

    @Test(
        "Decodes references without a semicolon except inside an address",
        arguments: [
            ("<p>a&nbspb &lt 3", "a b < 3"), ("&rarr; &frac13; &lbrace; &AMP;", "→ ⅓ { &"), ("&notit; &notin;", "¬it; ∉"),
            ("&NotEqualTilde; &Acy; &Gopf;", "≂̸ А 𝔾"), ("&copysr; &nosuchname; &ampx;", "℗ &nosuchname; &x;"),
            ("https://e.example/?a=1&copy=2&lt", "https://e.example/?a=1&copy=2&lt"),
            ("?a=1&copy=2", "?a=1&copy=2"), ("www.e.example/&amp;&reg", "www.e.example/&&reg"),
            ("&#65 &#x1F600 &#x00000000000041;", "A 😀 A"),
            ("&#99999999999999999999;&#0;&#xD800;&#27;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&bogus; &; &# &#x; AT&T", "&bogus; &; &# &#x; AT&T"),
            ("&#128;&#150;", "€–"), ("&OpenCurlyDoubleQuote;", "“"),
        ])
    func references(contents: String, text: String) { #expect(PlainText.text(of: contents) == text) }

    @Test("Keeps an attribute's reference without a semicolon before a letter or =") func attributeReferences() {
        let links = PostBody("<p><a href='https://e.example/?a=1&copy=2&amp;b=&lt'>a</a>").blocks.flatMap(\.links)
        #expect(links.map(\.url.absoluteString) == ["https://e.example/?a=1&copy=2&b=%3C"])
    }

    @Test(
        "Replaces line separators and spaces with one space in a line",
        arguments: ["\u{3000}", "\u{2028}", "\u{2029}", "\u{85}", "\u{2003}", "\u{A0}", "\n"])
    func oneLine(space: String) { #expect(PlainText.line(of: "a\(space)\(space)b") == "a b") }

    @Test(
        "Numbers items as their list defines",
        arguments: [
            ("<ol><li value=9>a<li>b</ol>", [9, 10]), ("<ol reversed><li>a<li>b</ol>", []),
            ("<ol reversed start=8><li>a<li>b</ol>", [8, 7]),
            ("<ol><li>a<ol reversed><li>b<li>c</ol><li>d</ol>", [1, 2]),
        ])
    func numbers(html: String, expected: [Int]) {
        let numbers = PostBody(html).blocks.compactMap { block -> Int? in
            if case .item(let number) = block.kind { number } else { nil }
        }
        #expect(numbers == expected)
    }

    @Test(
        "Keeps lists and code of a cell in its row",
        arguments: [("<ul><li>a<li>b</ul>", "a\nb"), ("<pre>a\n  b</pre>", "a\n  b"), ("<p>a</p><p>b</p>", "a\nb")])
    func cells(content: String, first: String) throws {
        let blocks = PostBody("<table><tr><td>\(content)<td>c</table>").blocks
        try #require(blocks.count == 1)
        guard case .row(let cells) = blocks[0].kind else {
            Issue.record("no row")
            return
        }
        #expect(cells.map { String(blocks[0].text[$0]) } == [first, "c"])
    }

    @Test("Keeps the headings and lists of a single-cell table") func frames() {
        let blocks = PostBody("<table><tr><td><h1>a</h1><ul><li>b</ul></td></tr></table>").blocks
        #expect(blocks.map(\.kind) == [.heading(level: 1), .item(number: nil)])
    }

    @Test(
        "Reads any repeated input in linear time",
        arguments: [
            "<", "<a", "<a ", "<a \"", "<a =\"' ='\"", "<a b=\">\"", "<!--", "<!a", "</p", "<script>", "<style><script>",
            "<script><!--", "&", "&lt",
            "&#", "<p>", "<zz>", "</zz>", "<zz a", "<i hidden>", "<table><td>", "<p style='", "<video>", "<li><ul>",
            "<ol reversed><li>", "<a href=x>",
            "<b hidden>", "<b><div></b>", "<dl><dt>", "<table><td><b hidden></table>", "<span><b></span>", "?&lt",
            "<select><option>", "<img src=data:", "<p>a<b c='>", "\n",
        ])
    func linear(unit: String) {
        // Without linear time this takes minutes.
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        #expect(PlainText.text(of: "<p>a" + text).utf8.count <= text.utf8.count + 2)
        #expect(PlainText.text(of: text + ">").utf8.count <= text.utf8.count + 1)
        #expect(PostBody("<p>a" + text).blocks.count <= 5_000)
    }

    @Test(
        "Reads elements nested in any number in linear time",
        arguments: [
            ("<span hidden>", "</span>"), ("<span>", "</span>"), ("<b hidden><div>", "</b>"),
            ("<div><b hidden></b><i>", "</div>"),
            ("<b><span hidden>", "</b>"), ("<table><td>", "</table>"), ("<dl><dd>", "</dl>"), ("<font><p>", "</font>"),
        ])
    func nested(begin: String, end: String) {
        let count = 100_000 / begin.utf8.count
        let html = String(repeating: begin, count: count) + "a" + String(repeating: end, count: count) + "<p>b"
        #expect(PlainText.text(of: html).hasSuffix("b"))
        #expect(PostBody(html).blocks.last?.text == "b")
    }

    @Test("Removes tags from a text with 30,000 different element names") func manyNames() {
        let html = "<p>" + (0..<30_000).map { "<x\($0)></x\($0)>" }.joined()
        #expect(PlainText.text(of: html).utf8.count < html.utf8.count)
    }
}
