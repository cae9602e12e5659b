import Foundation
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

    /// Returns the first offset of `byte` between two offsets, or up to the end of the text; `nil` if there is none.
    @inline(__always) func offset(of byte: UInt8, from start: Int, to limit: Int? = nil) -> Int? {
        let end = limit ?? count
        guard start < end, let base = unsafe bytes.baseAddress else { return nil }
        precondition(start >= 0 && end <= count)
        return unsafe memchr(base + start, Int32(byte), end - start).map { unsafe UnsafeRawPointer($0) - base }
    }

    /// Appends the bytes of `range` to `array`.
    @inline(__always) func append(_ range: Range<Int>, to array: inout [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        unsafe array.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

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
