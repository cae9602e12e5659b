import Testing

@testable import NoticeBoardKit

@Suite("Names, attributes and entities of HTML", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MarkupNamesTests {
    private func read(_ text: String) -> String? {
        guard let (scalar, end) = MarkupEntity.read(Array(text.utf8)[...]) else { return nil }
        let rest = String(decoding: text.utf8.dropFirst(end), as: UTF8.self)
        return "\(scalar)" + (rest.isEmpty ? "" : "|" + rest)
    }

    @Test("No two names of letters and digits are one, in any case or regardless of it") func names() {
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        #expect(Set(letters.compactMap { PackedName([$0]) }).count == 62)
        #expect(Set(letters.compactMap { PackedName([$0], ignoringCase: true) }).count == 36)
        for letter in letters {
            let small = letter >= 65 ? letter | 0x20 : letter
            #expect(PackedName([letter], ignoringCase: true) == PackedName([small]), "\(letter)")
            #expect(PackedName([letter]) != PackedName([letter, letter]) && PackedName([48, letter]) != PackedName([letter]))
        }
        let long = letters.compactMap { PackedName([$0] + Array("bcdefghij".utf8)) }
        #expect(Set(long).count == 62, "ten of them")
        #expect(PackedName("abcdefghij".utf8) != nil && PackedName("abcdefghijk".utf8) == nil && PackedName("".utf8) == nil)
        for other in ["/", ":", "@", "[", "`", "{", "-", "a-", "é", " "] {
            #expect(PackedName(other.utf8, ignoringCase: true) == nil)
        }
    }

    @Test("A table of as many names as it may hold knows each of them, those too that meet at its last slot, and no other")
    func table() throws {
        // Squares: numbers in a row meet nowhere.
        func name(_ number: Int) throws -> PackedName { try #require(PackedName("x\(number * number)".utf8)) }
        let names = try (0..<500).map(name)
        let table = NameTable(names.enumerated().map { ($1, $0) })
        for (number, name) in names.enumerated() { #expect(table[name] == number) }
        for number in 500..<1_000 { #expect(table[try name(number)] == nil) }
        let twice = NameTable([(names[3], "a"), (names[4], "b"), (names[3], "c")])
        #expect(twice[names[3]] == "c" && twice[names[4]] == "b" && twice[names[5]] == nil)
    }

    @Test(
        "An attribute is found by its name, whatever stands around it",
        arguments: [
            ("href=a", "a"), (" href=a b", "a"), ("HREF=A", "A"), ("href='a b' c", "a b"), ("href=\"a'b\"", "a'b"),
            ("href='a\"b'c", "a\"b"),
            ("href = a", "a"), ("href\n=\t'a'", "a"), ("href=  a", "a"), ("href", ""), ("href x=y", ""), ("x href", ""),
            ("href x=", ""),
            ("href=", ""), ("href=''", ""), ("href=x\"", "x\""), ("href='a", "a"), ("/href=a", "a"), ("x/href=a", "a"),
            ("href=a/b", "a/b"),
            ("href=a=b", "a=b"), ("href=a href=b", "a"), ("x=1 href=a", "a"), ("x='1'href=a", "a"), ("x=\"1\"href=a", "a"),
            ("x='y href=b' href=a", "a"), ("x=y' href=a", "a"), ("x=\"' href=b\" href='a'", "a"), ("x= y href=a", "a"),
            ("x = 'y' href=a", "a"),
            ("=href=a", nil), ("= href=a", "a"), ("hrefs=a", nil), ("hre=a", nil), ("xhref=a", nil), ("x=href", nil),
            ("x=href=a", nil),
            ("x='href=a", nil), ("", nil), ("  ", nil), ("/", nil), ("hrex=1 href=a", "a"), ("href\u{8}=a", nil),
            ("x\u{9}href=a", "a"),
            ("x\u{D}href=a", "a"), ("x\u{E}href=a", nil), ("href=a&amp;b", "a&b"), ("href='&lt;&amp'", "<&amp"),
            ("href=&amp;&amp;", "&&"),
            ("href=&", "&"), ("href=가&#44544;나", "가글나"), ("href='a&amp;' b", "a&"), ("href=&x;y", "&x;y"),
        ] as [(String, String?)])
    func attributes(text: String, value: String?) {
        let padded = Array(("==" + text + "=='").utf8)
        #expect(MarkupAttributes(Array(text.utf8)[...])["href"] == value)
        #expect(MarkupAttributes(padded.dropFirst(2).dropLast(3))["href"] == value, "as a part of a text")
    }

    @Test("An attribute of one letter is one") func shortNames() {
        let attributes = MarkupAttributes(Array("a=1 b c='3'/d".utf8)[...])
        #expect(
            [attributes["a"], attributes["b"], attributes["c"], attributes["d"], attributes["e"]] == ["1", "", "3", "", nil])
    }

    @Test(
        "An entity is a number or a name of HTML 4, of at most eleven characters before its semicolon",
        arguments: [
            ("&amp;", "&"), ("&amp;x", "&|x"), ("&amp", nil), ("&amp ;", nil), ("&;", nil), ("&", nil), ("&AMP;", nil),
            ("&Amp;", nil),
            ("&#65;", "A"), ("&#065;", "A"), ("&#x41;", "A"), ("&#X41;", "A"), ("&#x4a;", "J"), ("&#x4A;", "J"), ("&#;", nil),
            ("&#x;", nil),
            ("&#x", nil), ("&#6a;", nil), ("&#+5;", nil), ("&#-5;", nil), ("&#-0;", nil), ("&#+0;", nil), ("&#x+5;", nil),
            ("&#x-0;", nil),
            ("&#xg;", nil), ("&#65x;", nil), ("&a#;", nil), ("&# 65;", nil), ("&#000000065;", "A"), ("&#0000000065;", "A"),
            ("&#00000000065;", nil),
            ("&#8;", "\u{FFFD}"), ("&#9;", "\t"), ("&#10;", "\n"), ("&#11;", "\u{FFFD}"), ("&#12;", "\u{FFFD}"), ("&#13;", "\r"),
            ("&#14;", "\u{FFFD}"),
            ("&#31;", "\u{FFFD}"), ("&#32;", " "), ("&#126;", "~"), ("&#127;", "\u{FFFD}"), ("&#160;", "\u{A0}"),
            ("&#xD7FF;", "\u{D7FF}"),
            ("&#xD800;", "\u{FFFD}"), ("&#xDFFF;", "\u{FFFD}"), ("&#xE000;", "\u{E000}"), ("&#x10FFFF;", "\u{10FFFF}"),
            ("&#x110000;", "\u{FFFD}"),
            ("&#4294967295;", "\u{FFFD}"), ("&#4294967296;", nil), ("&nbsp;", "\u{A0}"), ("&yuml;", "ÿ"), ("&Alpha;", "Α"),
            ("&Sigma;", "Σ"),
            ("&Omega;", "Ω"), ("&alpha;", "α"), ("&sigmaf;", "ς"), ("&omega;", "ω"), ("&larr;", "←"), ("&harr;", "↔"),
            ("&lArr;", "⇐"),
            ("&hArr;", "⇔"), ("&lceil;", "⌈"), ("&rfloor;", "⌋"), ("&quot;", "\""), ("&apos;", "'"), ("&diams;", "♦"),
            ("&thetasym;", "ϑ"),
        ] as [(String, String?)])
    func entities(text: String, said: String?) { #expect(read(text) == said) }

    @Test("The numbers 128 to 159 are those of Windows") func windows() {
        let said = (128...159).compactMap { read("&#\($0);") }.joined()
        #expect(said == "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ")
    }
}
