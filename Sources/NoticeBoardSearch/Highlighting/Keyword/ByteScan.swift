/// Finds a byte, or a letter in either case, in one text.
struct ByteScan {
    private let byte: UInt8
    /// The letter in the other case.
    private let other: UInt8
    /// The next offset of `byte`.
    private var nextByte = -1
    /// The next offset of `other`.
    private var nextOther = -1

    init(_ byte: UInt8, ignoresCase: Bool) {
        self.byte = byte
        other = byte | 0x20
        if !ignoresCase { nextOther = .max }
    }

    /// Returns the first offset from `start` on, which never decreases, unless it is not before `end`.
    @inline(__always) mutating func next(from start: Int, to end: Int, _ bytes: ByteView) -> Int? {
        if nextByte < start { nextByte = bytes.offset(of: byte, from: start, to: end) ?? .max }
        if nextOther < start { nextOther = bytes.offset(of: other, from: start, to: end) ?? .max }
        let next = min(nextByte, nextOther)
        return next < end ? next : nil
    }
}

/// How often bytes occur in Korean and English text.
///
/// The search looks for the rarest bytes first; a wrong rank costs only time.
enum Rarity {
    /// Returns the position of the rarest byte.
    static func rarest(of bytes: [UInt8]) -> Int {
        bytes.indices.min { rank(of: bytes, at: $0) < rank(of: bytes, at: $1) } ?? 0
    }

    private static func rank(of bytes: [UInt8], at index: Int) -> Int {
        switch bytes[index] {
        case 0x20: 255
        // The last byte of a syllable varies most, its first byte least.
        case 0x80...0xBF: index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80 ? 95 : 100
        case 0x80...: 250
        case 0x30...0x39: 80
        default: letters[bytes[index] | 0x20] ?? 40
        }
    }

    private static let letters = Dictionary(
        uniqueKeysWithValues: "zqjxkvbpygwfmucdlhrsnioate".utf8.enumerated().map { ($1, 80 + $0 * 6) })
}
