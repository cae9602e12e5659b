import Foundation
import NoticeBoardSearch
import NoticeBoardTesting

/// Random hostile pairs against the definitions: `hostile-pairs [COUNT [LONG]]`, a million and one text in 50 beyond 8 KB unless
/// told; the seed is `NOTICEBOARD_SEED`.
@main enum HostilePairsMain {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let (total, oneLongIn) = (numbers.first ?? 1_000_000, numbers.dropFirst().first ?? 50)
        let trials = RandomTrials()
        // Printed before the first pair: a crash must leave the seed behind.
        FileHandle.standardError.write(Data("hostile-pairs: \(total) pairs, one in \(oneLongIn) long, \(trials)\n".utf8))
        var pairs = HostilePairs(seed: trials.seed, oneLongIn: oneLongIn)
        let folding = try FoldOracle([])
        var (hits, long) = (0, 0)
        for count in 0..<total {
            let pair = pairs.next()
            folding.options = pair.options
            let expected = HighlightOracle(terms: pair.terms, folding: folding, merge: pair.merge).hits(in: pair.text)
            let found = Highlighter(terms: pair.terms, options: pair.options, merge: pair.merge).matches(in: pair.text).map {
                HighlightOracle.Hit(range: pair.text.utf8Offsets(of: $0.range), term: $0.term)
            }
            if found != expected {
                print("\(trials), pair \(count): \(pair): found \(found), expected \(expected)")
                exit(1)
            }
            if !expected.isEmpty { hits += 1 }
            if pair.text.utf8.count > 8_192 { long += 1 }
            if (count + 1) % 100_000 == 0 { print("\(count + 1) pairs, \(hits) with a hit") }
        }
        print("hostile-pairs: \(total) pairs agree, \(hits) with a hit, \(long) beyond 8 KB")
    }
}
