/// Finds a keyword in a text by comparing folded scalars.
///
/// This is the reference for what a match is; the faster searches agree with it. It takes linear time. ``SegmentFolder`` says what
/// a segment is.
struct FoldingSearch {
    private let keyword: Keyword
    private var folder: SegmentFolder
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()

    init(_ keyword: Keyword) {
        self.keyword = keyword
        folder = SegmentFolder(keyword.folding)
    }

    /// Returns the first match at or after `start`, a character boundary.
    ///
    /// Stops at `end`, unless a partial match is running: the match found then may end, or even begin, behind `end`.
    mutating func next(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> ExactOutcome {
        let length = keyword.scalars.count
        var position = start
        var matched = 0
        /// The number of folded scalars that were read since `start`.
        var count = 0
        // The last segment at or before which the running match can begin, and the number of folded scalars before it.
        var anchor = (position: start, count: 0)
        while true {
            if matched == 0 {
                if !keyword.beginsWithMark { position = skip(from: position, until: end, bytes) }
                if position >= end { return .nothing(until: position) }
                anchor = (position, count)
            }
            if position >= bytes.count { return .nothing(until: position) }
            position = folder.read(bytes, from: position)
            let scalars = folder.output.count
            for index in 0..<scalars {
                let scalar = folder.output[index]
                if matched == length { matched = keyword.fallback[matched] }
                while matched > 0, scalar != keyword.scalars[matched] { matched = keyword.fallback[matched] }
                if scalar == keyword.scalars[matched] { matched &+= 1 }
            }
            count &+= scalars
            // Only matches that begin and end with a segment are accepted.
            guard matched == length, scalars > 0 else { continue }
            advance(&anchor, to: count &- length, bytes)
            if anchor.count == count &- length, ends.isBoundary(position, bytes, text) {
                let first = emptyStart(before: anchor.position, start: start, bytes)
                if starts.isBoundary(first, bytes, text) { return .match(first..<position) }
            }
            matched = keyword.fallback[matched]
        }
    }

    /// Moves `anchor` to the first segment with at least `count` folded scalars before it.
    ///
    /// A whole search reads the text at most once here.
    private mutating func advance(_ anchor: inout (position: Int, count: Int), to count: Int, _ bytes: ByteView) {
        while anchor.count < count {
            anchor.position = folder.read(bytes, from: anchor.position)
            anchor.count &+= folder.output.count
        }
    }

    /// Returns the position of the next scalar that can begin a match, or the end.
    @inline(__always) private mutating func skip(from position: Int, until end: Int, _ bytes: ByteView) -> Int {
        var position = position
        let end = min(end, bytes.count)
        let first = keyword.scalars[0]
        while position < end {
            if keyword.canBegin[Int(bytes[position])], folder.head(bytes.scalar(at: position).value) == first { return position }
            position &+= 1
        }
        return end
    }

    /// Extends a match that begins at `origin` over the marks before it that fold to nothing, if they do not belong to the character
    /// before them.
    private mutating func emptyStart(before origin: Int, start: Int, _ bytes: ByteView) -> Int {
        var position = origin
        while position > start {
            let previous = bytes.startOfScalar(before: position)
            let scalar = bytes.scalar(at: previous).value
            if !folder.foldsToNothing(scalar) { return folder.endsCluster(scalar) ? position : origin }
            position = previous
        }
        return position
    }
}
