import Foundation
import NoticeBoardBase
import Testing

@Suite("String.composed", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ComposedTests {
    @Test(
        "Returns the NFC form of a text",
        arguments: [
            ("e\u{301}", "\u{E9}"), ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"), ("\u{AC00}\u{11A8}", "\u{AC01}"),
            ("\u{1E0B}\u{323}", "\u{1E0D}\u{307}"),
            ("\u{F900}", "\u{8C48}"), ("\u{212B}", "\u{C5}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("abc 가각", "abc 가각"),
            ("", ""),
            ("\u{11A8}\u{AC00}", "\u{11A8}\u{AC00}"), ("\u{958}", "\u{915}\u{93C}"),
        ])
    func forms(text: String, composed: String) {
        #expect(Array(text.composed.unicodeScalars) == Array(composed.unicodeScalars))
    }

    @Test("Composes every Hangul syllable from full and partial decompositions") func hangul() throws {
        for value in UInt32(0xAC00)...0xD7A3 {
            let syllable = String(try #require(Unicode.Scalar(value)))
            let parts = syllable.decomposedStringWithCanonicalMapping
            try #require(Array(parts.composed.unicodeScalars) == Array(syllable.unicodeScalars))
            let final = (value - 0xAC00) % 28
            guard final > 0 else { continue }
            let halves =
                String(try #require(Unicode.Scalar(value - final))) + String(try #require(Unicode.Scalar(0x11A7 + final)))
            try #require(Array(halves.composed.unicodeScalars) == Array(syllable.unicodeScalars))
        }
    }
}
