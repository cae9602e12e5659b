import Foundation
import NoticeBoardBase

/// A file's bytes, read by their place from its beginning; what lies outside of it is never touched.
struct FileBytes {
    let data: Data

    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    /// The byte at a place; nothing behind the end.
    func byte(_ place: Int) -> UInt8? {
        0..<count ~= place ? data[data.startIndex + place] : nil
    }

    /// Two bytes as a number, the higher first unless told otherwise.
    func number16(_ place: Int, isLittle: Bool = false) -> Int? {
        guard let first = byte(place), let second = byte(place + 1) else { return nil }
        return isLittle ? Int(second) << 8 | Int(first) : Int(first) << 8 | Int(second)
    }

    /// Four bytes, the highest first unless told otherwise.
    func word(_ place: Int, isLittle: Bool = false) -> UInt32? {
        guard let first = number16(place, isLittle: isLittle), let second = number16(place + 2, isLittle: isLittle) else {
            return nil
        }
        let (high, low) = isLittle ? (second, first) : (first, second)
        return UInt32(high) << 16 | UInt32(low)
    }

    /// Four bytes as a number; nothing where an `Int` cannot hold it.
    func number32(_ place: Int, isLittle: Bool = false) -> Int? { word(place, isLittle: isLittle).flatMap { Int(exactly: $0) } }

    /// Whether these bytes stand at a place.
    func has(_ bytes: some Collection<UInt8>, at place: Int) -> Bool {
        guard place >= 0, place <= count - bytes.count else { return false }
        return data[(data.startIndex + place)...].starts(with: bytes)
    }

    /// The bytes of a range that lies within the file.
    subscript(range: Range<Int>) -> Data { data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound] }

    /// Where a byte stands next, from a place on.
    func next(_ byte: UInt8, from place: Int) -> Int? {
        guard 0..<count ~= place else { return nil }
        return unsafe data.withUnsafeBytes { buffer in
            // The system's own search reads many bytes at once: nearly all of a picture is gone through by it.
            guard let base = buffer.baseAddress, let found = unsafe memchr(base + place, Int32(byte), buffer.count - place)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// What is thrown where a file breaks off, or says something that cannot be.
    static func damaged(_ what: String) -> NoticeBoardError { NoticeBoardError(.fileDamaged, "The picture is damaged: \(what).") }
}
