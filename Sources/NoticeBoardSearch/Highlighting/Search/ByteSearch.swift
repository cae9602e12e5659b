/// Finds a byte pattern in a stretch of text without triggers.
///
/// Where the pattern nearly stands again and again, as with keywords that repeat themselves in texts that do, it goes on by
/// the Two-Way method, which is slower at first and linear always.
struct ByteSearch {
    private var cursor: BlockCursor
    private var edges = Edges()
    /// The bytes compared in vain so far.
    private var work = 0
    private var twoWay: TwoWaySearch?

    @inline(__always) init(from start: Int) { cursor = BlockCursor(from: start) }

    /// The next match that begins before `end`; nil when there is none.
    @inline(__always) mutating func next(
        _ pattern: BytePattern, _ bytes: ByteView, _ text: String, before end: Int
    ) -> Range<Int>? {
        let end = min(end, bytes.count &- pattern.count &+ 1)
        if twoWay != nil { return twoWay?.next(pattern, bytes, text, before: end) }
        while let start = cursor.next(pattern.pair, bytes, before: end) {
            let (isEqual, cost) = pattern.compare(bytes, at: start)
            if isEqual, edges.areBoundaries(start..<start &+ pattern.count, bytes, text) {
                cursor.skip(to: start &+ pattern.count)
                return start..<start &+ pattern.count
            }
            work &+= cost
            if work > 2 &* start &+ 8192 {
                twoWay = TwoWaySearch(from: start &+ 1)
                return twoWay?.next(pattern, bytes, text, before: end)
            }
        }
        return nil
    }

    /// Leaves out what lies before `position`.
    @inline(__always) mutating func skip(to position: Int) {
        cursor.skip(to: position)
        twoWay?.skip(to: position)
    }
}
