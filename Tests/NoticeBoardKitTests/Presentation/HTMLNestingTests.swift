import Foundation
import NoticeBoardKit
import Testing

@Suite("Elements in one another", .serialized, .onOwnThread, .trialLimit(minutes: 2)) struct HTMLNestingTests {
    private static let inlineNames = [
        "a", "abbr", "b", "bdi", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "label", "mark", "q", "s",
        "small",
        "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
    ]

    private func blocks(_ html: String) -> [String] { PostBody(html).blocks.map(\.text) }

    /// The cells of each row.
    private func rows(_ html: String) -> [[String]] {
        PostBody(html).blocks.compactMap { block in
            guard case .row(let cells) = block.kind else { return nil }
            return cells.map { String(block.text[$0]) }
        }
    }

    @Test("Ends a hidden inline element at its own end tag", arguments: inlineNames.dropFirst())
    func hidden(name: String) {
        let html = "<\(name) style='display:none'>1<\(name)>2</\(name)>3</\(name)>4<p>5"
        #expect(PlainText.text(of: html) == "4\n5")
        #expect(blocks(html) == ["4", "5"])
    }

    @Test("Ends an inline element with another style at its own end tag", arguments: inlineNames.dropFirst())
    func styled(name: String) {
        let lines = "<\(name) style='white-space:pre'>1<\(name)>2</\(name)>\n3</\(name)>\n4<p>5"
        #expect(blocks(lines) == ["12\n3 4", "5"])
        let block = "<\(name) style='display:block'>1<\(name)>2</\(name)>3</\(name)>4"
        #expect(PlainText.text(of: block) == "123\n4")
        #expect(blocks(block) == ["123", "4"])
    }

    @Test("Ends a hidden link at its end tag") func link() {
        #expect(PlainText.text(of: "<a hidden href=x>1<b>2</b>3</a>4<p>5") == "4\n5")
    }

    @Test("Ends a hidden element around 500 elements of its name at its own end tag") func many() {
        let html = "<span hidden>" + String(repeating: "<span>", count: 500) + "1"
        let end = String(repeating: "</span>", count: 500)
        #expect(PlainText.text(of: html + end + "2</span>3<p>4") == "3\n4")
    }

    @Test(
        "Shows the text behind the end of the element around a hidden one",
        arguments: [
            ("<p><b><span hidden>1</b>2", "2"), ("<b><span hidden></b>1</span>2<p>", "12"), ("<b hidden><p>1</b>2</p>3", "2\n3"),
            ("<font hidden><p>1</font>2<p>3", "2\n3"), ("<div><span hidden>1</div>2<p>", "2"),
        ])
    func outer(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test("Keeps a formatting element open in the next paragraph, unlike a span") func nextParagraph() {
        #expect(PlainText.text(of: "<p><font hidden>1<p>2</font>3") == "3")
        #expect(PlainText.text(of: "<p><span hidden>1<p>2</span>3") == "23")
    }

    @Test("Shows blocks of a hidden element that ended as what they are") func shownBlocks() {
        let blocks = PostBody("<b hidden><blockquote>1</b>2</blockquote>3").blocks
        #expect(blocks == [PostBody.Block(.paragraph, "2", quotes: 1), PostBody.Block(.paragraph, "3")])
    }

    @Test("Separates words around a nested description list") func descriptions() {
        #expect(blocks("<dl><dt>a<dd>b<dl><dt>c<dd>d</dl><dt>e<dd>f</dl>g") == ["a", "b", "c", "d", "e", "f", "g"])
        #expect(PlainText.text(of: "<dl><dd>1<dl><dd>x</dl>2<dd>3</dl>b") == "1\nx\n2\n3\nb")
    }

    @Test("Separates words behind a heading in an inline element of a heading") func headings() {
        #expect(blocks("<h3><em><h3>x</h3></em>a</h3>b") == ["x", "a", "b"])
    }

    @Test("Ends no item at an item of a block in it") func items() {
        let kinds = PostBody("<ol><li>a<center>b<li>c</center>d<li>e</ol>").blocks.map(\.text)
        #expect(kinds == ["a", "b", "c", "d", "e"])
    }

    @Test("Begins no item with the text behind an empty item") func emptyItem() {
        #expect(PostBody("<ul><li></li></ul><p>a").blocks == [PostBody.Block(.paragraph, "a")])
    }

    @Test("Counts no more than 256 open quotations, and ends them all") func deepQuotations() {
        let html = String(repeating: "<blockquote>", count: 300) + "a" + String(repeating: "</blockquote>", count: 300) + "<p>b"
        #expect(PostBody(html).blocks.map(\.quotes) == [256, 0])
    }

    @Test(
        "Puts cells without a row in a row of their own",
        arguments: [
            ("<table><th>h1<th>h2<tr><td>1<td>2<tr><td>3<td>4</table>", [["h1", "h2"], ["1", "2"], ["3", "4"]]),
            ("<table><tr><td>a<td>b</tr><td>c<td>d<tr><td>e<td>f</table>", [["a", "b"], ["c", "d"], ["e", "f"]]),
            ("<table><td>x<td>y</tr><tr><td>z<td>w</table>", [["x", "y"], ["z", "w"]]),
            ("<table><tbody><td>a<td>b<tbody><td>c<td>d</table>", [["a", "b"], ["c", "d"]]),
            ("<table><caption>c<td>1<td>2<tr><td>3<td>4</table>", [["1", "2"], ["3", "4"]]),
            ("<table><thead><th>a<th>b</thead><td>c<td>d</tr></table>", [["a", "b"], ["c", "d"]]),
        ])
    func cells(html: String, expected: [[String]]) { #expect(rows(html) == expected) }

    @Test("Ends a link at the end of its cell") func linkInCell() {
        let block = PostBody("<table><tr><td><a href=https://e.example>a<td>b</table>").blocks.first
        #expect(block?.links.map { block?.text[$0.range] } == ["a"])
    }

    @Test(
        "Hides invisible text except for the visible elements in it",
        arguments: [
            ("<p style='visibility:hidden'>x<b style='visibility:visible'>a</b>y<p>b", "a\nb"),
            ("<p>a<span style='VISIBILITY : collapse'>x<br>y<img src=z></span>b", "ab"),
            ("<p style='display:none'>x<b style='visibility:visible'>y</b><p>a", "a"),
            (
                "<p>a<i style='visibility:hidden'><b style='visibility:visible'><u style='visibility:hidden'>x</u>b</b>y</i>c",
                "abc"
            ),
            ("<p>a<i style='visibility:hidden !important;visibility:visible'>x</i>b", "ab"),
        ])
    func invisible(html: String, text: String) {
        #expect(PlainText.text(of: html) == text)
        #expect(blocks(html).joined(separator: "\n") == text)
    }

    @Test("Keeps the lines around an invisible block") func invisibleBlock() {
        #expect(PlainText.text(of: "a<div style='visibility:hidden'>x</div>b") == "a\nb")
    }

    @Test("Keeps the list of an invisible item with a visible word") func invisibleItem() {
        let html = "<ul style='visibility:hidden'><li>x<li style='visibility:visible'>a</ul>"
        #expect(PostBody(html).blocks == [PostBody.Block(.item(number: nil), "a", lists: 1)])
    }

    @Test(
        "Decodes names that begin like a shorter one",
        arguments: [
            ("copysr", "℗"), ("divideontimes", "⋇"), ("gtcc", "⪧"), ("gtcir", "⩺"), ("gtdot", "⋗"), ("gtlPar", "⦕"),
            ("gtquest", "⩼"), ("gtrapprox", "⪆"), ("gtrarr", "⥸"), ("gtrdot", "⋗"), ("gtreqless", "⋛"), ("gtreqqless", "⪌"),
            ("gtrless", "≷"), ("gtrsim", "≳"), ("ltcc", "⪦"), ("ltcir", "⩹"), ("ltdot", "⋖"), ("lthree", "⋋"), ("ltimes", "⋉"),
            ("ltlarr", "⥶"), ("ltquest", "⩻"), ("ltrPar", "⦖"), ("ltri", "◃"), ("ltrie", "⊴"), ("ltrif", "◂"), ("notinE", "⋹̸"),
            ("notindot", "⋵̸"), ("notinva", "∉"), ("notinvb", "⋷"), ("notinvc", "⋶"), ("notni", "∌"), ("notniva", "∌"),
            ("notnivb", "⋾"), ("notnivc", "⋽"), ("parallel", "∥"), ("timesb", "⊠"), ("timesbar", "⨱"), ("timesd", "⨰"),
        ])
    func names(name: String, character: String) {
        #expect(Array(PlainText.text(of: "<p>a&\(name);b").unicodeScalars) == Array("a\(character)b".unicodeScalars))
    }

    @Test("Decodes names of two characters in attributes") func pairInAttribute() {
        let block = PostBody("<img src=https://e.example/a.png alt='a&bne;b'>").blocks.first
        #expect(block.map { Array($0.text.unicodeScalars) } == Array("a=\u{20E5}b".unicodeScalars))
    }
}
