extension ByteView {
    /// Whether the bytes alone show that a grapheme cluster ends and another begins at `offset`.
    ///
    /// False means "not known": the standard library is asked then. The classes are wide enough that Korean, Japanese, Chinese
    /// and Western text is never asked about, and so narrow that every version of Unicode agrees; the tests hold both against
    /// the standard library for every scalar.
    @inline(__always) func isSureBreak(at offset: Int) -> Bool { isPlainBreak(at: offset) || isOtherSureBreak(at: offset) }

    /// Whether a text begins or ends at `offset`, or one character of ASCII ends and another begins.
    @inline(__always) func isPlainBreak(at offset: Int) -> Bool {
        if offset <= 0 || offset >= count { return true }
        let (previous, next) = (self[offset &- 1], self[offset])
        return previous | next < 0x80 && (next != 0x0A || previous != 0x0D)
    }

    /// Whether the letter at `offset` stands between others of ASCII, and so is a character: false means "not known".
    ///
    /// Not for a line break, which may be half of one.
    @inline(__always) func isAmongASCII(_ offset: Int) -> Bool {
        if offset > 0, offset &+ 3 <= count { return word(at: offset &- 1) & 0x80_8080 == 0 }
        return (offset == 0 || self[offset &- 1] < 0x80) && (offset &+ 1 >= count || self[offset &+ 1] < 0x80)
    }

    /// Whether the bytes show a break where other characters than ASCII stand on a side of `offset`, which is within the text.
    @inline(never) func isOtherSureBreak(at offset: Int) -> Bool {
        let (previous, next) = (self[offset &- 1], self[offset])
        if previous | next < 0x80 { return false }
        return beginsAfresh(at: offset, next) && endsAlone(before: offset, previous)
    }

    /// Whether one of the letters that flags are pairs of, U+1F1E6 to U+1F1FF, ends before `offset`.
    @inline(__always) func isFlagLetter(before offset: Int) -> Bool {
        offset >= 4 && offset <= count && self[offset &- 4] == 0xF0 && self[offset &- 3] == 0x9F && self[offset &- 2] == 0x87
            && self[offset &- 1] >= 0xA6
    }

    /// Whether the scalar at `offset`, which is before the end, joins only what is left out in `endsAlone`.
    @inline(__always) func beginsAfresh(at offset: Int) -> Bool { beginsAfresh(at: offset, self[offset]) }

    /// Whether the scalar at `offset` joins what stands before it only if that is of a kind which `endsAlone` leaves out.
    @inline(__always) private func beginsAfresh(at offset: Int, _ lead: UInt8) -> Bool {
        switch lead {
        case 0..<0x80: true
        case 0xC2...0xCB: true
        case 0xE3:
            switch self[offset &+ 1] {
            case 0x80: self[offset &+ 2] < 0xAA
            case 0x81, 0x83...0x86: true
            case 0x82: self[offset &+ 2] & 0xFC != 0x98
            default: false
            }
        case 0xE4...0xE9, 0xEB, 0xEC: true
        case 0xEA: self[offset &+ 1] >= 0xB0
        case 0xED: self[offset &+ 1] <= 0x9D
        case 0xF0: self[offset &+ 1] == 0x9F && !(self[offset &+ 2] == 0x8F && self[offset &+ 3] >= 0xBB)
        default: false
        }
    }

    /// Whether the scalar before `offset` joins only such scalars to itself as `beginsAfresh` leaves out.
    ///
    /// Left out here: what is put before others (Arabic and Indic signs), jamo, the joiner, viramas, flags.
    @inline(__always) private func endsAlone(before offset: Int, _ last: UInt8) -> Bool {
        if last < 0x80 { return true }
        let start = startOfScalar(before: offset)
        switch self[start] {
        case 0xC2...0xD4: return true
        case 0xE2: return !(self[start &+ 1] == 0x80 && last == 0x8D)
        case 0xE3...0xE9, 0xEB, 0xEC, 0xEF: return true
        case 0xEA: return self[start &+ 1] >= 0xB0
        case 0xED: return self[start &+ 1] <= 0x9D
        case 0xF0: return self[start &+ 1] == 0x9F && self[start &+ 2] != 0x87
        default: return false
        }
    }
}

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

    /// Where the character ends that begins at `offset`, which is not the end of the text.
    static func end(ofClusterAt offset: Int, _ bytes: ByteView, _ text: String) -> Int {
        let next = offset &+ bytes.scalar(at: offset).length
        if bytes.isSureBreak(at: next) { return next }
        // A substring begins a character by definition, so nothing before `offset` is looked at again.
        let rest = text[text.utf8.index(text.startIndex, offsetBy: offset)...]
        return text.utf8.distance(from: text.startIndex, to: rest.index(after: rest.startIndex))
    }
}

/// Tells whether a range cuts no character at either end, for ranges in order.
struct Edges {
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()

    /// Whether no character is cut by `range`.
    @inline(__always) mutating func areBoundaries(_ range: Range<Int>, _ bytes: ByteView, _ text: String) -> Bool {
        starts.isBoundary(range.lowerBound, bytes, text) && ends.isBoundary(range.upperBound, bytes, text)
    }
}
