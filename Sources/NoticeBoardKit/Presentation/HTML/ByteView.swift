/// The UTF-8 of a text.
struct ByteView {
    private let bytes: [UInt8]
    var count: Int { bytes.count }

    init(_ text: String) { bytes = Array(text.utf8) }

    @inline(__always) subscript(index: Int) -> UInt8 { bytes[index] }

    /// The byte at `index`, or 0 behind the end.
    @inline(__always) func byte(_ index: Int) -> UInt8 { index < count ? self[index] : 0 }

    /// The first place of `byte` from `start` on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        let index = firstIndex(of: byte, or: byte, from: start, to: count)
        return index < count ? index : nil
    }

    /// The first place of one of two bytes in `start..<end`, or `end`.
    @inline(__always) func firstIndex(of first: UInt8, or second: UInt8, from start: Int, to end: Int) -> Int {
        guard start < end else { return end }
        var index = start
        while index < end, self[index] != first, self[index] != second { index += 1 }
        return index
    }

    /// Whether `text`, in ASCII's small letters, is at `index` in any case.
    func has(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { text in
            for offset in 0..<text.count where unsafe self[index + offset].lowercased != text[offset] { return false }
            return true
        }
    }

    /// Appends the bytes of `range` to `array`.
    func append(_ range: Range<Int>, to array: inout [UInt8]) { array += bytes[range] }
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
