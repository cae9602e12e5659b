/// Finds several terms in one text: the matches of all, in order, merged as the highlighter says.
struct MatchSearch {
    /// A match: where it is, in UTF-8, and of which term.
    struct Hit: Equatable {
        var range: Range<Int>
        var term: Int
    }

    private var searches: [TermSearch]
    /// The next match of each term; nil when there is none left.
    private var waiting: [Range<Int>?]
    private var held: Hit?
    private let merge: Highlighter.Merge

    init(_ terms: [CompiledTerm], _ merge: Highlighter.Merge, _ bytes: ByteView, _ text: String) {
        searches = terms.map { TermSearch($0) }
        waiting = []
        self.merge = merge
        for index in searches.indices { waiting.append(searches[index].next(bytes, text)) }
    }

    mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
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
