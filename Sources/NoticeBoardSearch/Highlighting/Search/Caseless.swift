/// Scalars that stand for themselves: without a case, and written in one way unless their script's trigger occurs in the text.
enum Caseless {
    /// Scalars that no other scalar folds to, and that fold to themselves.
    static let solitary: [ClosedRange<UInt32>] = [
        0x200D...0x200D, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2190...0x2199, 0x2500...0x2ADB, 0x2B00...0x2BFF,
        0x3001...0x3007, 0x300A...0x3029, 0x3131...0x318E, 0xFE0E...0xFE0F, 0x1F000...0x1FAFF,
    ]
    /// Scalars that compatibility ideographs fold to.
    static let ideographs: [ClosedRange<UInt32>] = [0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2F7FF, 0x2FA20...0x3FFFD]
    /// Scalars that combine with a voice mark.
    static let kana: [ClosedRange<UInt32>] = [0x3041...0x3096, 0x30A1...0x30FC]

    /// Whether `scalar` is its own and only form wherever the triggers of its script do not occur.
    static func isPlain(_ scalar: UInt32) -> Bool {
        scalar < 0x80 || Hangul.isSyllable(scalar) || isSolitary(scalar) || isIdeograph(scalar)
    }

    static func isSolitary(_ scalar: UInt32) -> Bool { solitary.contains { $0.contains(scalar) } }
    static func isKana(_ scalar: UInt32) -> Bool { kana.contains { $0.contains(scalar) } }
    static func isIdeograph(_ scalar: UInt32) -> Bool { ideographs.contains { $0.contains(scalar) } }
}
