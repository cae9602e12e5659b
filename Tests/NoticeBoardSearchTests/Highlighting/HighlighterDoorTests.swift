import Foundation
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

/// Every way to ask for matches gives the same ones, whichever path inside leads to them.
@Suite("Highlighter's doors", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct HighlighterDoorTests {
    @Test("Ranges, the first, those handed over, offsets, UTF-16 and batches agree for random hostile pairs")
    func doorsAgree() {
        let trials = RandomTrials()
        var pairs = HostilePairs(seed: trials.seed)
        var hits = 0
        for count in 0..<2_000 {
            let pair = pairs.next()
            let text = pair.text
            let highlighter = Highlighter(terms: pair.terms, options: pair.options, merge: pair.merge)
            let matches = highlighter.matches(in: text)
            var handed: [Highlighter.Match] = []
            highlighter.forEachMatch(in: text) { handed.append($0) }
            var stopped: [Highlighter.Match] = []
            highlighter.forEachMatch(in: text) { match, stop in
                stopped.append(match)
                stop = stopped.count == 2
            }
            let part = ("-" + text)[...].dropFirst()
            var batch: [Highlighter.Match] = []
            highlighter.forEachMatch(inEach: ["", text]) { if $0 == 1 { batch.append($1) } }
            let ranges = matches.map(\.range)
            let agree =
                handed == matches && batch == matches && highlighter.ranges(in: text) == ranges
                && highlighter.firstRange(in: text) == ranges.first && highlighter.ranges(inEach: [text]) == [ranges]
                && highlighter.utf8Ranges(in: text) == ranges.map { text.utf8Offsets(of: $0) }
                && highlighter.utf16Ranges(in: text) == ranges.map { NSRange($0, in: text) }
                && highlighter.matches(in: text, limit: 2) == Array(matches.prefix(2))
                && stopped == Array(matches.prefix(2)) && highlighter.isMatch(in: text) == !matches.isEmpty
                && highlighter.ranges(in: part).map { String(part[$0]) }
                    == highlighter.ranges(in: String(part)).map { String(String(part)[$0]) }
            #expect(agree, "\(trials), pair \(count)")
            hits += matches.count
        }
        #expect(hits > 2_000, "\(trials)")
    }

    @Test("A letter is found wherever it is a character, in titles of every length", arguments: ["e", "X", "7", "\n"])
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
        #expect(found.isSuperset(of: 0...3) && found.contains { $0 > 3 }, "\(trials)")
    }

    @Test("More terms than fit in place are merged as the definitions say", arguments: Highlighter.Merge.allCases)
    func manyTerms(merge: Highlighter.Merge) throws {
        let terms = ["가", "나다", "ab", "bc", "é", "ß", "다라", "c"]
        let folding = try FoldOracle([])
        for count in 1...terms.count {
            for text in ["가나다라 abc CAFÉ strasse", "abcabc", "나다라나다", "cafe\u{301} ẞ", ""] {
                // What cannot be found, or means the same as another, moves no term's index.
                let kept = ["", "가"] + terms.prefix(count)
                let expected = HighlightOracle(terms: kept, folding: folding, merge: merge).hits(in: text)
                let highlighter = Highlighter(terms: kept, merge: merge)
                let found = highlighter.matches(in: text).map {
                    HighlightOracle.Hit(range: text.utf8Offsets(of: $0.range), term: $0.term)
                }
                #expect(found == expected)
                #expect(highlighter.firstRange(in: text).map { text.utf8Offsets(of: $0) } == expected.first?.range)
            }
        }
    }
}
