/// How often bytes occur in Korean and English text, roughly: what a search looks for first should be rare.
enum Rarity {
    /// The places of the two bytes to look for first, of those in `stretch`: the rarest, and the rarest of those that differ.
    ///
    /// A byte of another value tells more than the same byte again.
    static func rarestTwo(of bytes: [UInt8], in stretch: Range<Int>) -> (first: Int, second: Int) {
        let first = rarest(of: bytes, in: stretch) { _ in true } ?? stretch.lowerBound
        return (
            first,
            rarest(of: bytes, in: stretch) { bytes[$0] != bytes[first] } ?? rarest(of: bytes, in: stretch) { $0 != first }
                ?? first
        )
    }

    private static func rarest(of bytes: [UInt8], in stretch: Range<Int>, where isAllowed: (Int) -> Bool) -> Int? {
        stretch.filter(isAllowed).min { commonness(of: bytes, at: $0) < commonness(of: bytes, at: $1) }
    }

    /// A rank that grows with frequency.
    ///
    /// Only its order matters, and a wrong guess costs time, never a result.
    static func commonness(of bytes: [UInt8], at index: Int) -> Int {
        switch bytes[index] {
        case 0x20: return 255
        case 0x80...0xBF:
            // What stands in the middle of an emoji, a flag or a letter of a script is common to hundreds of them.
            let isLast = index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80
            return isLast ? 95 : index > 0 && bytes[index - 1] >= 0xF0 ? 200 : 100
        case 0xEA...0xED: return 250
        case 0xE2...0xE9, 0xF0: return 120
        case 0xC2...0xDF, 0xEE...0xEF: return 90
        case 0x30...0x39: return 80
        default: return ranks[Int(bytes[index])]
        }
    }

    /// The ranks of ASCII: letters by frequency, in both cases, and everything else below them.
    private static let ranks: [Int] = {
        var ranks = [Int](repeating: 40, count: 256)
        for (place, letter) in "etaoinsrhldcumfpgwybvkxjqz".utf8.enumerated() {
            ranks[Int(letter)] = 230 - place * 6
            ranks[Int(letter & 0xDF)] = 230 - place * 6
        }
        return ranks
    }()
}
