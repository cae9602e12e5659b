/// Puts the matches of several searches in one text into order, and merges those that meet.
struct MergedSearch<Search: HitSource>: HitSource {
    /// A search with the match that it found last and that was not taken yet.
    private struct Waiting {
        var search: Search
        var match: Hit?

        mutating func advance(_ bytes: ByteView, _ text: String) { match = search.next(bytes, text) }
    }

    // In place, so that a few terms need no memory of their own; a person hardly types more.
    private var first, second, third, fourth: Waiting?
    private var others: [Waiting?] = []
    private var held: Hit?
    /// Matches that begin this many bytes behind the end of one, or sooner, are merged with it; nil: none are.
    private let gap: Int?

    /// A search by each of `searches`, of which those that are nil find nothing.
    @inline(__always) init(
        _ searches: (Search?, Search?, Search?, Search?), _ others: [Search?] = [], mergingWithin gap: Int?, _ bytes: ByteView,
        _ text: String
    ) {
        @inline(__always) func waiting(_ search: Search?) -> Waiting? {
            guard var search else { return nil }
            let match = search.next(bytes, text)
            return match == nil ? nil : Waiting(search: search, match: match)
        }
        (first, second) = (waiting(searches.0), waiting(searches.1))
        (third, fourth) = (waiting(searches.2), waiting(searches.3))
        if !others.isEmpty { self.others = others.map(waiting) }
        self.gap = gap
    }

    mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        guard var hit = held ?? take(bytes, text) else { return nil }
        held = nil
        guard let gap else { return hit }
        while let other = take(bytes, text) {
            if other.range.lowerBound > hit.range.upperBound &+ gap {
                held = other
                break
            }
            hit.range = hit.range.lowerBound..<max(hit.range.upperBound, other.range.upperBound)
        }
        return hit
    }

    /// The first match that waits; of those that begin together, the one of the first term.
    private mutating func take(_ bytes: ByteView, _ text: String) -> Hit? {
        var best: Hit?
        func consider(_ match: Hit?, _ term: Int) {
            guard let match else { return }
            if best.map({ match.range.lowerBound < $0.range.lowerBound }) ?? true { best = Hit(range: match.range, term: term) }
        }
        consider(first?.match, 0)
        consider(second?.match, 1)
        consider(third?.match, 2)
        consider(fourth?.match, 3)
        for index in others.indices { consider(others[index]?.match, index + 4) }
        switch best?.term {
        case nil: break
        case 0: first?.advance(bytes, text)
        case 1: second?.advance(bytes, text)
        case 2: third?.advance(bytes, text)
        case 3: fourth?.advance(bytes, text)
        case let term?: others[term - 4]?.advance(bytes, text)
        }
        return best
    }
}

/// What a first look at a text tells of several terms.
enum SeveralGlance {
    /// There is no match.
    case nothing
    /// Only the term at this place can have matches, and comparing bytes finds them all.
    case one(Int)
    /// Comparing bytes finds every match of those terms whose bit is set.
    case bytes(UInt8)
    /// It takes a closer look.
    case unclear

    init(_ terms: [CompiledTerm], at bytes: ByteView) {
        if terms.count > 4 {
            self = .unclear
            return
        }
        var present: UInt8 = 0
        for (index, term) in terms.enumerated() {
            switch term.bytes?.glance(at: bytes) {
            case .nothing: break
            case .bytes: present |= 1 << UInt8(index)
            case .unclear, nil:
                self = .unclear
                return
            }
        }
        self = present == 0 ? .nothing : present & (present - 1) == 0 ? .one(present.trailingZeroBitCount) : .bytes(present)
    }
}

extension MergedSearch where Search == ByteSearch {
    /// A search by bytes alone, for the terms whose bit is set in `present`.
    @inline(__always) init(
        _ terms: [CompiledTerm], _ present: UInt8, mergingWithin gap: Int?, _ bytes: ByteView, _ text: String
    ) {
        @inline(__always) func search(_ index: Int) -> ByteSearch? {
            present >> UInt8(index) & 1 == 0 ? nil : terms[index].bytes.map { ByteSearch($0.pattern) }
        }
        self.init((search(0), search(1), search(2), search(3)), mergingWithin: gap, bytes, text)
    }
}

extension MergedSearch where Search == TermSearch {
    /// A search for all of `terms`.
    @inline(__always) init(_ terms: [CompiledTerm], mergingWithin gap: Int?, _ bytes: ByteView, _ text: String) {
        @inline(__always) func search(_ index: Int) -> TermSearch? { index < terms.count ? TermSearch(terms[index]) : nil }
        self.init(
            (search(0), search(1), search(2), search(3)), terms.count > 4 ? terms[4...].map { TermSearch($0) } : [],
            mergingWithin: gap, bytes, text)
    }
}
