/// Puts the matches of several searches in one text into order, and merges those that meet.
struct MergedSearch {
    private var searches: WaitingSearches
    private var held: Hit?
    private let merge: HighlighterMerge

    /// A search for all of `terms`.
    init(_ terms: [CompiledTerm], _ merge: HighlighterMerge, _ bytes: ByteView, _ text: String) {
        searches = WaitingSearches(terms, bytes, text)
        self.merge = merge
    }

    mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        guard var hit = held ?? searches.take(bytes, text) else { return nil }
        held = nil
        if merge == .none { return hit }
        while let other = searches.take(bytes, text) {
            let isApart = other.range.lowerBound > hit.range.upperBound
            if isApart || (merge == .overlapping && other.range.lowerBound == hit.range.upperBound) {
                held = other
                break
            }
            hit.range = hit.range.lowerBound..<max(hit.range.upperBound, other.range.upperBound)
        }
        return hit
    }
}

/// A search for each term, with the match that it found last and that was not taken yet.
private struct WaitingSearches {
    private struct Waiting {
        var search: TermSearch
        var match: Range<Int>?

        init(_ term: CompiledTerm, _ bytes: ByteView, _ text: String) {
            search = TermSearch(term)
            advance(bytes, text)
        }

        mutating func advance(_ bytes: ByteView, _ text: String) { match = search.next(bytes, text) }
    }

    // In place, so that a few terms need no memory of their own; a person hardly types more.
    private var first, second, third, fourth: Waiting?
    private var others: [Waiting] = []

    init(_ terms: [CompiledTerm], _ bytes: ByteView, _ text: String) {
        func waiting(_ index: Int) -> Waiting? { index < terms.count ? Waiting(terms[index], bytes, text) : nil }
        (first, second, third, fourth) = (waiting(0), waiting(1), waiting(2), waiting(3))
        if terms.count > 4 { others = terms[4...].map { Waiting($0, bytes, text) } }
    }

    /// The first match that waits; of those that begin together, the one of the first term.
    mutating func take(_ bytes: ByteView, _ text: String) -> Hit? {
        var best: Hit?
        func consider(_ match: Range<Int>?, _ term: Int) {
            guard let match else { return }
            if best.map({ match.lowerBound < $0.range.lowerBound }) ?? true { best = Hit(range: match, term: term) }
        }
        consider(first?.match, 0)
        consider(second?.match, 1)
        consider(third?.match, 2)
        consider(fourth?.match, 3)
        for index in others.indices { consider(others[index].match, index + 4) }
        if let best { advance(best.term, bytes, text) }
        return best
    }

    private mutating func advance(_ term: Int, _ bytes: ByteView, _ text: String) {
        switch term {
        case 0: first?.advance(bytes, text)
        case 1: second?.advance(bytes, text)
        case 2: third?.advance(bytes, text)
        case 3: fourth?.advance(bytes, text)
        default: others[term - 4].advance(bytes, text)
        }
    }
}
