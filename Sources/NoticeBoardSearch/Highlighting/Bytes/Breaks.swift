extension ByteView {
    /// Returns whether the bytes alone show that `offset` is a character boundary; `false` means "unknown".
    ///
    /// Korean, Japanese, Chinese and Western text needs no other answer. The classes are so narrow that every version of Unicode
    /// agrees; a test compares them with the standard library for every scalar.
    @inline(__always) func isSureBreak(at offset: Int) -> Bool { isPlainBreak(at: offset) || isOtherSureBreak(at: offset) }

    /// Returns whether `offset` is the start or end of the text or lies between two ASCII characters.
    @inline(__always) func isPlainBreak(at offset: Int) -> Bool {
        if offset <= 0 || offset >= count { return true }
        let previous = self[offset &- 1]
        let next = self[offset]
        return previous | next < 0x80 && (next != 0x0A || previous != 0x0D)
    }

    /// Returns whether the bytes show a boundary with a scalar beyond ASCII on one side; `offset` is within the text.
    @inline(never) func isOtherSureBreak(at offset: Int) -> Bool {
        let previous = self[offset &- 1]
        let next = self[offset]
        if previous | next < 0x80 { return false }
        return beginsAfresh(at: offset, next) && endsAlone(before: offset, previous)
    }

    /// Returns whether a regional indicator, U+1F1E6 to U+1F1FF, ends at `offset`; two of them form a flag.
    @inline(__always) func isFlagLetter(before offset: Int) -> Bool {
        offset >= 4 && offset <= count && self[offset &- 4] == 0xF0 && self[offset &- 3] == 0x9F && self[offset &- 2] == 0x87
            && self[offset &- 1] >= 0xA6
    }

    /// Returns whether the scalar at `offset` begins a character after every scalar that `endsAlone` accepts.
    @inline(__always) func beginsAfresh(at offset: Int) -> Bool { beginsAfresh(at: offset, self[offset]) }

    /// The same, with the byte at `offset`.
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

    /// Returns whether the scalar before `offset` ends a character before every scalar that `beginsAfresh` accepts.
    ///
    /// Not accepted: prepended signs (Arabic and Indic), conjoining Korean letters, the joiner, viramas, regional indicators.
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

/// Finds out whether positions are character boundaries, for positions that mostly grow.
///
/// If the bytes do not show it, the standard library segments the text forward from the last known boundary. Walking backward
/// would count the flags before each position, which is quadratic for a long row of them.
struct ClusterCursor {
    private var known = 0
    /// The boundary after `known` if it was computed, otherwise `known`.
    private var following = 0
    /// The start of a row of regional indicators that reaches at least to `rowEnd`.
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

    /// Returns whether the row of regional indicators before `offset` consists of whole flags.
    ///
    /// The start of the row is kept, so that a long row is read once.
    private mutating func hasPairs(before offset: Int, _ bytes: ByteView) -> Bool {
        var start = offset
        while bytes.isFlagLetter(before: start) {
            if start == rowEnd {
                start = rowStart
                break
            }
            start &-= 4
        }
        rowStart = start
        rowEnd = offset
        return (offset &- start) & 7 == 0
    }

    @inline(never) private mutating func isBoundaryBySegmentation(_ offset: Int, _ bytes: ByteView, _ text: String) -> Bool {
        if offset < known { (known, following) = (0, 0) }
        if offset == known { return true }
        if offset < following { return false }
        var start = bytes.startOfScalar(before: offset)
        while start > known, !bytes.isSureBreak(at: start) { start = bytes.startOfScalar(before: start) }
        if start > max(known, following) {
            known = start
            following = start
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

    /// Returns the end of the character that begins at `offset`, which is not the end of the text.
    static func end(ofClusterAt offset: Int, _ bytes: ByteView, _ text: String) -> Int {
        let next = offset &+ bytes.scalar(at: offset).length
        if bytes.isSureBreak(at: next) { return next }
        // A substring begins a character by definition, so the text before `offset` is not read again.
        let rest = text[text.utf8.index(text.startIndex, offsetBy: offset)...]
        return text.utf8.distance(from: text.startIndex, to: rest.index(after: rest.startIndex))
    }
}
