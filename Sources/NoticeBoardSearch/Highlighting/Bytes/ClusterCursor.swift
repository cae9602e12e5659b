/// Answers whether a position lies between two characters, for positions that mostly grow.
///
/// Where the bytes do not show it, the standard library's own segmentation is walked forward from the last known boundary. A
/// walk back would have to count the flags before a position each time, and a long row of them would cost their number squared.
struct ClusterCursor {
    private var known = 0
    /// The boundary that follows `known`, when it was computed already; otherwise equal to `known`.
    private var following = 0

    @inline(__always) mutating func isBoundary(_ offset: Int, _ bytes: ByteView, _ text: String) -> Bool {
        bytes.isSureBreak(at: offset) || isBoundaryBySegmentation(offset, bytes, text)
    }

    @inline(never) private mutating func isBoundaryBySegmentation(_ offset: Int, _ bytes: ByteView, _ text: String) -> Bool {
        if offset < known { (known, following) = (0, 0) }
        if offset == known { return true }
        if offset < following { return false }
        var start = bytes.startOfScalar(before: offset)
        while start > known, !bytes.isSureBreak(at: start) { start = bytes.startOfScalar(before: start) }
        if start > max(known, following) {
            (known, following) = (start, start)
        } else if following > known {
            known = following
        }
        while known < offset {
            following = Self.end(ofClusterAt: known, bytes, text)
            if following > offset { return false }
            known = following
        }
        return known == offset
    }

    /// Where the character ends that begins at `offset`.
    static func end(ofClusterAt offset: Int, _ bytes: ByteView, _ text: String) -> Int {
        let next = offset &+ bytes.scalar(at: offset).length
        if bytes.isSureBreak(at: next) { return next }
        // A substring begins a character by definition, so nothing before `offset` is looked at again.
        let rest = text[text.utf8.index(text.startIndex, offsetBy: offset)...]
        guard rest.startIndex < rest.endIndex else { return offset }
        return text.utf8.distance(from: text.startIndex, to: rest.index(after: rest.startIndex))
    }
}
