import Testing

@testable import NoticeBoardKit

@Suite("How plain text is written", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PlainWriterTests {
    private func write(
        collapses: Bool = true, keepsBreaks: Bool = true, enough: Int = .max, room: Int = 0, traces: Bool = false,
        _ work: (inout PlainWriter) -> Void
    ) -> PlainWriter {
        var writer = PlainWriter(collapses: collapses, keepsBreaks: keepsBreaks, enough: enough, room: room, traces: traces)
        work(&writer)
        return writer
    }

    private func add(_ text: String, to writer: inout PlainWriter) {
        let bytes = Array(("<" + text + ">").utf8)
        writer.write(bytes, 1..<(bytes.count - 1))
    }

    private func said(_ writer: PlainWriter) -> String { String(decoding: writer.written, as: UTF8.self) }

    @Test(
        "White space counts once where it collapses, and is as it was where it does not",
        arguments: [
            ("a b", "a b", "a b"), ("a  \t\n b", "a b", "a  \t\n b"), (" a ", " a", " a "), ("a\r\nb", "a b", "a\nb"),
            ("a\rb", "a b", "a\nb"),
            ("a\r", "a", "a\n"), ("a\n\rb", "a b", "a\n\nb"), ("a\u{A0}\u{A0}b", "a b", "a  b"), ("a\u{A0}", "a", "a "),
            ("¡a¡", "¡a¡", "¡a¡"),
            ("a\u{B}\u{C}b", "a b", "a\u{B}\u{C}b"), ("a\u{8}\u{E}\u{1F}b", "a\u{8}\u{E}\u{1F}b", "a\u{8}\u{E}\u{1F}b"),
            ("가 나", "가 나", "가 나"),
        ])
    func space(text: String, collapsed: String, kept: String) {
        let before = { (writer: inout PlainWriter) in
            writer.writeWord(Array("x".utf8), 0..<1)
            add(text, to: &writer)
        }
        #expect(said(write(before)) == "x" + collapsed)
        #expect(said(write(collapses: false, before)) == "x" + kept)
        #expect(said(write(collapses: false, room: 64, before)) == "x" + kept)
    }

    @Test("Of what divides, the most counts: an empty line over a line, a line over a space, and nothing at the beginning")
    func divisions() {
        func divided(_ marks: String, keepsBreaks: Bool = true, collapses: Bool = true, first: String = "a") -> String {
            said(
                write(collapses: collapses, keepsBreaks: keepsBreaks) { writer in
                    add(first, to: &writer)
                    for mark in marks {
                        switch mark {
                        case "s": writer.space()
                        case "b": writer.block()
                        case "l": writer.lineBreak()
                        default: writer.write("é")
                        }
                    }
                    add("z", to: &writer)
                    add("z", to: &writer)
                })
        }
        for (marks, text) in [
            ("", "azz"), ("s", "a zz"), ("ss", "a zz"), ("b", "a\nzz"), ("bb", "a\nzz"), ("l", "a\nzz"), ("ll", "a\n\nzz"),
            ("lll", "a\n\nzz"),
            ("bl", "a\n\nzz"), ("lb", "a\nzz"), ("llb", "a\n\nzz"), ("sl", "a\nzz"), ("ls", "a\nzz"), ("x", "aézz"),
            ("lxs", "a\né zz"),
        ] {
            #expect(divided(marks) == text)
            #expect(divided(marks, first: "") == text.drop { $0 != "z" && $0 != "é" })
            let line = text.replacing("\n\n", with: " ").replacing("\n", with: " ")
            #expect(divided(marks, keepsBreaks: false) == line)
        }
        #expect(divided("ss", collapses: false) == "a  zz")
    }

    @Test(
        "Scalars are counted up to one more than are wanted, and no further is written",
        arguments: [
            (0, 1, "\u{FFFD}"), (1, 2, "가\u{FFFD}"), (2, 3, "가나 "), (3, 4, "가나 \u{FFFD}"), (4, 5, "가나 다é"), (5, 6, "가나 다é!"),
            (6, 6, "가나 다é!"),
        ])
    func counting(enough: Int, scalars: Int, text: String) {
        let writer = write(enough: enough) { writer in
            add("가나 다", to: &writer)
            if !writer.isFull { writer.write("é") }
            if !writer.isFull { add("!", to: &writer) }
        }
        #expect(writer.scalars == scalars && writer.isFull == (enough < 6) && said(writer) == text)
        #expect(write { add("가나", to: &$0) }.scalars == 0, "nobody counts what is wanted whole")
    }

    @Test("What is said has no white space around it") func text() {
        for (text, trimmed) in [
            ("", ""), (" \n\t ", ""), (" a b\r\n", "a b"), ("a", "a"), ("\u{B}가\u{C}", "가"), ("\u{8}a\u{1F}", "\u{8}a\u{1F}"),
        ] {
            #expect(write(collapses: false) { add(text, to: &$0) }.text == trimmed)
        }
        #expect(write { add("a bc", to: &$0) }.size == 4)
    }

    @Test("Whoever asks learns where each piece stands that was written, but of what stands nowhere") func traces() {
        let writer = write(traces: true) { writer in
            let bytes = Array("<가 나>다".utf8)
            writer.write(bytes, 1..<8)
            writer.write("é", from: 20..<26)
            writer.write("e")
            writer.write(bytes, 9..<12, isTraced: false)
            writer.writeWord(bytes, 9..<12)
            writer.write(bytes, 9..<12)
        }
        let traces = (writer.traces ?? []).map { "\($0.start)+\($0.count) \($0.source) \($0.isLiteral)" }
        #expect(said(writer) == "가 나ée다다다")
        #expect(traces == ["0+3 1..<4 true", "4+3 5..<8 true", "7+2 20..<26 false", "13+3 9..<12 true", "16+3 9..<12 true"])
        let moved = writer.traces?.last?.moved(by: -5)
        #expect(moved?.start == 11 && moved?.count == 3 && moved?.source == 9..<12 && moved?.isLiteral == true)
        #expect(write { add("a", to: &$0) }.traces == nil)
    }

    @Test("An entity of a space is one, but where white space is kept as it is") func scalars() {
        for scalar in ["\u{A0}", " ", "\n", "\u{2003}"] as [Unicode.Scalar] {
            let writer = write { writer in
                add("a", to: &writer)
                for _ in 0..<2 { writer.write(scalar) }
                add("b", to: &writer)
            }
            #expect(said(writer) == "a b")
        }
        let kept = write(collapses: false) { writer in
            for scalar in ["\u{2003}", "\u{A0}", "\t"] as [Unicode.Scalar] { writer.write(scalar) }
        }
        #expect(said(kept) == "\u{2003} \t")
    }

    @Test("A text is cut where it has more characters than are wanted, or more scalars than anybody reads for them") func limits()
    {
        let accents = { (count: Int) in "a" + String(repeating: "\u{301}", count: count) }
        for read in [PlainText.text(of:limit:), PlainText.line(of:limit:)] {
            #expect(read(accents(67), 1) == accents(67) && read(accents(68), 1) == "…")
            #expect(read("b" + accents(70), 2) == "b" + accents(70) && read("b" + accents(71), 2) == "b…")
            #expect(["a", "ab", "abc", "abcd"].map { read($0, 3) } == ["a", "ab", "abc", "ab…"])
            #expect(read("<p>abc", 3) == "abc" && read("<p>abcd", 3) == "ab…" && read("", 1) == "" && read("<p></p>", 1) == "")
        }
        #expect(PlainText.text(of: "a\n  b") == "a\n  b" && PlainText.line(of: "a\n  b") == "a b", "no limit unless one is given")
        #expect(PlainText.beginning(of: "<p>가나다", scalars: 2) == ("가나\u{FFFD}", false), "the last one may be cut")
        #expect(PlainText.beginning(of: "<p>가나", scalars: 2) == ("가나", true))
    }
}
