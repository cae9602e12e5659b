/// Finds a folded keyword in a text that is folded as it is read: the definition of a match, in linear time.
struct FoldingSearch {
    private let keyword: FoldedKeyword
    private var folder: SegmentFolder
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()

    init(_ keyword: Keyword) {
        self.keyword = keyword.automaton
        folder = SegmentFolder(keyword.options)
    }

    /// Returns the first match from `start` on, which is a character boundary, unless none begins before `end`.
    mutating func next(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> ExactOutcome {
        let length = keyword.scalars.count
        var position = start
        var matched = 0
        /// The number of folded scalars that were compared.
        var count = 0
        // A segment and the number of scalars before it. No later match begins before it.
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
            // A match begins and ends with a segment.
            guard matched == length, scalars > 0 else { continue }
            advance(&anchor, to: count &- length, bytes)
            if anchor.count == count &- length, ends.isBoundary(position, bytes, text) {
                let first = emptyStart(before: anchor.position, start: start, bytes)
                if starts.isBoundary(first, bytes, text) { return .match(first..<position) }
            }
            matched = keyword.fallback[matched]
        }
    }

    /// Moves to the first segment with at least `count` scalars before it.
    ///
    /// All calls together read the text once.
    private mutating func advance(_ anchor: inout (position: Int, count: Int), to count: Int, _ bytes: ByteView) {
        while anchor.count < count {
            let fold = folder.read(bytes, from: anchor.position)
            anchor = (fold.end, anchor.count &+ (fold.count < 0 ? folder.output.count : fold.count))
        }
    }

    /// Returns the next segment that a match can begin with.
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

    /// Returns the start of a match at `origin`, including characters before it that fold to nothing.
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

/// A keyword in folded form with the fallback table of Knuth, Morris and Pratt.
final class FoldedKeyword: Sendable {
    let scalars: [UInt32]
    /// For each length of a partial match, the length of the longest shorter one that it ends with.
    let fallback: [Int]
    /// For each byte, whether it can be the first of a scalar that begins a match.
    let canBegin: [Bool]
    /// Whether a match can begin with a mark, so that the first scalar of a segment says nothing.
    let beginsWithMark: Bool

    init(_ scalars: [UInt32], _ options: Highlighter.Options) {
        self.scalars = scalars
        fallback = Self.fallbacks(scalars)
        let first = scalars.first ?? 0
        var folder = SegmentFolder(options)
        beginsWithMark = folder.isTrailing(first)
        canBegin = Self.leadBytes(of: first)
    }

    private static func fallbacks(_ scalars: [UInt32]) -> [Int] {
        var fallback = [Int](repeating: 0, count: scalars.count + 1)
        var length = 0
        for index in scalars.indices.dropFirst() {
            while length > 0, scalars[index] != scalars[length] { length = fallback[length] }
            if scalars[index] == scalars[length] { length += 1 }
            fallback[index + 1] = length
        }
        return fallback
    }

    /// Returns for each byte whether a scalar whose fold begins with `first` can begin with it.
    ///
    /// Decided by script without reading the fold table, so some bytes are included that need not be: the fold of a Latin letter,
    /// a sign or a width form can begin with ASCII; the fold of an ideograph or a syllable begins with its own kind.
    private static func leadBytes(of first: UInt32) -> [Bool] {
        let own = lead(of: first)
        var syllables: ClosedRange<UInt8> = own...own
        if let number = Jamo.conjoiningLead(first) {
            let all = Jamo.syllables(withLead: number)
            syllables = lead(of: all.lowerBound)...lead(of: all.upperBound)
        }
        return (0...255 as ClosedRange<UInt8>).map { byte in
            switch byte {
            case own, syllables: true
            case 0x41...0x5A: UInt32(byte | 0x20) == first
            case 0xC3...0xCF, 0xE1...0xE3, 0xEF: true
            case 0x00...0xC1, 0xE4...0xE9, 0xEB, 0xEC: false
            default: first >= 0x80
            }
        }
    }

    /// Returns the first byte of a scalar in UTF-8.
    static func lead(of value: UInt32) -> UInt8 { Unicode.Scalar(value).flatMap { UTF8.encode($0)?.first } ?? 0 }
}
