import NoticeBoardBase
import Testing

@Suite("Text by its bytes", .timeLimit(.minutes(1))) struct TextBytesTests {
    @Test("Composed and decomposed text have other bytes") func equality() {
        #expect("é".hasSameBytes(as: "é"))
        #expect(!"é".hasSameBytes(as: "e\u{301}"))
        #expect(!";".hasSameBytes(as: "\u{37E}"))
    }

    @Test("An end is one whatever stands before it", arguments: ["", "a", "\u{600}", "\r"]) func ends(before: String) {
        #expect((before + ".json").hasBytes(atEnd: ".json"))
        #expect(!(before + ".json\u{301}").hasBytes(atEnd: ".json"))
        #expect(!(before + "json").hasBytes(atEnd: ".json"))
    }

    @Test("Only ASCII letters change their case") func cases() {
        #expect("AZaz@[`{".asciiLowercased == "azaz@[`{")
        #expect("\u{212A}İÉ".asciiLowercased.hasSameBytes(as: "\u{212A}İÉ"))
    }
}
