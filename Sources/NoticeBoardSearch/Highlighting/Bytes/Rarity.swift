/// How often bytes occur in Korean and English text, roughly: what a search looks for first should be rare.
enum Rarity {
    /// A rank that grows with frequency.
    ///
    /// Only its order matters, and a wrong guess costs time, never a result.
    static func commonness(of byte: UInt8) -> Int {
        switch byte {
        case 0x20: return 255
        case 0x80...0xBF: return 100
        case 0xEA...0xED: return 250
        case 0xE2...0xE9, 0xF0: return 120
        case 0xC2...0xDF, 0xEE...0xEF: return 90
        case 0x30...0x39: return 80
        default:
            let letter = byte | 0x20
            guard let rank = byFrequency.firstIndex(of: letter) else { return 40 }
            return 230 - rank * 6
        }
    }

    private static let byFrequency = Array("etaoinsrhldcumfpgwybvkxjqz".utf8)
}
