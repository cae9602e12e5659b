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
    let triggers: [Trigger]
    /// Whether all of `triggers` begin with a byte that Korean and English text seldom has.
    private let hasForeignTriggersOnly: Bool

    /// A pattern that is never looked for.
    static let none = BytePattern([0], ignoresCase: false, isNone: true)

    /// A pattern of `bytes`, of which there is at least one.
    init(_ bytes: [UInt8], ignoresCase: Bool, triggers: [Trigger] = [], isNone: Bool = false) {
        func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
        let masks = bytes.map { ignoresCase && isLetter($0) ? 0xDF : 0xFF as UInt8 }
        let values = zip(bytes, masks).map { $0 & $1 }
        let ranked = values.indices.prefix(256).sorted { Rarity.commonness(of: values[$0]) < Rarity.commonness(of: values[$1]) }
        let first = ranked.first ?? 0
        // A byte of another value tells more than the same byte again.
        let second = ranked.first { $0 != first && values[$0] != values[first] } ?? ranked.dropFirst().first ?? first
        pair = BytePair(
            .init(offset: first, mask: masks[first], value: values[first]),
            .init(offset: second, mask: masks[second], value: values[second]))
        self.triggers = triggers
        hasForeignTriggersOnly = triggers.allSatisfy(\.isForeign)
        (headValues, headMasks) = (SIMD16(padding: values), SIMD16(padding: masks))
        (self.values, self.masks, count) = (values, masks, isNone ? 0 : bytes.count)
    }

    /// Whether a text holds a trigger.
    ///
    /// Most texts are cleared by one look at their bytes.
    @inline(__always) func isTriggered(by bytes: ByteView) -> Bool {
        if triggers.isEmpty || (hasForeignTriggersOnly && !bytes.hasForeignLead) { return false }
        return Trigger.first(of: triggers, from: 0, before: bytes.count, bytes) != nil
    }

    /// Whether the pattern stands at `position`, and how many bytes had to be compared one by one to tell.
    @inline(__always) func compare(_ bytes: ByteView, at position: Int) -> (isEqual: Bool, work: Int) {
        guard position <= bytes.count &- count else { return (false, 0) }
        if position <= bytes.count &- 16 {
            let words = ((bytes.block(at: position) & headMasks) .== headValues).words
            if words.x & words.y != ~0 { return (false, 0) }
            return count <= 16 ? (true, 0) : compare(bytes, at: position, from: 16)
        }
        return compare(bytes, at: position, from: 0)
    }

    private func compare(_ bytes: ByteView, at position: Int, from start: Int) -> (isEqual: Bool, work: Int) {
        var index = start
        while index < count {
            if bytes[position &+ index] & masks[index] != values[index] { return (false, index) }
            index &+= 1
        }
        return (true, index)
    }
}

extension SIMD16<UInt8> {
    /// The first sixteen of `bytes`, and zeros after them.
    fileprivate init(padding bytes: [UInt8]) {
        self.init(repeating: 0)
        for (lane, byte) in bytes.prefix(16).enumerated() { self[lane] = byte }
    }
}
