import Foundation
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("Highlighter against its definitions", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct HighlighterOracleTests {
    @Test("Every row of the specification holds for the definitions, too")
    func oracleAgreesWithTheSpecification() throws {
        for row in HighlighterTests.cases {
            let oracle = HighlightOracle(terms: row.terms, folding: try FoldOracle(row.options), merge: row.merge)
            let highlighter = Highlighter(terms: row.terms, options: row.options, merge: row.merge)
            #expect(oracle.hits(in: row.text).map(\.range) == highlighter.utf8Ranges(in: row.text), "\(row.testDescription)")
        }
    }

    @Test("A syllable that is being typed marks all that it may become, and nothing else: every vowel, and every final")
    func typing() throws {
        let folding = try FoldOracle(.hangulTyping)
        // Every vowel with every final, by itself and before a syllable that the final may move to.
        let syllables = (0xAC00..<0xAC00 + 588 as Range<UInt32>).compactMap(Unicode.Scalar.init).map { String(Character($0)) }
        let text = syllables.joined(separator: " ") + " 가까 고나 고다 고사 고라 골가 곤자 곱사 괴타 과하"
        let open = stride(from: 0, to: 588, by: 28).map { syllables[$0] }
        let closed = syllables[8 * 28..<9 * 28]
        for keyword in open + closed {
            let oracle = HighlightOracle(terms: [keyword], folding: folding, merge: .overlapping)
            let highlighter = Highlighter(keyword, options: .hangulTyping)
            #expect(highlighter.utf8Ranges(in: text) == oracle.hits(in: text).map(\.range), "\(keyword)")
        }
    }

    @Test("Random hostile pairs are marked as the definitions say")
    func hostilePairs() async throws {
        let trials = RandomTrials()
        let total = trials.count(6_000, atLeast: 6_000)
        let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
            for part in 0..<4 { group.addTask { try await Self.judge(total / 4, trials, part: part) } }
            return try await group.reduce(into: Tally()) { $0.add($1) }
        }
        print(
            "hostile pairs: \(trials), \(tally.count) pairs, \(tally.hits) with a hit,",
            "\(tally.several) of several terms, by option \(tally.perOption)")
        #expect(tally.count >= total / 4 * 4, "\(trials): the search ended early")
        #expect(tally.hits * 2 >= tally.count, "\(trials): too few of the pairs have a hit to prove much")
        #expect(
            tally.several > tally.count / 20 && tally.perOption.allSatisfy { $0 > tally.count / 50 },
            "\(trials): \(tally.several), \(tally.perOption)")
    }

    /// What was seen of some pairs.
    private struct Tally {
        var (count, hits, several) = (0, 0, 0)
        var perOption = [Int](repeating: 0, count: 6)

        mutating func add(_ other: Tally) {
            (count, hits, several) = (count + other.count, hits + other.hits, several + other.several)
            for bit in perOption.indices { perOption[bit] += other.perOption[bit] }
        }
    }

    /// Holds `total` pairs against the definitions; ends at the first that disagrees.
    private static func judge(_ total: Int, _ trials: RandomTrials, part: Int) async throws -> Tally {
        var pairs = HostilePairs(seed: trials.seed &+ UInt64(part))
        let folding = try FoldOracle([])
        var tally = Tally()
        while tally.count < total {
            let pair = pairs.next()
            folding.options = pair.options
            let oracle = HighlightOracle(terms: pair.terms, folding: folding, merge: pair.merge)
            let expected = oracle.hits(in: pair.text)
            let highlighter = Highlighter(terms: pair.terms, options: pair.options, merge: pair.merge)
            let found = highlighter.matches(in: pair.text).map {
                HighlightOracle.Hit(range: pair.text.utf8Offsets(of: $0.range), term: $0.term)
            }
            if found != expected {
                Issue.record("\(trials), part \(part): \(describe(pair)): found \(found), expected \(expected)")
                return tally
            }
            tally.count += 1
            // Seconds of work that would keep everything else from a thread, the tests that wait for a socket first of all.
            if tally.count % 10 == 0 { await Task.yield() }
            if expected.isEmpty { continue }
            tally.hits += 1
            if highlighter.terms.count > 1 { tally.several += 1 }
            for bit in 0..<6 where pair.options.rawValue & 1 << bit != 0 { tally.perOption[bit] += 1 }
        }
        return tally
    }

    private static func describe(_ pair: HostilePairs.Pair) -> String {
        func scalars(_ text: String) -> String {
            text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        }
        return "[\(scalars(pair.text))] / \(pair.terms.map(scalars)), options \(pair.options.rawValue), \(pair.merge)"
    }
}
