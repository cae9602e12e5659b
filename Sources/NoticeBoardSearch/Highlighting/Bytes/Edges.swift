/// Tells whether a range cuts no character at either end, for ranges in order.
struct Edges {
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()

    /// Whether no character is cut by `range`.
    @inline(__always) mutating func areBoundaries(_ range: Range<Int>, _ bytes: ByteView, _ text: String) -> Bool {
        starts.isBoundary(range.lowerBound, bytes, text) && ends.isBoundary(range.upperBound, bytes, text)
    }
}
