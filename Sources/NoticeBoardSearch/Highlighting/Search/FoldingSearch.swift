/// Finds a folded keyword in a text whose scalars are folded as they are read: right for everything, and linear.
struct FoldingSearch {
    private var folder: SegmentFolder
    private let keepsEmptySegments: Bool
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()
    /// Where in the text the last folded scalars come from, round and round: the offset of a segment's first, else -1.
    private var origins: [Int] = []

    init(_ options: Highlighter.Options) {
        folder = SegmentFolder(options)
        keepsEmptySegments = !options.isDisjoint(with: [.diacriticInsensitive, .emojiPresentationInsensitive])
    }

    /// What a search over a part of a text came to.
    enum Outcome {
        case match(Range<Int>)
        /// No match begins before this position.
        case nothing(until: Int)
    }

    /// The first match from `start`, a boundary, on. Gives up when no match begins before `end`.
    mutating func next(
        _ keyword: FoldedKeyword, from start: Int, until end: Int, _ bytes: ByteView, _ text: String
    ) -> Outcome {
        let length = keyword.scalars.count
        if origins.isEmpty { origins = Array(repeating: -1, count: Self.capacity(for: length)) }
        let mask = origins.count &- 1
        var position = start
        var matched = 0
        /// How many folded scalars were compared.
        var count = 0
        while true {
            if matched == 0 {
                if !keyword.beginsWithMark { position = skip(keyword, from: position, start: start, until: end, bytes) }
                if position >= end { return .nothing(until: position) }
            }
            if position >= bytes.count { return .nothing(until: position) }
            let next = folder.read(bytes, from: position)
            let scalars = folder.output
            for index in scalars.indices {
                let scalar = scalars[index]
                origins[count & mask] = index == 0 ? position : -1
                count &+= 1
                while matched > 0, scalar != keyword.scalars[matched] { matched = keyword.fallback[matched] }
                if scalar == keyword.scalars[matched] { matched &+= 1 }
                guard matched == length else { continue }
                let origin = origins[(count &- length) & mask]
                if index &+ 1 == scalars.count, origin >= 0, ends.isBoundary(next, bytes, text) {
                    let first = keepsEmptySegments ? emptyStart(before: origin, start: start, bytes) : origin
                    if starts.isBoundary(first, bytes, text) { return .match(first..<next) }
                }
                matched = keyword.fallback[matched]
            }
            position = next
        }
    }

    private static func capacity(for length: Int) -> Int {
        var capacity = 2
        while capacity < length { capacity *= 2 }
        return capacity
    }

    /// The next segment at which a match can begin.
    @inline(__always) private func skip(
        _ keyword: FoldedKeyword, from position: Int, start: Int, until end: Int, _ bytes: ByteView
    ) -> Int {
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
