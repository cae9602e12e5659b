/// Finds a keyword in a text by comparing folded scalars, as the highlighter's options require.
///
/// This is the reference for what a match is; the faster searches agree with it. It takes linear time.
struct FoldingSearch {
    private let keyword: Keyword
    private var folder: SegmentFolder
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()

    init(_ keyword: Keyword) {
        self.keyword = keyword
        folder = SegmentFolder(keyword.options)
    }

    /// Returns the first match at or after `start`, a character boundary.
    ///
    /// Stops at `end`, but first finishes a partial match, which may end in a match beyond it.
    mutating func next(from start: Int, until end: Int, _ bytes: ByteView, _ text: String) -> ExactOutcome {
        let length = keyword.scalars.count
        var position = start
        var matched = 0
        /// The number of folded scalars that were read since `start`.
        var count = 0
        // The segment where the earliest possible match begins, and the number of folded scalars before it.
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

    /// Extends a match that begins at `origin` over characters before it that fold to nothing, if they are characters of their own.
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

extension Keyword {
    /// Returns the Knuth–Morris–Pratt table of a folded keyword; see ``fallback``.
    static func fallbacks(_ scalars: [UInt32]) -> [Int] {
        var fallback = [Int](repeating: 0, count: scalars.count + 1)
        var length = 0
        for index in scalars.indices.dropFirst() {
            while length > 0, scalars[index] != scalars[length] { length = fallback[length] }
            if scalars[index] == scalars[length] { length += 1 }
            fallback[index + 1] = length
        }
        return fallback
    }

    /// Returns for each byte whether it can be the first of a scalar whose fold begins with `first`.
    ///
    /// Decided by blocks of Unicode and not by the fold table, so that some bytes are included that need not be. Latin letters,
    /// symbols and full-width forms can fold to ASCII; ideographs and syllables fold to ideographs and syllables only.
    static func leadBytes(of first: UInt32) -> [Bool] {
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
            // Letters and symbols from U+00C0 to U+03FF, from U+1000 to U+3FFF, and width forms from U+F000 on.
            case 0xC3...0xCF, 0xE1...0xE3, 0xEF: true
            // ASCII, bytes that begin nothing, ideographs, and most syllables.
            case 0x00...0xC1, 0xE4...0xE9, 0xEB, 0xEC: false
            default: first >= 0x80
            }
        }
    }

    /// Returns the first byte of a scalar in UTF-8; 0 if it is none.
    static func lead(of value: UInt32) -> UInt8 { Unicode.Scalar(value).flatMap { UTF8.encode($0)?.first } ?? 0 }
}
