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
