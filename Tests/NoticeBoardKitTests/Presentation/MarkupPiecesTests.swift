import NoticeBoardTesting
import Testing

@testable import NoticeBoardKit

@Suite("How markup is taken apart", .serialized, .onOwnThread, .trialLimit(minutes: 1)) struct MarkupPiecesTests {
    /// The pieces, each as it stands in the text, behind what it is.
    private func pieces(_ text: String) -> [String] {
        var (reader, pieces) = (MarkupReader(text), [String]())
        let said = { (range: Range<Int>) in String(decoding: Array(text.utf8)[range], as: UTF8.self) }
        var start = 0
        while let piece = reader.next() {
            switch piece {
            case .text(let range): pieces.append("text " + said(range))
            case .word(let range): pieces.append("word " + said(range))
            case .scalar(let scalar, let range): pieces.append("\(scalar) = " + said(range))
            case .tag(let tag):
                let name = (tag.isClosing ? "/" : "") + said(tag.name)
                pieces.append("\(tag.element) \(name)|\(said(tag.attributes))|" + said(start..<reader.position))
            }
            start = reader.position
        }
        return pieces
    }

    @Test(
        "Words, white space, entities and tags, each where it stands",
        arguments: [
            ("", []), ("ab", ["word ab"]), ("a  b\n", ["word a", "text   ", "word b", "text \n"]),
            ("a\u{A0} \u{A0}b", ["word a", "text \u{A0} \u{A0}", "word b"]), ("a¡b", ["word a¡b"]),
            ("Â \u{A0}", ["word Â", "text  \u{A0}"]),
            ("a<3", ["word a", "text <", "word 3"]), ("a=b>c", ["word a=b>c"]), ("<", ["text <"]),
            ("a<b", ["word a", "text <", "word b"]),
            ("&x", ["text &", "word x"]), ("a&amp;b", ["word a", "& = &amp;", "word b"]),
            ("&#65;&#65", ["A = &#65;", "text &", "word #65"]),
            ("<b>x</b>", ["inline b||<b>", "word x", "inline /b||</b>"]),
            ("<P A='>' B>x", ["block P| A='>' B|<P A='>' B>", "word x"]), ("<br/>", ["lineBreak br|/|<br/>"]),
            ("</td >", ["cell /td| |</td >"]), ("<h1>", ["block h1||<h1>"]), ("<h7>", ["text <", "word h7>"]),
            ("<a:b>x", ["inline a:b||<a:b>", "word x"]), ("<a->x", ["text <", "word a->x"]), ("<a:>x", ["text <", "word a:>x"]),
            ("<김>", ["text <", "word 김>"]), ("<b@c>", ["text <", "word b@c>"]), ("</!x>", ["text <", "word /!x>"]),
            ("<!x>a", ["inline ||<!x>", "word a"]), ("<![x>a", ["inline ||<![x>", "word a"]),
            ("<?x>a", ["inline ||<?x>", "word a"]),
            ("<!1>", ["text <", "word !1>"]), ("<!>", ["text <", "word !>"]), ("<!-x>", ["text <", "word !-x>"]),
            ("a><!x>b", ["word a>", "inline ||<!x>", "word b"]), ("<!x", ["text <", "word !x"]),
            ("<!--a>-->b", ["inline ||<!--a>-->", "word b"]), ("<!---->b", ["inline ||<!---->", "word b"]),
            ("<!--->b-->c", ["inline ||<!--->b-->", "word c"]), ("<!--b", ["inline ||<!--b"]),
        ] as [(String, [String])])
    func pieces(text: String, expected: [String]) { #expect(pieces(text) == expected) }

    @Test("What is hidden ends with its own closing tag, or with the text") func hidden() {
        #expect(pieces("<style a>x<b>y</STYLE >z").first == "hidden(endsItself: false) style| a|<style a>x<b>y</STYLE >")
        #expect(pieces("<style>x</styles></style>z") == ["hidden(endsItself: false) style||<style>x</styles></style>", "word z"])
        #expect(pieces("</style>z") == ["hidden(endsItself: false) /style||</style>", "word z"])
        #expect(pieces("<style/>x</style>").count == 1 && pieces("<style>x</style").count == 1 && pieces("<style>x").count == 1)
        #expect(pieces("<svg/>x") == ["hidden(endsItself: true) svg|/|<svg/>", "word x"])
        #expect(pieces("<svg a='/'>x</svg>y") == ["hidden(endsItself: true) svg| a='/'|<svg a='/'>x</svg>", "word y"])
        #expect(pieces("</svg/>x") == ["hidden(endsItself: true) /svg|/|</svg/>", "word x"])
    }

    @Test(
        "Of a text that is cut it is told whether something was looked for behind its end",
        arguments: [
            ("ab", 2, false, false), ("ab", 1, true, false), ("a<", 1, true, false), ("a<b", 2, true, true),
            ("<b>x", 3, true, false),
            ("<b>x", 2, true, true), ("<zz >x", 5, true, false), ("<zz>x", 3, true, true), ("<b c>x", 4, true, true),
            ("<b<c", 3, true, true),
            ("<!x>y", 4, true, false), ("<!x>y", 3, true, true), ("<!--x-->y", 8, true, true), ("<!--x--> y", 9, true, false),
            ("<!--x-->y", 7, true, true), ("<style>x</style>y", 16, true, false), ("<style>x</style>y", 14, true, true),
            ("&aaaaaaaaaaaaaaaa", 12, true, true), ("&aaaaaaaaaaaaaaaa", 13, true, false), ("&amp; x", 5, true, true),
        ])
    func cut(text: String, count: Int, isCut: Bool, reachedEnd: Bool) {
        var reader = MarkupReader(text, first: count)
        #expect(reader.bytes == Array(text.utf8.prefix(count)) && reader.isCut == isCut)
        while reader.next() != nil {}
        #expect(reader.reachedEnd == reachedEnd && reader.position == count)
    }

    @Test("Where a tag ends is the same for who has looked elsewhere in vain before, and for who has not") func deadEnds() {
        let trials = RandomTrials()
        var random = trials.random
        let units = ["<a ", "\"", "'", "=", ">", " ", "b", "&", "|", "(", "<"]
        for _ in 0..<trials.count(150) {
            let bytes = (0..<random.below(24)).flatMap { _ in Array(random.pick(units).utf8) }
            var known = DeadEnds()
            for start in bytes.indices {
                var fresh = DeadEnds()
                #expect(known.tagEnd(in: bytes, from: start) == fresh.tagEnd(in: bytes, from: start), "\(bytes), \(trials)")
            }
        }
    }

    @Test(
        "A search in vain is not made again, so that a tag without an end in every place takes a moment",
        arguments: [
            "<a \"=\"", "<!a ",
        ])
    func inVain(unit: String) {
        let text = String(repeating: unit, count: 110_000 / unit.utf8.count)
        #expect(PlainText.text(of: text + "'\"").utf8.count <= text.utf8.count + 2)
    }

    @Test(
        "A tag ends behind its >, unless that is quoted; & | ( and < end the search",
        arguments: [
            (" >x", 2), (">", 1), ("", nil), (" a", nil), (" a='>'>", 7), (" a=\">\">", 7), (" a='\">'>", 8), (" a=x'>", 6),
            (" a= '>'>", 8),
            (" a=b'>'>", 6), (" a='b'>", 7), (" a='b'c>", 8), (" 'a>", 4), (" <b>", nil), (" a=<>", nil), (" a='<'>", 7),
            (" &>", nil),
            (" |>", nil), (" (>", nil), (" a=&|(>", 7), (" a='&'>", 7), (" a=b &>", nil), (" a=b c='>'>", 11), (" a=b=c>", 7),
            (" a = b>", 7),
        ] as [(String, Int?)])
    func ends(text: String, end: Int?) {
        var deadEnds = DeadEnds()
        #expect(deadEnds.tagEnd(in: Array(text.utf8), from: 0) == end)
        #expect(deadEnds.tagEnd(in: Array(text.utf8), from: 0) == end, "asked once more")
    }
}
