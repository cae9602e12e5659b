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
