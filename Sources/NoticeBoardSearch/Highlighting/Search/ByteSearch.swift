/// Finds a byte pattern in a stretch of text without triggers.
struct ByteSearch {
    private var cursor: BlockCursor
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()
    /// The bytes compared one by one so far.
    private var work = 0
    /// Every further match begins here or later.
    private(set) var position: Int
    /// Comparing bytes has cost so much that folding the rest will be cheaper: as with keywords that repeat themselves.
    private(set) var isTooDear = false

    @inline(__always) init(from start: Int) { (cursor, position) = (BlockCursor(from: start), start) }

    /// The next match that begins before `end`; nil when there is none, or when the search became too dear.
    @inline(__always) mutating func next(_ pattern: BytePattern, _ bytes: ByteView, _ text: String, before end: Int) -> Range<
        Int
    >? {
        while let start = cursor.next(pattern.pair, bytes, before: end) {
            let (isEqual, cost) = pattern.compare(bytes, at: start)
            if isEqual, starts.isBoundary(start, bytes, text), ends.isBoundary(start &+ pattern.count, bytes, text) {
                skip(to: start &+ pattern.count)
                return start..<start &+ pattern.count
            }
            work &+= cost
            if work > 2 &* start &+ 8192 {
                position = start
                isTooDear = true
                return nil
            }
        }
        return nil
    }

    /// Leaves out what lies before `position`.
    @inline(__always) mutating func skip(to position: Int) {
        self.position = position
        cursor.skip(to: position)
    }
}
