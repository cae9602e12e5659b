/// Finds a folded keyword in a text whose scalars are folded as they are read: right for everything, and linear.
struct FoldingSearch {
    private let keyword: FoldedKeyword
    private var folder: SegmentFolder
    private let keepsEmptySegments: Bool
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()

    init(_ keyword: FoldedKeyword, _ options: HighlighterOptions) {
        self.keyword = keyword
        folder = SegmentFolder(options)
        keepsEmptySegments = !options.isDisjoint(with: [.diacriticInsensitive, .emojiPresentationInsensitive])
    }

    /// What a search over a part of a text came to.
    enum Outcome {
        case match(Range<Int>)
        /// No match begins before this position.
        case nothing(until: Int)
    }

    /// The first match from `start`, a boundary, on.
    ///
    /// Gives up when no match begins before `end`.
    mutating func next(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> Outcome {
        let length = keyword.scalars.count
        var position = start
        var matched = 0
        /// How many folded scalars were compared.
        var count = 0
        // A segment, and how many scalars stand before it. No match that is found later begins before it.
        var anchor = (position: start, count: 0)
        while true {
            if matched == 0 {
                if !keyword.beginsWithMark { position = skip(from: position, until: end, bytes) }
                if position >= end { return .nothing(until: position) }
                anchor = (position, count)
            }
            if position >= bytes.count { return .nothing(until: position) }
            let fold = folder.read(bytes, from: position)
            let scalars = fold.count < 0 ? folder.output.count : fold.count
            for index in 0..<scalars {
                let scalar = fold.count < 0 ? folder.output[index] : fold.scalars[index]
                if matched == length { matched = keyword.fallback[matched] }
                while matched > 0, scalar != keyword.scalars[matched] { matched = keyword.fallback[matched] }
                if scalar == keyword.scalars[matched] { matched &+= 1 }
            }
            count &+= scalars
            position = fold.end
            // A match ends where a segment does, and begins where one does.
            guard matched == length, scalars > 0 else { continue }
            advance(&anchor, to: count &- length, bytes)
            if anchor.count == count &- length, ends.isBoundary(position, bytes, text) {
                let first = keepsEmptySegments ? emptyStart(before: anchor.position, start: start, bytes) : anchor.position
                if starts.isBoundary(first, bytes, text) { return .match(first..<position) }
            }
            matched = keyword.fallback[matched]
        }
    }

    /// Moves on to the first segment before which at least `count` scalars stand.
    ///
    /// All such walks together pass the text once.
    private mutating func advance(_ anchor: inout (position: Int, count: Int), to count: Int, _ bytes: ByteView) {
        while anchor.count < count {
            let fold = folder.read(bytes, from: anchor.position)
            anchor = (fold.end, anchor.count &+ (fold.count < 0 ? folder.output.count : fold.count))
        }
    }

    /// The next segment at which a match can begin.
    @inline(__always) private func skip(from position: Int, until end: Int, _ bytes: ByteView) -> Int {
        var position = position
        let end = min(end, bytes.count)
        let first = keyword.scalars[0]
        while position < end {
            if keyword.canBegin[Int(bytes[position])], folder.canBegin(bytes.scalar(at: position).value, with: first) {
                return position
            }
            position &+= 1
        }
        return end
    }

    /// Where a match begins that is found at `origin`: a character before it that folds to nothing belongs to it.
    private func emptyStart(before origin: Int, start: Int, _ bytes: ByteView) -> Int {
        var position = origin
        while position > start {
            let previous = bytes.startOfScalar(before: position)
            guard folder.foldsToNothing(bytes.scalar(at: previous).value) else { return afterControl(position, origin) }
            position = previous
        }
        return position

        func afterControl(_ position: Int, _ origin: Int) -> Int {
            guard position < origin else { return origin }
            let previous = bytes.startOfScalar(before: position)
            return folder.endsCluster(bytes.scalar(at: previous).value) ? position : origin
        }
    }
}
