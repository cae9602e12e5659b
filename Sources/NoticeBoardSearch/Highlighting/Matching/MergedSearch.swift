/// Merges the matches of a search that meet.
struct MergedSearch<Search: HitSource>: HitSource {
    private var search: Search
    private var held: Hit?
    /// Matches that begin this many bytes behind the end of one, or sooner, are merged with it; nil: none are.
    private let gap: Int?

    @inline(__always) init(_ search: Search, within gap: Int?) { (self.search, self.gap) = (search, gap) }

    @inline(__always) mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        guard var hit = held ?? search.next(bytes, text) else { return nil }
        held = nil
        guard let gap else { return hit }
        while let other = search.next(bytes, text) {
            if other.range.lowerBound > hit.range.upperBound &+ gap {
                held = other
                break
            }
            hit.range = hit.range.lowerBound..<max(hit.range.upperBound, other.range.upperBound)
        }
        return hit
    }
}

/// Puts the matches of several terms, each with a search of its own, into order.
struct OrderedSearch: HitSource {
    /// A search with the match that it found last and that was not taken yet.
    private struct Waiting {
        var search: TermSearch
        var match: Hit?

        init(_ term: CompiledTerm, _ bytes: ByteView, _ text: String) {
            search = TermSearch(term)
            advance(bytes, text)
        }

        mutating func advance(_ bytes: ByteView, _ text: String) { match = search.next(bytes, text) }
    }

    // In place, so that a few terms need no memory of their own; a person hardly types more.
    private var first, second, third, fourth: Waiting?
    private var others: [Waiting] = []

    /// A search for all of `terms`.
    init(_ terms: [CompiledTerm], _ bytes: ByteView, _ text: String) {
        func waiting(_ index: Int) -> Waiting? { index < terms.count ? Waiting(terms[index], bytes, text) : nil }
        (first, second, third, fourth) = (waiting(0), waiting(1), waiting(2), waiting(3))
        if terms.count > 4 { others = terms[4...].map { Waiting($0, bytes, text) } }
    }

    /// The first match that waits; of those that begin together, the one of the first term.
    mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        var best: Hit?
        func consider(_ match: Hit?, _ term: Int) {
            guard let match else { return }
            if best.map({ match.range.lowerBound < $0.range.lowerBound }) ?? true { best = Hit(range: match.range, term: term) }
        }
        consider(first?.match, 0)
        consider(second?.match, 1)
        consider(third?.match, 2)
        consider(fourth?.match, 3)
        for index in others.indices { consider(others[index].match, index + 4) }
        switch best?.term {
        case nil: break
        case 0: first?.advance(bytes, text)
        case 1: second?.advance(bytes, text)
        case 2: third?.advance(bytes, text)
        case 3: fourth?.advance(bytes, text)
        case let term?: others[term - 4].advance(bytes, text)
        }
        return best
    }
}
