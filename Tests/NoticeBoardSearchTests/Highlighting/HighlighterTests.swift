import NoticeBoardSearch
import Testing

@Suite("Highlighter") struct HighlighterTests {
    @Test(
        "Every hit is found, without regard to case, and no character is cut",
        arguments: [
            ("Hello WORLD hello", "hello", [0..<5, 12..<17]),
            ("검색 결과 검색", "검색", [0..<2, 6..<8]),
            ("aaaa", "aa", [0..<2, 2..<4]),
            ("abc", "", []),
            ("", "a", []),
            ("ab", "abc", []),
            ("café cafe\u{301} CAFÉ", "é", [3..<4, 8..<10, 14..<15]),
            ("café cafe\u{301}", "e", []),
            ("Straße STRASSE STRAẞE", "ss", [4..<5, 11..<13, 19..<20]),
            ("I i ı İ", "i", [0..<1, 2..<3]),
            ("가족👨‍👩‍👧!", "👩", []),
            ("🇰🇷🇺🇸", "🇷🇺", []),
            ("\u{1100}\u{1165}\u{11B7}\u{1109}\u{1162}\u{11A8}", "검색", [0..<6]),
            ("a\r\nb", "\n", []),
        ])
    func hits(text: String, keyword: String, expected: [Range<Int>]) {
        let utf16 = text.utf16
        let found = Highlighter(keyword).ranges(in: text).map {
            utf16.distance(from: utf16.startIndex, to: $0.lowerBound)..<utf16.distance(from: utf16.startIndex, to: $0.upperBound)
        }
        #expect(found == expected)
    }
}
