import Foundation
import NoticeBoardSearch
import Testing

@Suite("Highlighter against its definitions") struct HighlighterOracleTests {
    @Test("Every row of the specification holds for the definitions, too")
    func oracleAgreesWithTheSpecification() throws {
        for row in HighlighterTests.cases {
            let oracle = HighlightOracle(terms: row.terms, folding: try FoldOracle(row.options), merge: row.merge)
            let highlighter = Highlighter(terms: row.terms, options: row.options, merge: row.merge)
            #expect(oracle.hits(in: row.text).map(\.range) == highlighter.utf8Ranges(in: row.text), "\(row.testDescription)")
        }
    }

    @Test("Random hostile pairs are marked as the definitions say")
    func hostilePairs() async throws {
        let seed = Effort.seed
        var pairs = HostilePairs(seed: seed)
        let folding = try FoldOracle([])
        var (count, hits, several) = (0, 0, 0)
        var perOption = [Int](repeating: 0, count: 6)
        let total = max(20_000, Int(20_000 * Effort.factor))
        while count < total {
            let pair = pairs.next()
            folding.options = pair.options
            let oracle = HighlightOracle(terms: pair.terms, folding: folding, merge: pair.merge)
            let expected = oracle.hits(in: pair.text)
            let highlighter = Highlighter(terms: pair.terms, options: pair.options, merge: pair.merge)
            let found = highlighter.matches(in: pair.text).map {
                HighlightOracle.Hit(range: pair.text.utf8Offsets(of: $0.range), term: $0.term)
            }
            if found != expected {
                Issue.record("seed \(seed), pair \(count): \(describe(pair)): found \(found), expected \(expected)")
                break
            }
            count += 1
            // Seconds of work that would keep everything else from a thread, the tests that wait for a socket first of all.
            if count % 50 == 0 { await Task.yield() }
            if !expected.isEmpty {
                hits += 1
                if highlighter.terms.count > 1 { several += 1 }
                for bit in 0..<6 where pair.options.rawValue & 1 << bit != 0 { perOption[bit] += 1 }
            }
        }
        print(
            "hostile pairs: seed \(seed), \(count) pairs, \(hits) with a hit, \(several) of several terms, by option \(perOption)"
        )
        #expect(hits * 2 >= count, "seed \(seed): too few of the pairs have a hit to prove much")
        #expect(several > count / 20 && perOption.allSatisfy { $0 > count / 50 }, "seed \(seed): \(several), \(perOption)")
    }

    private func describe(_ pair: HostilePairs.Pair) -> String {
        func scalars(_ text: String) -> String {
            text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        }
        return "[\(scalars(pair.text))] / \(pair.terms.map(scalars)), options \(pair.options.rawValue), \(pair.merge)"
    }
}
