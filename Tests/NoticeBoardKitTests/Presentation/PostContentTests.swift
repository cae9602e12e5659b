import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("What a post says", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct PostContentTests {
    private func marked(_ html: String, _ keyword: String = "메일") -> String {
        PostContent(html, marking: Highlighter(keyword)).markedHTML(open: { "[\($0):" }, close: "]")
    }

    @Test("Hits stand in their pieces, in order") func hits() {
        let content = PostContent("<h1>메일</h1><p>없음</p><p>새 메일, 메일</p>", marking: Highlighter("메일"))
        #expect(content.hits.map(\.block) == [0, 2, 2] && content.highlights(of: 1).isEmpty && content.highlights(of: 9).isEmpty)
        #expect(content.highlights(of: 2).map { content.body.blocks[2].text[$0] } == ["메일", "메일"])
        #expect(PostContent("메일").hits.isEmpty && PostContent("").isEmpty)
    }

    @Test("In HTML each hit is marked where it stands, in parts where tags divide it, and no tag or entity is broken")
    func html() {
        #expect(
            marked("<p title=\"메일\">메일 <b>메</b>일, <i>메<u>일</u></i></p>")
                == "<p title=\"메일\">[0:메일] <b>[1:메]</b>[1:일], <i>[2:메]<u>[2:일]</u></i></p>")
        #expect(marked("<p>R&amp;D &amp; R &amp;&nbsp;\n D</p>", "r&d") == "<p>[0:R&amp;D] &amp; R &amp;&nbsp;\n D</p>")
        #expect(marked("<p>a&lt;b</p>", "<") == "<p>a[0:&lt;]b</p>")
        #expect(marked("<p>a \n b</p>", "a b") == "<p>[0:a \n b]</p>")
        #expect(marked("<p>amp &amp amp</p>", "amp") == "<p>[0:amp] &amp [2:amp]</p>")
        #expect(PostContent("<p>메일", marking: Highlighter("메일")).markedHTML() == "<p><mark class=\"hit-0\">메일</mark>")
    }

    @Test(
        "Where a browser reads no text, nothing is marked",
        arguments: [
            "<script>메일</script>", "<style>메일</style>", "<!-- 메일 -->", "<textarea><b>메일</b></textarea>", "<title>메일</title>",
            "<foo title=\"메일\">", "<foo bar='>메일'>", "<p <b 메일", "<xmp>메일</xmp>", "<plaintext>메일<p>메일", "<!doctype 메일>",
            "<a =\"메일>", "</foo 메일>", "<a href=x/title=메일>", "<script><!--<script></script>메일--></script>", "<![CDATA[메일>",
            "</ 메일>", "</1 메일>", "<XMP>메일</XMP>", "<foo a =\"x>메일\">", "<svg><text>메일</text></svg>", "<svg a=b/>메일</svg>",
            "<xmp />메일</xmp>",
            "<!---><script>-->메일</script>", "<!--><script>-->메일</script>", "<!-- --!><script>-->메일</script>",
        ])
    func unmarked(html: String) { #expect(marked("<p>" + html) == "<p>" + html) }

    @Test(
        "Where a browser reads text again, it is marked again",
        arguments: ["<i a=x\">", "<!-- a --->", "<!---->", "<svg/>", "<math a='/'/>", "<SVG />", "<i =\"\">", "</i a='>'>"])
    func markedAgain(html: String) { #expect(marked("<p>" + html + "메일") == "<p>" + html + "[0:메일]") }

    @Test("A mark that would break what a browser takes for a tag is left out, also right behind another tag") func behindTag() {
        #expect(marked("<p><b>메<foo 일>", "메<foo") == "<p><b>메<foo 일>")
    }

    @Test("Contents are equal where they say the same with the same hits") func equality() {
        let marked = PostContent("<p>메일</p>", marking: Highlighter("메일"))
        #expect(marked == PostContent("<p>메일</p>", marking: Highlighter("메일")) && marked != PostContent("<p>메일</p>"))
        #expect(marked != PostContent("<p>메일</p>", marking: Highlighter("일")) && marked != PostContent("메일"))
    }

    @Test("Plain text becomes paragraphs of HTML in which nothing of it is HTML") func plain() {
        #expect(
            marked("a < 메일 & \"b\"\n메일\n\n<x>", "메일") == "<p>a &lt; [0:메일] &amp; &quot;b&quot;<br>[1:메일]</p><p>&lt;x&gt;</p>")
    }

    @Test("Without its marks it is the HTML that the server sent, and it says the same") func same() {
        let trials = RandomTrials()
        var random = trials.random
        let pieces = [
            "<p>", "</p>", "<b>", "</b>", "<br>", "<td>", "<tr>", "<pre>", "</pre>", "<li>", "<a href='메일'>", "</a>", "&amp;",
            "&#47700;",
            "메일", "메", "일", " ", "\n", "<", ">", "\"", "=", "<!--", "-->", "<x", "<script>", "</script>", "<textarea>", "&nbsp;",
            "👩‍👩‍👧", "é",
        ]
        for _ in 0..<trials.count(300) {
            let html = (0..<random.below(20)).map { _ in pieces[random.below(pieces.count)] }.joined()
            let content = PostContent("<p>" + html, marking: Highlighter(["메일", "일", "메", "é"][random.below(4)]))
            let marked = content.markedHTML(open: { "<mark id=\"\($0)\">" })
            var (bare, rest) = ("", marked[...])
            while let start = rest.range(of: "<mark id=\"") {
                bare += rest[..<start.lowerBound]
                rest = rest[start.upperBound...].drop { $0 != ">" }.dropFirst()
            }
            bare = (bare + rest).replacingOccurrences(of: "</mark>", with: "")
            #expect(bare.utf8.elementsEqual(("<p>" + html).utf8), "\(html)")
            #expect(PostBody(marked) == content.body, "\(html)")
        }
    }

    @Test(
        "However much there is of anything, it is divided and takes linear time",
        arguments: [
            "<p>메일</p>", "메일 ", "메", "<b>", "<b ", "<p title=\"", "<!--", "<!---->", "&amp;", "<script>", "</script>",
            "<textarea>", "<td>메",
            "<a href=\"https://example.com\">메", "<blockquote><li>", "\n\n", "메\n", "<", "&", "</", "\u{202E}",
        ])
    func large(piece: String) {
        let contents = "<p>메일</p>" + String(repeating: piece, count: 60_000 / piece.utf8.count)
        let content = PostContent(contents, marking: Highlighter("메"))
        #expect(!content.isEmpty && content.hits.count <= 10_000)
        #expect(content.body.blocks.reduce(0) { $0 + $1.text.utf8.count } < 2_100_000)
        #expect(PlainText.line(of: contents, limit: 20).count <= 20)
    }

    @Test(
        "Marking much of anything takes linear time",
        arguments: ["<!---->", "<script>", "<!--", "&amp", "<p>메", "<x ", "</x", "</"])
    func largeHTML(piece: String) {
        let contents = "<p>메" + String(repeating: piece, count: 60_000 / piece.utf8.count)
        #expect(PostContent(contents, marking: Highlighter("메")).markedHTML().hasPrefix("<p><mark class=\"hit-0\">메</mark>"))
    }

    @Test("Of megabytes the beginning is shown, and said to be no more than that") func megabytes() {
        let contents = String(repeating: "<p>메일</p>", count: 3_000_000 / 13)
        let content = PostContent(contents, marking: Highlighter("메일"))
        #expect(content.body.isCut && content.body.blocks.count == 5_000 && content.hits.count == 5_000)
        #expect(PlainText.line(of: contents, limit: 6) == "메일 메일…")
        #expect(PostPage.State(Post(id: 1, title: "가"), content: content).cutText?.isEmpty == false)
    }

    @Test("What is wanted whole is read a faster way, to the same end") func lane() {
        let trials = RandomTrials()
        var random = trials.random
        let pieces = [
            "<p>", "</P>", "<br>", "<br/>", "<td>", "<b class=x>", "<script>", "</script>", "<!-- x -->", "<!", "<x>", "<", "</",
            ">", "&", "&amp;",
            "&nbsp;", "&#32;", "&emsp;", "&Agrave;", "&unknown;", "&lt", "\u{A0}", "\u{C2}", "é", "메일", "a", " ", "\n", "\t\r\n",
            "👩‍👩‍👧", "\u{0}",
        ]
        for _ in 0..<trials.count(300) {
            let html = (0..<random.below(24)).map { _ in pieces[random.below(pieces.count)] }.joined()
            #expect(PlainText.text(of: html) == PlainText.text(of: html, limit: 1 << 20), "\(html)")
            #expect(PlainText.line(of: html) == PlainText.line(of: html, limit: 1 << 20), "\(html)")
        }
    }

    @Test("A line of plain text without an end is divided, at words where there are any") func division() {
        let words = PostContent(String(repeating: "메일 ", count: 20_000)).body.blocks
        #expect(words.count > 5 && words.allSatisfy { $0.text.utf8.count <= 16_384 && $0.text.hasPrefix("메") })
        let one = PostContent("<p>" + String(repeating: "메", count: 20_000)).body.blocks
        #expect(one.map(\.text).joined() == String(repeating: "메", count: 20_000) && one.count > 2)
        let line = String(repeating: "메", count: 20_000)
        let mixed = PostContent("앞\n" + line + "\n뒤\n\n끝").body.blocks.map(\.text)
        #expect(mixed.first == "앞" && mixed.dropFirst().dropLast().joined() == line + "\n뒤" && mixed.last == "끝")
    }

    @Test("Lines without an empty one between them, and entities without an end, are divided as well") func manyLines() {
        let line = "메일이 한 줄에 하나씩 있습니다."
        let lines = PostContent(String(repeating: line + "\n", count: 1_000)).body.blocks
        #expect(lines.count == 3 && lines.allSatisfy { $0.text.hasPrefix(line) && $0.text.hasSuffix(line) })
        let entities = PostContent("<p>" + String(repeating: "&amp;", count: 40_000)).body.blocks
        #expect(entities.count == 3 && entities.map(\.text).joined() == String(repeating: "&", count: 40_000))
    }
}
