/// Finds a byte pattern in a stretch of text without triggers.
///
/// Where the pattern nearly stands again and again, as with keywords that repeat themselves in texts that do, it goes on by
/// the Two-Way method, which is slower at first and linear always.
struct ByteSearch {
    private var cursor: BlockCursor
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()
    /// The bytes compared in vain so far.
    private var work = 0
    private var isByTwoWay = false
    /// Then every further match begins here or later.
    private var position = 0
    /// How many bytes of the pattern are known to stand at `position`.
    private var known = 0

    @inline(__always) init(from start: Int) { cursor = BlockCursor(from: start) }

    /// The next match that begins before `end`; nil when there is none.
    @inline(__always) mutating func next(
        _ pattern: BytePattern, _ bytes: ByteView, _ text: String, before end: Int
    ) -> Range<Int>? {
        let end = min(end, bytes.count &- pattern.count &+ 1)
        if isByTwoWay { return nextByTwoWay(pattern, bytes, text, before: end) }
        while let start = cursor.next(pattern.pair, bytes, before: end) {
            let (isEqual, cost) = pattern.compare(bytes, at: start)
            if isEqual, isWhole(start..<start &+ pattern.count, bytes, text) {
                cursor.skip(to: start &+ pattern.count)
                return start..<start &+ pattern.count
            }
            work &+= cost
            if work > 2 &* start &+ 8192 {
                isByTwoWay = true
                (cursor, position, known) = (BlockCursor(from: start &+ 1), start &+ 1, 0)
                return nextByTwoWay(pattern, bytes, text, before: end)
            }
        }
        return nil
    }

    @inline(never) private mutating func nextByTwoWay(
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
            } else if isWhole(start..<start &+ pattern.count, bytes, text) {
                go(to: start &+ pattern.count, known: 0)
                return start..<start &+ pattern.count
            } else {
                go(to: start &+ plan.period, known: plan.isPeriodic ? pattern.count &- plan.period : 0)
            }
        }
        return nil
    }

    /// Whether no character is cut by `range`.
    @inline(__always) private mutating func isWhole(_ range: Range<Int>, _ bytes: ByteView, _ text: String) -> Bool {
        starts.isBoundary(range.lowerBound, bytes, text) && ends.isBoundary(range.upperBound, bytes, text)
    }

    @inline(__always) private mutating func go(to position: Int, known: Int) {
        (self.position, self.known) = (position, known)
        cursor.skip(to: position)
    }

    /// Leaves out what lies before `position`.
    @inline(__always) mutating func skip(to position: Int) {
        if isByTwoWay { go(to: position, known: 0) } else { cursor.skip(to: position) }
    }
}
