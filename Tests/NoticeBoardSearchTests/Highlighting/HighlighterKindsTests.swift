import Foundation
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("Highlighter result kinds", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct HighlighterKindsTests {
    @Test("Has the same ranges in all kinds of results")
    func agreement() {
        let trials = RandomTrials()
        var pairs = HostilePairs(seed: trials.seed)
        var matches = 0
        for count in 0..<2_000 {
            let pair = pairs.next()
            let text = pair.text
            let highlighter = Highlighter(terms: pair.terms, options: pair.options)
            let ranges = highlighter.ranges(in: text)
            #expect(highlighter.utf8Ranges(in: text) == ranges.map { text.utf8Offsets(of: $0) }, "\(trials), pair \(count)")
            #expect(highlighter.utf16Ranges(in: text) == ranges.map { NSRange($0, in: text) }, "\(trials), pair \(count)")
            #expect(highlighter.firstRange(in: text) == ranges.first, "\(trials), pair \(count)")
            #expect(highlighter.ranges(in: text, limit: 2) == Array(ranges.prefix(2)), "\(trials), pair \(count)")
            #expect(highlighter.isMatch(in: text) == !ranges.isEmpty, "\(trials), pair \(count)")
            matches += ranges.count
        }
        #expect(matches > 2_000, "\(trials)")
    }

    @Test("Finds a letter only as a whole character", arguments: ["e", "X", "7", "\n"])
    func letters(letter: String) {
        let trials = RandomTrials()
        var generator = trials.random
        let pieces = ["e", "E", "x", "7", " ", "ab", "é", "e\u{301}", "가", "x\u{200D}", "\r\n", "\n", "7\u{FE0F}\u{20E3}", "— "]
        var found = Set<Int>()
        for length in 0..<840 {
            let filling = String(repeating: "-", count: Int.random(in: 0...8, using: &generator))
            var text = ""
            while text.utf8.count < length / 6 {
                text += (pieces.randomElement(using: &generator) ?? "") + (generator.chance(70) ? filling : "")
            }
            let expected = text.indices.filter { text[$0].lowercased() == letter.lowercased() }
            #expect(Highlighter(letter).ranges(in: text).map(\.lowerBound) == expected, "\(trials): \(text.debugDescription)")
            found.insert(expected.count)
        }
        #expect(found.isSuperset(of: 0...3), "\(trials)")
        #expect(found.contains { $0 > 3 }, "\(trials)")
    }

    @Test("Merges overlapping matches of several keywords")
    func manyTerms() throws {
        let terms = ["가", "나다", "ab", "bc", "é", "ß", "다라", "c"]
        let folding = try ReferenceFolding([])
        for count in 1...terms.count {
            for text in ["가나다라 abc CAFÉ strasse", "abcabc", "나다라나다", "cafe\u{301} ẞ", ""] {
                let expected = ReferenceHighlighter(terms: Array(terms.prefix(count)), folding: folding).ranges(in: text)
                let highlighter = Highlighter(terms: terms.prefix(count))
                #expect(highlighter.utf8Ranges(in: text) == expected)
                #expect(highlighter.firstRange(in: text).map { text.utf8Offsets(of: $0) } == expected.first)
            }
        }
    }
}
