import Foundation
import NoticeBoardSearch
import NoticeBoardTesting

/// Compares random hostile pairs with the definition: `hostile-pairs [COUNT [LONG]]`.
///
/// The default is a million pairs, one text in 400 longer than 16 KB. `NOTICEBOARD_SEED` sets the seed.
@main enum HostilePairsMain {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let (total, oneLongIn) = (numbers.first ?? 1_000_000, numbers.dropFirst().first ?? 400)
        let trials = RandomTrials()
        // Printed before the first pair: a crash must leave the seed behind.
        FileHandle.standardError.write(Data("hostile-pairs: \(total) pairs, one in \(oneLongIn) long, \(trials)\n".utf8))
        var pairs = HostilePairs(seed: trials.seed, oneLongIn: oneLongIn)
        let folding = try ReferenceFolding([])
        var (matches, long) = (0, 0)
        for count in 0..<total {
            let pair = pairs.next()
            folding.options = pair.options
            let expected = ReferenceHighlighter(terms: pair.terms, folding: folding).ranges(in: pair.text)
            let found = Highlighter(terms: pair.terms, options: pair.options).utf8Ranges(in: pair.text)
            if found != expected {
                print("\(trials), pair \(count): \(pair): found \(found), expected \(expected)")
                exit(1)
            }
            if !expected.isEmpty { matches += 1 }
            if pair.text.utf8.count > 16_384 { long += 1 }
            if (count + 1) % 100_000 == 0 { print("\(count + 1) pairs, \(matches) with a match") }
        }
        print("hostile-pairs: \(total) pairs agree, \(matches) with a match, \(long) longer than 16 KB")
    }
}
