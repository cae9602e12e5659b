import Foundation
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("Highlighter and its definition", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct HighlighterReferenceTests {
    @Test("Agrees with its definition on the specification's cases")
    func referenceAgreesWithTheSpecification() throws {
        for row in HighlighterTests.cases {
            let reference = ReferenceHighlighter(terms: row.terms, folding: try ReferenceFolding(row.options))
            let highlighter = Highlighter(terms: row.terms, options: row.options)
            #expect(reference.ranges(in: row.text) == highlighter.utf8Ranges(in: row.text), "\(row.testDescription)")
        }
    }

    @Test("Finds the syllables that an unfinished syllable may become")
    func typing() throws {
        let folding = try ReferenceFolding(.hangulTyping)
        // Every vowel with every final, alone and before a syllable that the final may belong to.
        let syllables = (0xAC00..<0xAC00 + 588 as Range<UInt32>).compactMap(Unicode.Scalar.init).map { String(Character($0)) }
        let text = syllables.joined(separator: " ") + " 가까 고나 고다 고사 고라 골가 곤자 곱사 괴타 과하"
        let open = stride(from: 0, to: 588, by: 28).map { syllables[$0] }
        let closed = syllables[8 * 28..<9 * 28]
        for keyword in open + closed {
            let reference = ReferenceHighlighter(terms: [keyword], folding: folding)
            let highlighter = Highlighter(keyword, options: .hangulTyping)
            #expect(highlighter.utf8Ranges(in: text) == reference.ranges(in: text), "\(keyword)")
        }
    }

    @Test("Agrees with its definition on random hostile pairs")
    func hostilePairs() async throws {
        let trials = RandomTrials()
        let total = trials.count(3_000, atLeast: 3_000)
        let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
            for part in 0..<4 { group.addTask { try await Self.judge(total / 4, trials, part: part) } }
            return try await group.reduce(into: Tally()) { $0.add($1) }
        }
        print(
            "hostile pairs: \(trials), \(tally.count) pairs, \(tally.hits) with a match,",
            "\(tally.several) of several terms, by option \(tally.perOption)")
        #expect(tally.count >= total / 4 * 4, "\(trials): the search ended early")
        #expect(tally.hits * 2 >= tally.count, "\(trials): too few of the pairs have a match to prove much")
        #expect(tally.several > tally.count / 20, "\(trials): \(tally.several)")
        #expect(tally.perOption.allSatisfy { $0 > tally.count / 50 }, "\(trials): \(tally.perOption)")
    }

    /// Counts all pairs, pairs with a match, and pairs by kind.
    private struct Tally {
        var (count, hits, several) = (0, 0, 0)
        var perOption = [Int](repeating: 0, count: 4)

        mutating func add(_ other: Tally) {
            (count, hits, several) = (count + other.count, hits + other.hits, several + other.several)
            for bit in perOption.indices { perOption[bit] += other.perOption[bit] }
        }
    }

    /// Compares `total` pairs with the definition, up to the first difference.
    private static func judge(_ total: Int, _ trials: RandomTrials, part: Int) async throws -> Tally {
        var pairs = HostilePairs(seed: trials.seed &+ UInt64(part))
        let folding = try ReferenceFolding([])
        var tally = Tally()
        while tally.count < total {
            let pair = pairs.next()
            folding.options = pair.options
            let expected = ReferenceHighlighter(terms: pair.terms, folding: folding).ranges(in: pair.text)
            let highlighter = Highlighter(terms: pair.terms, options: pair.options)
            let found = highlighter.utf8Ranges(in: pair.text)
            if found != expected {
                Issue.record("\(trials), part \(part): \(describe(pair)): found \(found), expected \(expected)")
                return tally
            }
            tally.count += 1
            // Other tests wait for this thread.
            if tally.count % 10 == 0 { await Task.yield() }
            if expected.isEmpty { continue }
            tally.hits += 1
            if highlighter.terms.count > 1 { tally.several += 1 }
            for bit in 0..<4 where pair.options.rawValue & 1 << bit != 0 { tally.perOption[bit] += 1 }
        }
        return tally
    }

    private static func describe(_ pair: HostilePairs.Pair) -> String {
        func scalars(_ text: String) -> String {
            text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        }
        return "[\(scalars(pair.text))] / \(pair.terms.map(scalars)), options \(pair.options.rawValue)"
    }
}
