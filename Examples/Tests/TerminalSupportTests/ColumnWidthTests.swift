import TerminalSupport
import Testing

@Suite("Column width") struct ColumnWidthTests {
    @Test(
        "Text is as wide as terminals draw it",
        arguments: [
            ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("가", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ㅎ", 2), ("中", 2), ("ア", 2),
            ("ｱ", 1), ("Ａ", 2), ("、", 2), ("🎉", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇰🇷", 2), ("❤", 1), ("❤\u{FE0F}", 2),
            ("1\u{FE0F}\u{20E3}", 2),
            ("…", 1), ("\u{200B}", 0), ("\u{0}", 0), ("\r\n", 0), ("ภ\u{E39}", 1), ("𠀀", 2), ("\u{AD}", 1), ("가나 abc", 8),
        ])
    func width(_ text: String, _ columns: Int) {
        #expect(text.columns == columns, "\(text)")
    }

    @Test("Hangul syllables are two columns wide") func hangul() {
        for value in UInt32(0xAC00)...0xD7A3 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(Character(scalar).columns == 2)
        }
    }

    @Test("A prefix doesn't split wide characters") func prefix() {
        #expect("가나다".prefix(columns: 4) == "가나")
        #expect("가나다".prefix(columns: 5) == "가나")
        #expect("e\u{301}가".prefix(columns: 1) == "e\u{301}")
    }
}
