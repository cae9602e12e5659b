/// A keyword whose matches can be found by comparing bytes.
final class BytePattern: Sendable {
    /// The bytes to find, letters in upper case when the case does not matter.
    private let values: [UInt8]
    /// What of a text's bytes is compared.
    private let masks: [UInt8]
    private let headValues: SIMD16<UInt8>
    private let headMasks: SIMD16<UInt8>
    /// The rarest two bytes.
    let pair: BytePair
    let count: Int
    /// What stands for a part of the keyword in other bytes.
    let triggers: TriggerSet
    /// How to go on in a text in which the keyword nearly stands again and again.
    let twoWay: Once<TwoWay>

    /// A pattern that is never looked for.
    static let none = BytePattern([0], ignoresCase: false, isNone: true)

    /// A pattern of `bytes`, of which there is at least one.
    init(_ bytes: [UInt8], ignoresCase: Bool, triggers: TriggerSet = TriggerSet([]), isNone: Bool = false) {
        func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
        let masks = bytes.map { ignoresCase && isLetter($0) ? 0xDF : 0xFF as UInt8 }
        let values = zip(bytes, masks).map { $0 & $1 }
        let (first, second) = Rarity.rarestTwo(of: values)
        pair = BytePair(
            .init(offset: first, mask: masks[first], value: values[first]),
            .init(offset: second, mask: masks[second], value: values[second]))
        self.triggers = triggers
        twoWay = Once { TwoWay(values, masks: masks) }
        (headValues, headMasks) = (SIMD16(padding: values), SIMD16(padding: masks))
        (self.values, self.masks, count) = (values, masks, isNone ? 0 : bytes.count)
    }

    /// Whether the pattern stands at `position`, and how many bytes behind the first sixteen had to be compared to tell.
    @inline(__always) func compare(_ bytes: ByteView, at position: Int) -> (isEqual: Bool, work: Int) {
        guard position <= bytes.count &- count else { return (false, 0) }
        guard position <= bytes.count &- 16 else { return (difference(bytes, at: position, from: 0, to: count) == nil, 0) }
        let words = ((bytes.block(at: position) & headMasks) .== headValues).words
        if words.x & words.y != ~0 { return (false, 0) }
        if count <= 16 { return (true, 0) }
        let difference = difference(bytes, at: position, from: 16, to: count)
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
        let words = SIMD2(~equal.x, ~equal.y) & BlockCursor.lanes(from: lane)
        if words.x != 0 { return words.x.trailingZeroBitCount >> 3 }
        return words.y != 0 ? 8 &+ words.y.trailingZeroBitCount >> 3 : nil
    }
}

extension SIMD16<UInt8> {
    /// The first sixteen of `bytes`, and zeros after them.
    fileprivate init(padding bytes: [UInt8]) {
        self.init(repeating: 0)
        for (lane, byte) in bytes.prefix(16).enumerated() { self[lane] = byte }
    }
}
