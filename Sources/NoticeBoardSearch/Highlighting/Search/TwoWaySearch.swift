/// Finds a byte pattern in a text that nearly holds it everywhere, by its Two-Way cut: linear, whatever the text is.
struct TwoWaySearch {
    private var cursor: BlockCursor
    private var edges = Edges()
    /// Every further match begins here or later.
    private var position: Int
    /// How many bytes of the pattern are known to stand at `position`.
    private var known = 0

    init(from start: Int) { (cursor, position) = (BlockCursor(from: start), start) }

    /// The next match that begins before `end`, which no match could pass; nil when there is none.
    @inline(never) mutating func next(
        _ pattern: BytePattern, _ bytes: ByteView, _ text: String, before end: Int
    ) -> Range<Int>? {
        let plan = pattern.twoWay.get()
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
    mutating func skip(to position: Int) { go(to: position, known: 0) }

    private mutating func go(to position: Int, known: Int) {
        (self.position, self.known) = (position, known)
        cursor.skip(to: position)
    }
}
