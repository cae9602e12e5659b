@_spi(NoticeBoard) import NoticeBoardSearch

extension ByteView {
    /// Returns the first offset of `byte` from `start` on; `nil` if there is none.
    @inline(__always) func offset(of byte: UInt8, from start: Int) -> Int? { offset(of: byte, from: start, to: count) }

    /// The byte at `index`, or 0 behind the end.
    @inline(__always) func byte(_ index: Int) -> UInt8 { index < count ? self[index] : 0 }

    /// The first place of one of two bytes in `start..<end`, or `end`.
    ///
    /// It may look at every byte up to `end`.
    @inline(__always) func firstIndex(of first: UInt8, or second: UInt8, from start: Int, to end: Int) -> Int {
        let end = offset(of: first, from: start, to: end) ?? end
        return offset(of: second, from: start, to: end) ?? end
    }

    /// Whether `text`, in ASCII's small letters, is at `index` in any case.
    func has(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { text in
            for offset in 0..<text.count where unsafe self[index + offset].lowercased != text[offset] { return false }
            return true
        }
    }
}

extension UInt8 {
    @inline(__always) var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    var isOfTagName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ":") || self == UInt8(ascii: "_")
    }
    /// White space of HTML, and the vertical tab.
    var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
    /// ASCII's small letter of a capital one; other bytes are unchanged.
    var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}
