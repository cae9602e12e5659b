/// How a keyword is cut in two so that a search by bytes is linear in every text: the Two-Way method of Crochemore and Perrin.
///
/// The right part is compared first. Where it differs, all positions up to the difference are ruled out; where the left part
/// differs, all up to a period of the keyword. So no byte of the text is compared more than a few times.
struct TwoWay: Sendable {
    /// Where the right part begins: a place at which the keyword repeats itself no sooner than as a whole.
    let cut: Int
    /// How far to go on when the right part was found.
    let period: Int
    /// Whether the keyword really repeats itself so soon: then what was compared before stays compared.
    let isPeriodic: Bool
    /// The fast first look, at the beginning of the right part.
    let pair: BytePair

    /// A cut of `values`, the bytes to find.
    init(_ values: [UInt8], masks: [UInt8]) {
        let (rising, falling) = (Self.maximalSuffix(values, >), Self.maximalSuffix(values, <))
        let (cut, period) = rising.start > falling.start ? rising : falling
        isPeriodic = cut + period <= values.count && values[..<cut].elementsEqual(values[period..<period + cut])
        self.cut = cut
        self.period = isPeriodic ? period : max(cut, values.count - cut) + 1
        let next = min(cut + 1, values.count - 1)
        pair = BytePair(values, masks: masks, at: (cut, next))
    }

    /// The suffix that comes last in the order `isAfter`, and its period.
    private static func maximalSuffix(_ values: [UInt8], _ isAfter: (UInt8, UInt8) -> Bool) -> (start: Int, period: Int) {
        var (start, other, offset, period) = (0, 1, 0, 1)
        while other + offset < values.count {
            let (old, new) = (values[start + offset], values[other + offset])
            if old == new {
                if offset + 1 == period { (other, offset) = (other + period, 0) } else { offset += 1 }
            } else if isAfter(old, new) {
                other += offset + 1
                (offset, period) = (0, other - start)
            } else {
                start = other
                (other, offset, period) = (other + 1, 0, 1)
            }
        }
        return (start, period)
    }
}

/// Finds a byte pattern in a text that nearly holds it everywhere, by its Two-Way cut: linear, whatever the text is.
///
/// A class, because hardly any search needs one, and it is large.
final class TwoWaySearch {
    private let pattern: BytePattern
    private let plan: TwoWay
    private var cursor: BlockCursor
    private var edges = Edges()
    /// Every further match begins here or later.
    private var position: Int
    /// How many bytes of the pattern are known to stand at `position`.
    private var known = 0

    /// Making the plan reads the pattern a few times: no more than the comparisons in vain that lead here.
    init(_ pattern: BytePattern, from start: Int) {
        self.pattern = pattern
        plan = TwoWay(pattern.values, masks: pattern.masks)
        (cursor, position) = (BlockCursor(from: start), start)
    }

    /// The next match that begins before `end`, which no match could pass; nil when there is none.
    @inline(never) func next(_ bytes: ByteView, _ text: String, before end: Int) -> Range<Int>? {
        while let start = cursor.next(plan.pair, bytes, before: end) {
            // What was compared before tells nothing about a place further on.
            if start != position { known = 0 }
            if let place = pattern.difference(bytes, at: start, from: max(plan.cut, known), to: pattern.count) {
                go(to: start &+ place &- plan.cut &+ 1, known: 0)
            } else if known < plan.cut, pattern.difference(bytes, at: start, from: known, to: plan.cut) != nil {
                go(to: start &+ plan.period, known: plan.isPeriodic ? pattern.count &- plan.period : 0)
            } else if edges.areBoundaries(start..<start &+ pattern.count, bytes, text) {
                go(to: start &+ pattern.count, known: 0)
                return start..<start &+ pattern.count
            } else {
                go(to: start &+ plan.period, known: plan.isPeriodic ? pattern.count &- plan.period : 0)
            }
        }
        return nil
    }

    /// Leaves out what lies before `position`.
    func skip(to position: Int) { go(to: position, known: 0) }

    private func go(to position: Int, known: Int) {
        (self.position, self.known) = (position, known)
        cursor.skip(to: position)
    }
}
