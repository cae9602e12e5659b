/// A keyword whose matches can be found by comparing bytes.
final class BytePattern: Sendable {
    /// The bytes to find, letters in upper case when the case does not matter.
    let values: [UInt8]
    /// What of a text's bytes is compared.
    let masks: [UInt8]
    // The first sixteen bytes, and the last sixteen for where a text ends before a block does.
    private let headValues: SIMD16<UInt8>
    private let headMasks: SIMD16<UInt8>
    private let tailValues: SIMD16<UInt8>
    private let tailMasks: SIMD16<UInt8>
    /// The rarest two bytes.
    let pair: BytePair
    /// The first byte: all there is to find, where the pattern is a single letter.
    let letter: OneByte
    /// Whether it is one byte, and no line break.
    let isLetter: Bool
    let count: Int

    /// A pattern of `bytes`, of which there is at least one.
    init(_ bytes: [UInt8], ignoresCase: Bool) {
        let masks = Self.masks(for: bytes, ignoresCase: ignoresCase)
        let values = zip(bytes, masks).map { $0 & $1 }
        pair = BytePair(values, masks: masks, at: Rarity.rarestTwo(of: values, in: values.indices))
        letter = OneByte(values[0], mask: masks[0])
        isLetter = bytes.count == 1 && bytes[0] >= 0x20
        (headValues, headMasks) = (SIMD16(beginningWith: values), SIMD16(beginningWith: masks))
        (tailValues, tailMasks) = (SIMD16(endingWith: values), SIMD16(endingWith: masks))
        (self.values, self.masks, count) = (values, masks, bytes.count)
    }

    /// What of each byte must be compared: a letter in either case is the same without one bit.
    static func masks(for bytes: [UInt8], ignoresCase: Bool) -> [UInt8] {
        bytes.map { ignoresCase && ($0 | 0x20) &- 0x61 < 26 ? 0xDF : 0xFF }
    }

    /// Whether the pattern stands at `position`, where the pair does, and how many bytes behind the first sixteen had to be
    /// compared to tell.
    @inline(__always) func compare(_ bytes: ByteView, at position: Int) -> (isEqual: Bool, work: Int) {
        let end = position &+ count
        guard end <= bytes.count else { return (false, 0) }
        if position <= bytes.count &- 16 {
            let words = ((bytes.block(at: position) & headMasks) .== headValues).words
            if words.x & words.y != ~0 { return (false, 0) }
            if count <= 16 { return (true, 0) }
        } else if end >= 16, count <= 16 {
            let words = ((bytes.block(at: end &- 16) & tailMasks) .== tailValues).words
            return (words.x & words.y == ~0, 0)
        }
        let difference = difference(bytes, at: position, from: 0, to: count)
        return (difference == nil, difference ?? count)
    }

    /// The first place from `start` to before `end` at which the pattern is not what stands at `position` of a text.
    ///
    /// All of the pattern fits into the text there.
    @inline(never) func difference(_ bytes: ByteView, at position: Int, from start: Int, to end: Int) -> Int? {
        var index = start
        while index &+ 16 <= end {
            if let lane = difference(bytes, at: position, block: index, from: 0) { return index &+ lane }
            index &+= 16
        }
        if index < end, end >= 16 {
            // The rest is shorter than a block: compare the last whole block, and leave out what was compared.
            return difference(bytes, at: position, block: end &- 16, from: index &- (end &- 16)).map { end &- 16 &+ $0 }
        }
        while index < end {
            if bytes[position &+ index] & masks[index] != values[index] { return index }
            index &+= 1
        }
        return nil
    }

    /// The first lane from `lane` on that differs in one block of the pattern.
    @inline(__always) private func difference(_ bytes: ByteView, at position: Int, block: Int, from lane: Int) -> Int? {
        let equal = ((bytes.block(at: position &+ block) & masks.block(at: block)) .== values.block(at: block)).words
        if equal.x & equal.y == ~0 { return nil }
        let x = ~equal.x & (lane < 8 ? .max &<< UInt64(lane &* 8) : 0)
        if x != 0 { return x.trailingZeroBitCount >> 3 }
        let y = ~equal.y & (lane < 8 ? .max : .max &<< UInt64((lane &- 8) &* 8))
        return y != 0 ? 8 &+ y.trailingZeroBitCount >> 3 : nil
    }
}

extension SIMD16<UInt8> {
    /// The first sixteen of `bytes`, and zeros after them.
    fileprivate init(beginningWith bytes: [UInt8]) {
        self.init(repeating: 0)
        for (lane, byte) in bytes.prefix(16).enumerated() { self[lane] = byte }
    }

    /// The last sixteen of `bytes`, and zeros before them.
    fileprivate init(endingWith bytes: [UInt8]) {
        self.init(repeating: 0)
        for (lane, byte) in bytes.suffix(16).reversed().enumerated() { self[15 - lane] = byte }
    }
}

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
            for byte in [letter, letter & 0xDF] { ranks[Int(byte)] = 230 - place * 6 }
        }
        return ranks
    }()
}
