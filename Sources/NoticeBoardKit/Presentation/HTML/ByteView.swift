import NoticeBoardBase

/// The UTF-8 of a text during a call of ``read(_:_:)``; every access checks its bounds.
///
/// An array would be retained and released at every tag, which takes a third of the time.
@safe struct ByteView {
    private let bytes: UnsafeRawBufferPointer
    let count: Int

    /// Calls `body` with the bytes of `text`, which must not outlive the call.
    static func read<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
        unsafe text.withBytes { unsafe body(ByteView(bytes: UnsafeRawBufferPointer($0), count: $0.count)) }
    }

    @inline(__always) subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe bytes[index]
    }

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
        precondition(start >= 0 && end <= count)
        let (low, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let (firsts, seconds) = (low &* UInt64(first), low &* UInt64(second))
        var index = start
        // Eight bytes at a time; the lowest high bit that is set shows the first byte that is equal.
        while index + 8 <= end {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let (one, two) = (word ^ firsts, word ^ seconds)
            let found = ((one &- low) & ~one | (two &- low) & ~two) & high
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
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
    @inline(__always) func append(_ range: Range<Int>, to array: inout [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        unsafe array.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[range]))
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
