/// Puts the matches of several searches in one text into order, and merges those that meet.
struct MergedSearch {
    private var searches: [TermSearch]
    /// The next match of each search; nil when there is none left.
    private var waiting: [Range<Int>?] = []
    private var held: Hit?
    private let merge: HighlighterMerge

    /// A search for all of `terms`.
    init(_ terms: [CompiledTerm], _ merge: HighlighterMerge, _ bytes: ByteView, _ text: String) {
        searches = terms.map { TermSearch($0) }
        self.merge = terms.count == 1 && merge == .overlapping ? .none : merge
        if terms.count > 1 || self.merge != .none {
            for index in searches.indices { waiting.append(searches[index].next(bytes, text)) }
        }
    }

    mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        if waiting.isEmpty {
            guard !searches.isEmpty, let range = searches[0].next(bytes, text) else { return nil }
            return Hit(range: range, term: 0)
        }
        guard var hit = held ?? unmerged(bytes, text) else { return nil }
        held = nil
        if merge == .none { return hit }
        while let other = unmerged(bytes, text) {
            let isApart = other.range.lowerBound > hit.range.upperBound
            if isApart || (merge == .overlapping && other.range.lowerBound == hit.range.upperBound) {
                held = other
                break
            }
            hit.range = hit.range.lowerBound..<max(hit.range.upperBound, other.range.upperBound)
        }
        return hit
    }

    /// The first match that waits; of those that begin together, the one of the first term.
    private mutating func unmerged(_ bytes: ByteView, _ text: String) -> Hit? {
        var first: Hit?
        for (term, range) in waiting.enumerated() {
            guard let range else { continue }
            if let best = first, best.range.lowerBound <= range.lowerBound { continue }
            first = Hit(range: range, term: term)
        }
        if let first { waiting[first.term] = searches[first.term].next(bytes, text) }
        return first
    }
}
