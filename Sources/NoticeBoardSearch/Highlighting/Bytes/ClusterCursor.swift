/// Answers whether a position lies between two characters, for positions that mostly grow.
///
/// Where the bytes do not show it, the standard library's own segmentation is walked forward from the last known boundary. A
/// walk back would have to count the flags before a position each time, and a long row of them would cost their number squared.
struct ClusterCursor {
    private var known = 0
    /// The boundary that follows `known`, when it was computed already; otherwise equal to `known`.
    private var following = 0
    /// A row of flag letters that reaches to `rowEnd` at least, and where it begins.
    private var rowStart = 0
    private var rowEnd = 0

    @inline(__always) mutating func isBoundary(_ offset: Int, _ bytes: ByteView, _ text: String) -> Bool {
        bytes.isPlainBreak(at: offset) || isBoundaryByAsking(offset, bytes, text)
    }

    @inline(never) private mutating func isBoundaryByAsking(_ offset: Int, _ bytes: ByteView, _ text: String) -> Bool {
        if bytes.isFlagLetter(before: offset) {
            if bytes.isFlagLetter(before: offset &+ 4) { return hasPairs(before: offset, bytes) }
            if bytes.beginsAfresh(at: offset) { return true }
        } else if bytes.isOtherSureBreak(at: offset) {
            return true
        }
        return isBoundaryBySegmentation(offset, bytes, text)
    }

    /// Whether the row of flag letters before `offset` consists of pairs, which are flags.
    ///
    /// The row is counted from where it begins, and that is remembered: a long row is read once.
    private mutating func hasPairs(before offset: Int, _ bytes: ByteView) -> Bool {
        var start = offset
        while bytes.isFlagLetter(before: start) {
            if start == rowEnd {
                start = rowStart
                break
            }
            start &-= 4
        }
        (rowStart, rowEnd) = (start, offset)
        return (offset &- start) & 7 == 0
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
