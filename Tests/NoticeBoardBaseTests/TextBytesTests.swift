import NoticeBoardBase
import Testing

@Suite("Byte-wise text comparison", .timeLimit(.minutes(1))) struct TextBytesTests {
    @Test("Composed and decomposed text differ in bytes") func equality() {
        #expect("é".hasSameBytes(as: "é"))
        #expect(!"é".hasSameBytes(as: "e\u{301}"))
        #expect(!";".hasSameBytes(as: "\u{37E}"))
    }

    @Test("Matches a suffix regardless of the preceding character", arguments: ["", "a", "\u{600}", "\r"]) func ends(
        before: String
    ) {
        #expect((before + ".json").hasBytes(atEnd: ".json"))
        #expect(!(before + ".json\u{301}").hasBytes(atEnd: ".json"))
        #expect(!(before + "json").hasBytes(atEnd: ".json"))
    }

    @Test("Lowercases only ASCII letters") func cases() {
        #expect("AZaz@[`{".asciiLowercased == "azaz@[`{")
        #expect("\u{212A}İÉ".asciiLowercased.hasSameBytes(as: "\u{212A}İÉ"))
    }
}
