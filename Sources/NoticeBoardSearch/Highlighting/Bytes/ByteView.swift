public import Foundation

/// The UTF-8 bytes of one text during a search or another pass; every read is checked against `count`, also in release builds.
///
/// An array would be retained and released at every step, which takes a third of the time of reading HTML.
/// Only the `read` functions create views, and a view must not outlive the closure. All but `readBytes` give well-formed UTF-8.
///
/// The compiler inlines members of a public type into other modules, but not those of a `package` type: each byte of HTML would
/// cost a call. So it is public by name, for the package alone.
@_spi(NoticeBoard) @safe public struct ByteView {
    @usableFromInline let base: UnsafeRawPointer
    /// The number of bytes.
    @usableFromInline package let count: Int

    @inlinable @inline(__always) init(_ buffer: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>) {
        unsafe self.base = UnsafeRawPointer(base)
        self.count = buffer.count
    }

    /// Calls `body` with the bytes of `text` and the contiguous string that they belong to; returns `nil` without bytes.
    ///
    /// A string bridged from Objective-C is copied first.
    @inlinable @inline(__always) package static func read<Result>(_ text: String, _ body: (ByteView, String) -> Result) -> Result?
    {
        let direct: Result?? = unsafe text.utf8.withContiguousStorageIfAvailable { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe body(ByteView(buffer, base: base), text)
        }
        if let direct { return direct }
        return readCopy(of: text, body)
    }

    /// Calls `body` with bytes that need not be well-formed UTF-8, for tests of single bytes; returns `nil` without bytes.
    static func readBytes<Result>(_ bytes: [UInt8], _ body: (ByteView) -> Result) -> Result? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe body(ByteView(buffer, base: base))
        }
    }

    @usableFromInline @inline(never) static func readCopy<Result>(of text: String, _ body: (ByteView, String) -> Result)
        -> Result?
    {
        var copy = text
        copy.makeContiguousUTF8()
        let native = copy
        return copy.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe body(ByteView(buffer, base: base), native)
        }
    }

    /// The byte at `offset`.
    @inlinable @inline(__always) package subscript(offset: Int) -> UInt8 {
        precondition(UInt(bitPattern: offset) < UInt(bitPattern: count))
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Returns the first offset of `byte` between two offsets, or `nil`.
    @inlinable @inline(__always) package func offset(of byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end else { return nil }
        precondition(start >= 0 && end <= count)
        return unsafe memchr(base + start, Int32(byte), end &- start).map { unsafe UnsafeRawPointer($0) - base }
    }

    /// Appends the bytes of `range` to `array`.
    @inlinable @inline(__always) package func append(_ range: Range<Int>, to array: inout [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        unsafe array.append(contentsOf: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Returns the length of a scalar that begins with `lead`.
    @inline(__always) static func lengthOfScalar(withLead lead: UInt8) -> Int {
        switch lead {
        case 0..<0x80: 1
        case 0x80..<0xE0: 2
        case 0xE0..<0xF0: 3
        default: 4
        }
    }

    /// Returns the scalar that begins at `offset`, and its length in bytes.
    @inline(__always) func scalar(at offset: Int) -> (value: UInt32, length: Int) {
        let lead = UInt32(self[offset])
        if lead < 0x80 { return (lead, 1) }
        let second = UInt32(self[offset &+ 1]) & 0x3F
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
        let third = UInt32(self[offset &+ 2]) & 0x3F
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
        return ((lead & 0x07) << 18 | second << 12 | third << 6 | UInt32(self[offset &+ 3]) & 0x3F, 4)
    }

    /// Returns where the scalar before `offset`, which is not 0, begins.
    @inline(__always) func startOfScalar(before offset: Int) -> Int {
        var start = offset &- 1
        while start > 0, self[start] & 0xC0 == 0x80 { start &-= 1 }
        return start
    }

    /// Returns where the scalar that contains the byte at `offset` begins.
    @inline(__always) func startOfScalar(at offset: Int) -> Int {
        offset >= count ? count : startOfScalar(before: offset &+ 1)
    }
}
