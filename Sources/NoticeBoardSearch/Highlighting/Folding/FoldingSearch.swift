/// Finds a folded keyword in a text whose scalars are folded as they are read: right for everything, and linear.
struct FoldingSearch {
    private let keyword: FoldedKeyword
    private var folder: SegmentFolder
    private let keepsEmptySegments: Bool
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()

    init(_ keyword: FoldedKeyword, _ rules: FoldRules) {
        self.keyword = keyword
        folder = SegmentFolder(rules)
        keepsEmptySegments = rules.ignoresMarks || rules.ignoresPresentation
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
    @inline(__always) private mutating func skip(from position: Int, until end: Int, _ bytes: ByteView) -> Int {
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
    private mutating func emptyStart(before origin: Int, start: Int, _ bytes: ByteView) -> Int {
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

/// A keyword in folded form, prepared so that every scalar of a text is compared about once, whatever the keyword is.
///
/// A class, because every search of a text holds it.
final class FoldedKeyword: Sendable {
    let scalars: [UInt32]
    /// For each length of a partial match, the length of the longest shorter one that it ends with.
    let fallback: [Int]
    /// Whether a byte can be the first of a scalar at which a match begins.
    let canBegin: [Bool]
    /// Whether a match may begin with a mark, so that no text can be skipped by its first scalars.
    let beginsWithMark: Bool

    init(_ scalars: [UInt32], _ rules: FoldRules) {
        self.scalars = scalars
        fallback = Self.fallbacks(scalars)
        let first = scalars.first ?? 0
        var folder = SegmentFolder(rules)
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

    /// The first bytes of all scalars whose fold begins with `first`, and some more: by scripts, so that no table has to be read.
    ///
    /// What begins like a letter of ASCII is Latin, a sign or a width form; what begins like anything else is neither an
    /// ideograph nor a syllable, but for those that are meant.
    private static func leadBytes(of first: UInt32) -> [Bool] {
        let own = lead(of: first)
        var syllables: ClosedRange<UInt8> = own...own
        if Hangul.conjoiningLeads.contains(first) {
            let all = Jamo.syllables(withLead: Int(first - Hangul.conjoiningLeads.lowerBound))
            syllables = lead(of: all.lowerBound)...lead(of: all.upperBound)
        }
        return (0...255 as ClosedRange<UInt8>).map { byte in
            switch byte {
            case own, syllables: true
            // A small letter's capital; the dotless ı may be an I without a dot.
            case 0x41...0x5A: UInt32(byte | 0x20) == first || (first == 0x131 && byte == 0x49)
            case 0..<0x80: first == 0x131 && byte == 0x69
            case 0xC3...0xCF, 0xE1...0xE3, 0xEF: true
            case 0x80...0xC1, 0xE4...0xE9, 0xEB, 0xEC: false
            default: first >= 0x80
            }
        }
    }

    /// The first byte of a scalar in UTF-8.
    static func lead(of value: UInt32) -> UInt8 { Unicode.Scalar(value).flatMap { UTF8.encode($0)?.first } ?? 0 }
}
