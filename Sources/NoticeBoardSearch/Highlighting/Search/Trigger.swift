/// A kind of scalar whose presence in a text means that comparing bytes is not enough there.
struct Trigger: Sendable {
    let scalars: ClosedRange<UInt32>
    /// Finds it, and a few others: the test looks at bytes that are rare even where the script is not.
    let bytes: BytesInARow

    private init(_ scalars: ClosedRange<UInt32>, _ first: UInt8, _ second: UInt8, mask: UInt8 = 0xFF) {
        self.scalars = scalars
        bytes = BytesInARow(first, second, mask: mask)
    }

    private init(_ scalar: UInt32) {
        let bytes = Unicode.Scalar(scalar).flatMap(UTF8.encode).map(Array.init) ?? [0, 0]
        self.init(scalar...scalar, bytes[0], bytes[1])
    }

    /// All scalars beyond ASCII that fold to ASCII alone, and what they fold to.
    static let foldingToASCII: [UInt32: String] = [
        0xDF: "ss", 0x1E9E: "ss", 0x17F: "s", 0x212A: "k", 0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi",
        0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st", 0x37E: ";", 0x1FEF: "`",
    ]
    /// A trigger for each of those, and the bytes of what it folds to; made once, and in the same order always.
    private static let ofASCII = foldingToASCII.sorted { $0.key < $1.key }.map {
        (part: Array($0.value.utf8), trigger: Trigger($0.key))
    }

    /// The letters that Korean syllables decompose into.
    static let jamo = Trigger(0x1100...0x11FF, 0xE1, 0x84, mask: 0xFC)
    /// The marks that kana combine with.
    static let voiceMarks = Trigger(0x3099...0x309A, 0x82, 0x98, mask: 0xFC)
    /// Ideographs that are canonically the same as others.
    static let ideographs = [
        Trigger(0xF900...0xF9FF, 0xEF, 0xA4, mask: 0xFC), Trigger(0xFA00...0xFAFF, 0xEF, 0xA8, mask: 0xFC),
        Trigger(0x2F800...0x2FA1F, 0xF0, 0xAF),
    ]

    /// What a text must be searched for when the keyword is `pattern`, in lower case.
    static func matter(to pattern: String) -> [Trigger] {
        let bytes = Array(pattern.utf8)
        var triggers = ofASCII.filter { occurs($0.part, in: bytes) }.map(\.trigger)
        let values = pattern.unicodeScalars.map(\.value)
        if values.contains(where: { Hangul.isSyllable($0) || (0x3131...0x318E).contains($0) }) { triggers.append(jamo) }
        if values.contains(where: Caseless.isKana) { triggers.append(voiceMarks) }
        if values.contains(where: Caseless.isIdeograph) { triggers += ideographs }
        return triggers
    }

    private static func occurs(_ part: [UInt8], in bytes: [UInt8]) -> Bool {
        guard part.count <= bytes.count else { return false }
        return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }
}
