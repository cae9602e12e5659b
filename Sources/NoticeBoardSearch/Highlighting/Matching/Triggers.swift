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

/// All that a text must be searched for before bytes can be compared, found in one pass over it.
final class TriggerSet: Sendable {
    let isEmpty: Bool
    /// The scalars, in no order.
    private let scalars: [ClosedRange<UInt32>]
    private let one: RowScan<BytesInARow>
    private let two: RowScan<Either<BytesInARow, BytesInARow>>
    private let four: RowScan<Either<Either<BytesInARow, BytesInARow>, Either<BytesInARow, BytesInARow>>>
    /// How many tests there are; above four, `rest` has what is left.
    private let count: Int
    private let rest: [RowScan<BytesInARow>]

    init(_ triggers: [Trigger]) {
        isEmpty = triggers.isEmpty
        scalars = triggers.map(\.scalars)
        var tests: [BytesInARow] = []
        for trigger in triggers where !tests.contains(trigger.bytes) { tests.append(trigger.bytes) }
        count = tests.count
        rest = tests.dropFirst(4).map(RowScan.init)
        // A byte that no text has, for the places that are not needed.
        let absent = BytesInARow(0xFF, 0xFF, mask: 0xFF)
        func test(_ index: Int) -> BytesInARow { index < tests.count ? tests[index] : absent }
        let pair = Either(left: test(0), right: test(1))
        one = RowScan(test(0))
        two = RowScan(pair)
        four = RowScan(Either(left: pair, right: Either(left: test(2), right: test(3))))
    }

    /// Whether a text holds a trigger.
    @inline(__always) func occurs(in bytes: ByteView) -> Bool {
        let mayOccur =
            switch count {
            case 0: false
            case 1: one.mayPass(anywhereIn: bytes)
            case 2: two.mayPass(anywhereIn: bytes)
            default: true
            }
        return mayOccur && first(from: 0, before: bytes.count, bytes) != nil
    }

    /// The first trigger that lies from `start` to before `end`.
    @inline(never) func first(from start: Int, before end: Int, _ bytes: ByteView) -> Int? {
        switch count {
        case 0: return nil
        case 1: return first(one, from: start, before: end, bytes)
        case 2: return first(two, from: start, before: end, bytes)
        default:
            var first = first(four, from: start, before: end, bytes)
            for test in rest { first = self.first(test, from: start, before: first ?? end, bytes) ?? first }
            return first
        }
    }

    @inline(__always) private func first<Test: RowTest>(
        _ scan: RowScan<Test>, from start: Int, before end: Int, _ bytes: ByteView
    ) -> Int? {
        var cursor = BlockCursor(from: start)
        while let position = cursor.next(scan, bytes, before: end) {
            if isPresent(bytes, at: position) { return position }
        }
        return nil
    }

    /// Whether the scalar that was found by two of its bytes at `position` really is one.
    private func isPresent(_ bytes: ByteView, at position: Int) -> Bool {
        let value = bytes.scalar(at: bytes.startOfScalar(at: position)).value
        return scalars.contains { $0.contains(value) }
    }
}

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
