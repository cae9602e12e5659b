/// Finds a byte pattern in a text that has no other spelling of it.
struct ByteSearch {
    private var scan: ByteScan?
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()
    private var wasted = 0
    /// The next match begins here or later.
    private(set) var position = 0
    /// Whether so much was compared without a match that the exact search is faster.
    private(set) var isTooSlow = false

    /// Returns the next match that begins from `start` to before `end`.
    ///
    /// Returns `nil` and sets `isTooSlow` after false candidates for an eighth of the text's positions, or fewer long ones.
    mutating func next(
        _ pattern: BytePattern, from start: Int, before end: Int, _ bytes: ByteView, _ text: String
    ) -> Range<Int>? {
        position = max(position, start)
        var scan = scan ?? pattern.rarestByte
        defer { self.scan = scan }
        let end = min(end, bytes.count &- pattern.count &+ 1)
        while let start = pattern.next(&scan, from: position, to: bytes.count, bytes), start < end {
            position = start &+ 1
            let equal = pattern.equalBytes(bytes, at: start)
            let range = start..<start &+ pattern.count
            if equal == pattern.count, starts.isBoundary(start, bytes, text), ends.isBoundary(range.upperBound, bytes, text) {
                return range
            }
            wasted &+= equal &+ 8
            if wasted > bytes.count &+ 1024 {
                isTooSlow = true
                return nil
            }
        }
        return nil
    }
}
