import TerminalSupport
import Testing

@Suite("Key decoder") struct KeyDecoderTests {
    private static let samples: [(String, [Key])] = [
        ("q", [.text("q")]), ("가", [.text("가")]), ("🎉", [.text("🎉")]), ("\r", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
        ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
        ("\u{1B}[1;5C", [.right]),
        ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]),
        ("\u{1B}[Z", [.backTab]),
        ("\u{1B}[3~", [.delete]), ("\u{1B}x", [.other]), ("\u{1B}[200~가\nna\u{1B}[A\u{1B}[201~", [.paste("가\nna\u{1B}[A")]),
    ]

    @Test("Decodes the same keys for any split of the bytes") func splitReads() {
        let bytes = Array(Self.samples.map(\.0).joined().utf8)
        let keys = Self.samples.flatMap(\.1)
        for size in 1...bytes.count {
            var decoder = KeyDecoder()
            var found: [Key] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += decoder.feed(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(found == keys, "in reads of \(size) bytes")
            #expect(decoder.gracePeriod == nil)
        }
    }

    @Test("A lone Escape is a key after the grace period") func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]).isEmpty)
        #expect(decoder.gracePeriod != nil)
        #expect(decoder.flush() == [.escape])
        #expect(decoder.flush().isEmpty)
        #expect(decoder.feed([0x1B, 0x1B, 0x5B, 0x41]) == [.escape, .up])
    }

    @Test("Waits for the rest of a character") func partialCharacter() {
        var decoder = KeyDecoder()
        let bytes = Array("한".utf8)
        #expect(decoder.feed(bytes.prefix(2)).isEmpty)
        #expect(decoder.flush().isEmpty)
        #expect(decoder.feed(bytes.dropFirst(2)) == [.text("한")])
    }

    @Test("Skips invalid bytes") func invalidBytes() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0xFF, 0xC0, 0xE3, 0x41, 0xED, 0xA0, 0x80, 0x42]) == [.text("A"), .text("B")])
        #expect(decoder.feed(Array("\u{1B}[999999x".utf8) + [0x43]) == [.other, .text("C")])
        #expect(decoder.feed(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 50)) == [.other])
    }

    @Test("Flushing ends a paste without an end marker") func unfinishedPaste() {
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array("\u{1B}[200~abc".utf8)).isEmpty)
        #expect(decoder.flush() == [.paste("abc")])
        #expect(decoder.feed(Array("q".utf8)) == [.text("q")])
    }
}

@Suite("Text field") struct TextFieldTests {
    private func typed(_ keys: [Key], into text: String = "") -> String {
        var field = TextField(text)
        for key in keys {
            let isHandled = field.handle(key)
            #expect(isHandled)
        }
        return field.text
    }

    @Test("Backspace removes a whole character", arguments: ["가", "\u{1112}\u{1161}\u{11AB}", "👨‍👩‍👧‍👦", "🇰🇷", "e\u{301}", "👍🏽"])
    func backspace(_ character: String) {
        // A terminal sends each scalar as its own key.
        let parts = character.unicodeScalars.map { Key.text(String(Character($0))) }
        #expect(typed([.text("a")] + parts) == "a" + character)
        #expect(typed([.text("a")] + parts + [.backspace]) == "a")
        #expect(typed(parts + [.left, .text("a"), .delete]) == "a")
    }

    @Test("Pasted text becomes one line") func paste() {
        #expect(typed([.paste("a\r\nb\u{1B}[2J\tc")]) == "a b [2J c")
    }

    @Test("Keys move the cursor and delete text") func cursor() {
        #expect(typed([.left, .left, .text("X"), .end, .text("Y"), .home, .text("Z")], into: "가나다") == "Z가X나다Y")
        #expect(typed([.control("w")], into: "one two  ") == "one ")
        #expect(typed([.left, .control("u")], into: "abc") == "c")
        #expect(typed([.left, .control("k")], into: "abc") == "ab")
        #expect(typed([.backspace, .delete, .left, .right], into: "") == "")
    }

    @Test("The cursor stays visible") func visibleCursor() {
        var field = TextField(String(repeating: "가", count: 50) + "끝")
        #expect(field.line(width: 10).columns <= 10)
        #expect(field.line(width: 10).text.contains("끝"))
        _ = field.handle(.home)
        #expect(field.line(width: 10).columns <= 10)
        #expect(field.line(width: 10).pieces.first { $0.style.isReversed }?.text == "가")
    }
}
