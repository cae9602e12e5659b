import Foundation
import NoticeBoardSearch
import Testing

/// A text, keywords and the expected ranges in UTF-16 units.
struct HighlightCase: CustomTestStringConvertible, Sendable {
    let text: String
    let terms: [String]
    let options: Highlighter.Options
    let expected: [Range<Int>]
    let utf8: [Range<Int>]?

    /// `expected` and `utf8` are pairs of a location and a length.
    init(
        _ text: String, _ terms: String..., options: Highlighter.Options = [], marks expected: [(Int, Int)],
        utf8: [(Int, Int)]? = nil
    ) {
        (self.text, self.terms, self.options) = (text, terms, options)
        self.expected = expected.map { $0.0..<$0.0 + $0.1 }
        self.utf8 = utf8?.map { $0.0..<$0.0 + $0.1 }
    }

    var testDescription: String { "\(terms) in \(text.debugDescription)" }
}

@Suite("Highlighter", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct HighlighterTests {
    static let nfd = "\u{1100}\u{1165}\u{11B7}\u{1109}\u{1162}\u{11A8}"
    static let cases: [HighlightCase] = [
        HighlightCase("Hello WORLD hello", "hello", marks: [(0, 5), (12, 5)]),
        HighlightCase("검색 결과 검색", "검색", marks: [(0, 2), (6, 2)], utf8: [(0, 6), (14, 6)]),
        HighlightCase("MailPlug 메일플러그 mailplug", "MAILPLUG", marks: [(0, 8), (15, 8)], utf8: [(0, 8), (25, 8)]),
        HighlightCase("iOS앱 IOS 앱", "ios앱", marks: [(0, 4)]),
        HighlightCase("aaaa", "aa", marks: [(0, 2), (2, 2)]),
        HighlightCase("abc", "", marks: []),
        HighlightCase("", "a", marks: []),
        HighlightCase("ab", "abc", marks: []),
        HighlightCase("café cafe\u{301} CAFÉ", "é", marks: [(3, 1), (8, 2), (14, 1)]),
        HighlightCase("café cafe\u{301}", "e", marks: []),
        HighlightCase("café cafe\u{301} cafe", "cafe", options: .diacriticInsensitive, marks: [(0, 4), (5, 5), (11, 4)]),
        HighlightCase("Straße STRASSE STRAẞE", "ss", marks: [(4, 1), (11, 2), (19, 1)]),
        HighlightCase("Straße", "s", marks: [(0, 1)]),
        HighlightCase("STRASSE", "ß", marks: [(4, 2)]),
        HighlightCase("ὈΔΥΣΣΕΎΣ", "ς", marks: [(3, 1), (4, 1), (7, 1)]),
        HighlightCase("I i ı İ", "i", marks: [(0, 1), (2, 1)]),
        HighlightCase("o\u{FB03}ce \u{FB01}ne", "fi", marks: [(5, 1)]),
        HighlightCase("273 \u{212A}, ta\u{17F}k", "k", marks: [(4, 1), (10, 1)], utf8: [(4, 3), (13, 1)]),
        HighlightCase("5 \u{B5}m \u{3BC}m", "\u{39C}", marks: [(2, 1), (5, 1)]),
        HighlightCase("\u{10400}\u{10428}", "\u{10428}", marks: [(0, 2), (2, 2)]),
        HighlightCase("가족👨‍👩‍👧!", "👩", marks: []),
        HighlightCase("👍🏽 👍", "👍", marks: [(5, 2)]),
        HighlightCase("❤\u{FE0F} ❤", "❤", marks: [(3, 1)]),
        HighlightCase("🇰🇷🇺🇸", "🇷🇺", marks: []),
        HighlightCase("🇰🇷🇺🇸", "🇺🇸", marks: [(4, 4)]),
        HighlightCase(nfd, "검색", marks: [(0, 6)]),
        HighlightCase("검색", nfd, marks: [(0, 2)]),
        HighlightCase("각 \u{1100}\u{1161}\u{11A8} 가\u{11A8} 가", "가", marks: [(9, 1)]),
        HighlightCase("ＡＢＣ abc", "abc", marks: [(4, 3)]),
        HighlightCase("ＡＢＣ abc", "abc", options: .widthInsensitive, marks: [(0, 3), (4, 3)]),
        HighlightCase("a\r\nb", "\n", marks: []),
        HighlightCase("a\r\nb", "\r\nB", marks: [(1, 3)]),
        HighlightCase("x😀y😀", "😀", marks: [(1, 2), (4, 2)], utf8: [(1, 4), (6, 4)]),
        HighlightCase("검색 ㄱㅅ", "ㄱㅅ", options: .hangulTyping, marks: [(0, 2), (3, 2)]),
        HighlightCase("감사 각서 ㄳ", "ㄳ", options: .hangulTyping, marks: [(0, 2), (3, 2), (6, 1)]),
        HighlightCase("각 가 값", "가", options: .hangulTyping, marks: [(0, 1), (2, 1), (4, 1)]),
        HighlightCase("가나 각나", "가나", options: .hangulTyping, marks: [(0, 2)]),
        HighlightCase("가구 각오", "각", options: .hangulTyping, marks: [(0, 2), (3, 1)]),
        HighlightCase("위키백과", "윜", options: .hangulTyping, marks: [(0, 2)]),
        HighlightCase("까치 가치", "ㄱ", options: .hangulTyping, marks: [(3, 1)]),
        HighlightCase("아침밥", "앛ㅂ", options: .hangulTyping, marks: [(0, 3)]),
        HighlightCase("가격표", "각ㅍ", options: .hangulTyping, marks: [(0, 3)]),
        HighlightCase("앉아보다 안전벨트", "앉ㅂ", options: .hangulTyping, marks: [(5, 3)]),
        HighlightCase("고기 구이", "ㄱㆍ", options: .hangulTyping, marks: [(0, 1), (1, 1), (3, 1)]),
        HighlightCase("공지 공직", "공지\u{11A2}", options: .hangulTyping, marks: [(0, 2), (3, 2)]),
        HighlightCase("가ㆍ나", "ㆍ", options: .hangulTyping, marks: [(1, 1)]),
        HighlightCase("abcab", "ab", "bc", marks: [(0, 3), (3, 2)]),
        HighlightCase("abcab", "ab", "AB", "", marks: [(0, 2), (3, 2)]),
    ]

    @Test("Finds the specification's ranges in UTF-16, UTF-8 and string indices", arguments: cases)
    func specification(row: HighlightCase) {
        let highlighter = Highlighter(terms: row.terms, options: row.options)
        let utf16 = highlighter.utf16Ranges(in: row.text).map { $0.location..<$0.location + $0.length }
        #expect(utf16 == row.expected)
        #expect(highlighter.ranges(in: row.text).map { row.text.utf16Offsets(of: $0) } == row.expected)
        #expect(highlighter.utf8Ranges(in: row.text) == highlighter.ranges(in: row.text).map { row.text.utf8Offsets(of: $0) })
        if let utf8 = row.utf8 { #expect(highlighter.utf8Ranges(in: row.text) == utf8) }
    }

    @Test("Finds the same ranges for one keyword as for a list with it")
    func oneTerm() {
        for row in Self.cases where row.terms.count == 1 {
            #expect(
                Highlighter(row.terms[0], options: row.options).ranges(in: row.text)
                    == Highlighter(terms: row.terms, options: row.options).ranges(in: row.text))
        }
    }
}
