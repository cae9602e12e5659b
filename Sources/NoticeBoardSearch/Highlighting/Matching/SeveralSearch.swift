/// Two to four terms that comparing bytes finds in a short text without triggers, all in one pass.
final class SeveralTerms: Sendable {
    fileprivate let terms: [ByteTerm]

    /// Nil for terms that are looked for one by one: more than a few, long ones, and such as have to be folded.
    init?(_ terms: [CompiledTerm]) {
        let short = terms.prefix(5).compactMap { $0.path == .bytes && $0.spelling.utf8.count <= 64 ? $0.bytes : nil }
        guard (2...4).contains(terms.count), short.count == terms.count else { return nil }
        self.terms = short
    }

    /// What a first look at a text tells: the terms that it may hold, a bit a term; nil where it takes a closer look.
    func glance(at bytes: ByteView) -> UInt8? {
        if bytes.count > 4096 { return nil }
        var present: UInt8 = 0
        for index in terms.indices {
            switch terms[index].glance(at: bytes) {
            case .nothing: break
            case .bytes: present |= 1 << UInt8(index)
            case .unclear: return nil
            }
        }
        return present
    }
}

/// Finds several byte patterns at once: where a block of text may hold any of them is known before one is compared.
struct SeveralSearch: HitSource {
    private let terms: [ByteTerm]
    private let present: UInt8
    /// For each term, the places from `block` on that were not looked at yet, a bit a place.
    private var hits = SIMD4<UInt64>()
    private var block = -64
    /// Where the last match of each term ended.
    private var ends = SIMD4<Int>()
    private var edges = Edges()

    /// A search for those of `terms` whose bit is set in `present`.
    init(_ terms: SeveralTerms, present: UInt8) { (self.terms, self.present) = (terms.terms, present) }

    mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        while true {
            let places = hits.x | hits.y | hits.z | hits.w
            if places == 0 {
                block &+= 64
                if block >= bytes.count { return nil }
                look(at: bytes)
                continue
            }
            let place = places.trailingZeroBitCount
            let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: place)
            let term = hits.x & bit != 0 ? 0 : hits.y & bit != 0 ? 1 : hits.z & bit != 0 ? 2 : 3
            hits[term] &= ~bit
            let (start, pattern) = (block &+ place, terms[term].pattern)
            let range = start..<start &+ pattern.count
            if start >= ends[term], pattern.compare(bytes, at: start).isEqual, edges.areBoundaries(range, bytes, text) {
                ends[term] = range.upperBound
                return Hit(range: range, term: term)
            }
        }
    }

    private mutating func look(at bytes: ByteView) {
        for index in terms.indices where present >> UInt8(truncatingIfNeeded: index) & 1 != 0 {
            hits[index] = terms[index].pattern.pair.bits(bytes, from: block)
        }
    }
}
