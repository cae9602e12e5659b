import Foundation
import NoticeBoardSearch

/// The definitions of highlighting, word for word and by brute force.
///
/// It shares no code with what it judges.
struct HighlightOracle {
    struct Hit: Hashable {
        var range: Range<Int>
        var term: Int
    }

    private let folding: FoldOracle
    private let merge: Highlighter.Merge
    /// The terms that can be found, with their place in the list.
    private let terms: [(offset: Int, element: String)]

    init(terms: [String], folding: FoldOracle, merge: Highlighter.Merge) {
        var folds: Set<[Unicode.Scalar]> = []
        self.terms = terms.enumerated().filter {
            let folded = folding.fold($0.element)
            return !folded.isEmpty && folds.insert(folded).inserted
        }
        (self.folding, self.merge) = (folding, merge)
    }

    func hits(in text: String) -> [Hit] {
        let clusters = text.map { String($0) }
        let folds = clusters.map(folding.fold)
        var offsets = [0]
        for cluster in clusters { offsets.append((offsets.last ?? 0) + cluster.utf8.count) }
        var all: [Hit] = []
        for (term, keyword) in terms {
            let folded = folding.fold(keyword)
            let typing =
                folding.options.contains(.hangulTyping)
                ? TypingOracle(elements: TypingOracle.composed(folded), clusters: clusters, folds: folds, fold: folding.fold)
                : nil
            var start = 0
            while start < clusters.count {
                let end = typing.map { $0.ends(element: 0, cluster: start).max() } ?? endOfMatch(folded, clusters, folds, start)
                if let end {
                    all.append(Hit(range: offsets[start]..<offsets[end], term: term))
                    start = end
                } else {
                    start += 1
                }
            }
        }
        all.sort { ($0.range.lowerBound, $0.term) < ($1.range.lowerBound, $1.term) }
        return merged(all)
    }

    private func merged(_ hits: [Hit]) -> [Hit] {
        if merge == .none { return hits }
        var result: [Hit] = []
        for hit in hits {
            if let last = result.last {
                let meets =
                    hit.range.lowerBound < last.range.upperBound
                    || (merge == .touching && hit.range.lowerBound == last.range.upperBound)
                if meets {
                    let end = max(last.range.upperBound, hit.range.upperBound)
                    result[result.count - 1].range = last.range.lowerBound..<end
                    continue
                }
            }
            result.append(hit)
        }
        return result
    }

    private func endOfMatch(
        _ keyword: [Unicode.Scalar], _ clusters: [String], _ folds: [[Unicode.Scalar]], _ start: Int
    ) -> Int? {
        // Marks change places within a character alone, so a run's fold begins as that of its first character does.
        if let first = folds[start].first, first != keyword.first { return nil }
        var run = ""
        for end in start..<clusters.count {
            run += clusters[end]
            // What one cluster folds to was asked already.
            let folded = end == start ? folds[start] : folding.fold(run)
            if folded == keyword { return end + 1 }
            if folded.count > keyword.count { return nil }
        }
        return nil
    }
}
