/// A keyword that is found by comparing bytes wherever a text has no other spelling of it.
final class BytePattern: Sendable {
    /// The bytes; letters without the bit of their case if case is ignored.
    private let values: [UInt8]
    /// The bits of each byte that are compared.
    private let masks: [UInt8]
    let count: Int
    /// The position of the rarest byte.
    private let rarest: Int
    /// The first two bytes of scalars that fold to a part of the keyword.
    private let otherSpellings: [OtherSpelling]

    /// Returns `nil` if a scalar of the folded keyword has more spellings than those of `otherSpellings`.
    init?(_ folded: [UInt32], ignoresCase: Bool) {
        guard !folded.isEmpty, folded.allSatisfy({ $0 < 0x80 || Hangul.isSyllable($0) || Jamo.keyboardLetters.contains($0) })
        else { return nil }
        let bytes = Array(String(String.UnicodeScalarView(folded.compactMap(Unicode.Scalar.init))).utf8)
        masks = bytes.map { ignoresCase && ($0 | 0x20) &- 0x61 < 26 ? 0xDF : 0xFF }
        values = zip(bytes, masks).map { $0 & $1 }
        count = bytes.count
        rarest = Rarity.rarest(of: values)
        otherSpellings = OtherSpelling.all.filter { spelling in
            spelling.folds.contains { Self.occurs($0, in: bytes) }
                || (spelling.foldsToSyllables && folded.contains(where: Hangul.isSyllable))
        }
    }

    private static func occurs(_ part: String, in bytes: [UInt8]) -> Bool {
        let part = Array(part.utf8)
        guard part.count <= bytes.count else { return false }
        return (0...bytes.count - part.count).contains { start in
            part.indices.allSatisfy { (bytes[start + $0] | 0x20) == (part[$0] | 0x20) }
        }
    }

    /// An upper bound of the bytes of a match: each scalar folds to at least one scalar of the keyword and has at most four bytes.
    var longestMatch: Int { 4 * count }

    /// Returns whether scalars between two positions can spell a part of the keyword in other bytes.
    func hasOtherSpelling(in bytes: ByteView, from start: Int, to end: Int) -> Bool {
        otherSpellings.contains { $0.occurs(in: bytes, from: start, to: min(end, bytes.count)) }
    }

    /// Returns whether the keyword, or a part of it in another spelling, can be between two positions.
    func mayOccur(in bytes: ByteView, from start: Int, to end: Int) -> Bool {
        var scan = rarestByte
        var position = start
        while let candidate = next(&scan, from: position, to: end, bytes), candidate + count <= end {
            if equalBytes(bytes, at: candidate) == count { return true }
            position = candidate + 1
        }
        return hasOtherSpelling(in: bytes, from: start, to: end)
    }

    /// The length of a text that is searched at once.
    static let stretchLength = 1 << 14

    /// A scan for the rarest byte.
    var rarestByte: ByteScan { ByteScan(values[rarest], ignoresCase: masks[rarest] != 0xFF) }

    /// Returns the next position from `start` on whose rarest byte is that of the keyword, before `end`.
    @inline(__always) func next(_ scan: inout ByteScan, from start: Int, to end: Int, _ bytes: ByteView) -> Int? {
        scan.next(from: start + rarest, to: end, bytes).map { $0 - rarest }
    }

    /// Returns how many bytes from `position` on are equal to the first ones of the pattern.
    @inline(__always) func equalBytes(_ bytes: ByteView, at position: Int) -> Int {
        var index = 0
        while index < count, bytes[position &+ index] & masks[index] == values[index] { index &+= 1 }
        return index
    }
}

/// Scalars beyond ASCII that fold to ASCII alone, and Korean letters that form syllables.
private struct OtherSpelling {
    /// The first two bytes of the scalars; the second one under a mask.
    let first, second: UInt8
    var mask: UInt8 = 0xFF
    /// What the scalars fold to.
    ///
    /// A longer fold contains a shorter one: `ffi` contains `ff`.
    var folds: [String] = []
    var foldsToSyllables = false

    /// U+00DF, U+017F, U+037E, U+1E9E, U+1FEF, U+212A and U+FB00 to U+FB06, with their neighbors, and U+1100 to U+11FF.
    static let all = [
        OtherSpelling(first: 0xC3, second: 0x9F, folds: ["ss"]), OtherSpelling(first: 0xC5, second: 0xBF, folds: ["s"]),
        OtherSpelling(first: 0xCD, second: 0xBE, folds: [";"]), OtherSpelling(first: 0xE1, second: 0xBA, folds: ["ss"]),
        OtherSpelling(first: 0xE1, second: 0xBF, folds: ["`"]), OtherSpelling(first: 0xE2, second: 0x84, folds: ["k"]),
        OtherSpelling(first: 0xEF, second: 0xAC, folds: ["ff", "fi", "fl", "st"]),
        OtherSpelling(first: 0xE1, second: 0x84, mask: 0xFC, foldsToSyllables: true),
    ]

    func occurs(in bytes: ByteView, from start: Int, to end: Int) -> Bool {
        var position = start
        while let found = bytes.offset(of: first, from: position, to: end), found + 1 < end {
            if bytes[found + 1] & mask == second { return true }
            position = found + 1
        }
        return false
    }
}
