import Foundation
import NoticeBoardSearch

/// The definition of highlighting by brute force.
///
/// It shares no code with the library.
struct ReferenceHighlighter {
    private let folding: ReferenceFolding
    /// The keywords that can be found.
    private let terms: [String]

    init(terms: [String], folding: ReferenceFolding) {
        self.terms = terms.filter { !folding.fold($0).isEmpty }
        self.folding = folding
    }

    /// Returns the ranges to mark, as UTF-8 offsets.
    func ranges(in text: String) -> [Range<Int>] {
        let clusters = text.map { String($0) }
        let folds = clusters.map(folding.fold)
        var offsets = [0]
        for cluster in clusters { offsets.append((offsets.last ?? 0) + cluster.utf8.count) }
        var all: [Range<Int>] = []
        for keyword in terms {
            let folded = folding.fold(keyword)
            let typing =
                folding.options.contains(.hangulTyping)
                ? ReferenceTyping(
                    elements: ReferenceTyping.composed(folded), clusters: clusters, folds: folds, fold: folding.fold)
                : nil
            var start = 0
            while start < clusters.count {
                let end = typing.map { $0.ends(element: 0, cluster: start).max() } ?? endOfMatch(folded, clusters, folds, start)
                if let end {
                    all.append(offsets[start]..<offsets[end])
                    start = end
                } else {
                    start += 1
                }
            }
        }
        return merged(all)
    }

    /// Returns the ranges in order, with overlapping ranges merged.
    private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, last.overlaps(range) {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }

    private func endOfMatch(
        _ keyword: [Unicode.Scalar], _ clusters: [String], _ folds: [[Unicode.Scalar]], _ start: Int
    ) -> Int? {
        // Marks are reordered only within a character, so the fold of a run begins with the fold of its first character.
        if let first = folds[start].first, first != keyword.first { return nil }
        var run = ""
        for end in start..<clusters.count {
            run += clusters[end]
            let folded = end == start ? folds[start] : folding.fold(run)
            if folded == keyword { return end + 1 }
            if folded.count > keyword.count { return nil }
        }
        return nil
    }
}
