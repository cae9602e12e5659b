import NoticeBoardSearch
import Testing

/// Under the address sanitizer these tests also find reads beyond the ends of a text.
@Suite("Highlighter: matches at the ends of a text", .serialized, .onOwnThread, .timeLimit(.minutes(3)))
struct HighlighterMemoryTests {
    @Test(
        "Finds a keyword at every distance from both ends",
        arguments: ["b", "bc", "검색", "sB", "é", "ㄱㅅ"])
    func tails(keyword: String) {
        let options: Highlighter.Options = keyword == "ㄱㅅ" ? .hangulTyping : []
        let highlighter = Highlighter(keyword, options: options)
        let found = keyword == "ㄱㅅ" ? "검색" : keyword
        for length in 0...130 {
            for shift in 0..<16 {
                // The text before the keyword moves it to another place in a block of sixteen bytes.
                let before = String(repeating: "z", count: length)
                let after = String(repeating: "y", count: shift)
                let text = String(decoding: Array((before + found + after).utf8), as: UTF8.self)
                #expect(highlighter.utf8Ranges(in: text) == [length..<length + found.utf8.count])
                #expect(highlighter.firstRange(in: before + after) == nil)
            }
        }
    }

    @Test("Finds no match in a text that ends within the keyword", arguments: ["abcdefghijklmnopqrstuvwxyz", "가나다라마바사아자차"])
    func cutKeywords(keyword: String) {
        let highlighter = Highlighter(keyword)
        for length in 0..<keyword.count {
            for before in 0..<40 {
                let text = String(repeating: "-", count: before) + String(keyword.prefix(length))
                #expect(highlighter.firstRange(in: text) == nil)
            }
        }
    }

    @Test("Finds matches at both ends and in the middle of a long text", arguments: ["zz", "kk", "검색", "é!", "ㄱㅅㄱㅅ"])
    func longTexts(keyword: String) {
        let highlighter = Highlighter(keyword, options: .hangulTyping)
        let found = keyword == "ㄱㅅㄱㅅ" ? "검색가수" : keyword
        for filling in ["abc ", "뷁 ", "ſtraße \u{212A} ", "\u{1100}\u{1161} ", "é\u{301} "] {
            let part = String(repeating: filling, count: 3_000)
            let text = found + part + found + part + found
            let (one, gap) = (found.utf8.count, part.utf8.count)
            #expect(
                highlighter.utf8Ranges(in: text) == [0..<one, one + gap..<2 * one + gap, 2 * (one + gap)..<3 * one + 2 * gap])
        }
    }
}
