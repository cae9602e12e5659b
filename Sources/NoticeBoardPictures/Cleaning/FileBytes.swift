import Foundation
import NoticeBoardBase

/// Bounds-checked access to the bytes of a file by their offset.
struct FileBytes {
    let data: Data

    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    /// Returns the byte at an offset; `nil` past the end.
    func byte(_ offset: Int) -> UInt8? { 0..<count ~= offset ? data[data.startIndex + offset] : nil }

    /// Returns up to four bytes as a number, big-endian by default; `nil` past the end, or if `Int` can't hold it.
    func number(_ offset: Int, bytes length: Int, isLittle: Bool = false) -> Int? {
        guard offset >= 0, offset <= count - length else { return nil }
        var number = UInt32(0)
        for index in 0..<length {
            number = number << 8 | UInt32(data[data.startIndex + offset + (isLittle ? length - 1 - index : index)])
        }
        return Int(exactly: number)
    }

    /// Returns a number as four bytes, big-endian.
    static func word(_ number: UInt32) -> Data { Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }) }

    /// Whether these bytes are at an offset.
    func has(_ bytes: some Collection<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - bytes.count else { return false }
        return data[(data.startIndex + offset)...].starts(with: bytes)
    }

    /// The bytes of a range, which must be within the file.
    subscript(range: Range<Int>) -> Data { data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound] }

    /// Returns the offset of the next such byte.
    func next(_ byte: UInt8, from offset: Int) -> Int? {
        guard 0..<count ~= offset else { return nil }
        return unsafe data.withUnsafeBytes { buffer in
            // `memchr` compares many bytes at once, and almost all of a picture is searched here.
            guard let base = buffer.baseAddress, let found = unsafe memchr(base + offset, Int32(byte), buffer.count - offset)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// The error for a truncated or invalid file.
    static func damaged(_ what: String) -> NoticeBoardError { NoticeBoardError(.fileDamaged, "The picture is damaged: \(what).") }
}
