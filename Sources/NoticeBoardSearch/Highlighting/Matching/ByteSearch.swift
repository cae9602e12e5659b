/// A keyword that is found by comparing bytes wherever a text has no other spelling of it.
final class BytePattern: Sendable {
    /// The bytes; letters without the bit of their case if case is ignored.
    private let values: [UInt8]
    /// The bits of each byte that are compared.
    private let masks: [UInt8]
    let count: Int
    /// The rarest two bytes.
    let pair: BytePair
    /// The first two bytes of scalars that fold to a part of the keyword.
    let otherSpellings: [BytePair]

    /// Returns `nil` if a scalar of the folded keyword has more spellings than those of `otherSpellings`.
    init?(_ folded: [UInt32], ignoresCase: Bool) {
        guard !folded.isEmpty, folded.allSatisfy({ $0 < 0x80 || Hangul.isSyllable($0) || Jamo.keyboardLetters.contains($0) })
        else { return nil }
        let bytes = Array(String(String.UnicodeScalarView(folded.compactMap(Unicode.Scalar.init))).utf8)
        masks = bytes.map { ignoresCase && ($0 | 0x20) &- 0x61 < 26 ? 0xDF : 0xFF }
        values = zip(bytes, masks).map { $0 & $1 }
        count = bytes.count
        let rare = Rarity.rarestTwo(of: values)
        pair = BytePair(
            BytePair.Test(offset: rare.first, mask: masks[rare.first], value: values[rare.first]),
            BytePair.Test(offset: rare.second, mask: masks[rare.second], value: values[rare.second]))
        otherSpellings =
            OtherSpelling.all.filter { $0.folds.contains { Self.occurs($0, in: bytes) } }.map(\.pair)
            + (folded.contains(where: Hangul.isSyllable) ? [OtherSpelling.conjoiningLetters] : [])
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
        let end = min(end, bytes.count &- 1)
        for pair in otherSpellings where start < end && bytes.contains(pair.first.value, from: start, to: end) {
            var scan = PairScan(from: start)
            if scan.next(pair, bytes, before: end) != nil { return true }
        }
        return false
    }

    /// The length of a text that is searched at once.
    static let stretchLength = 1 << 14

    /// Returns whether a short text cannot contain the keyword: most titles need no other search.
    func isAbsent(from bytes: ByteView) -> Bool {
        if bytes.count > Self.stretchLength { return false }
        var scan = PairScan(from: 0)
        if scan.next(pair, bytes, before: bytes.count &- count &+ 1) != nil { return false }
        return otherSpellings.isEmpty || !hasOtherSpelling(in: bytes, from: 0, to: bytes.count)
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
    let pair: BytePair
    /// What the scalars fold to.
    ///
    /// A longer fold contains a shorter one: `ffi` contains `ff`.
    let folds: [String]

    private init(_ first: UInt8, _ second: UInt8, _ folds: String...) {
        pair = BytePair(BytePair.Test(offset: 0, value: first), BytePair.Test(offset: 1, value: second))
        self.folds = folds
    }

    /// U+00DF, U+017F, U+037E, U+1E9E, U+1FEF, U+212A and U+FB00 to U+FB06, with their neighbors.
    static let all = [
        OtherSpelling(0xC3, 0x9F, "ss"), OtherSpelling(0xC5, 0xBF, "s"), OtherSpelling(0xCD, 0xBE, ";"),
        OtherSpelling(0xE1, 0xBA, "ss"), OtherSpelling(0xE1, 0xBF, "`"), OtherSpelling(0xE2, 0x84, "k"),
        OtherSpelling(0xEF, 0xAC, "ff", "fi", "fl", "st"),
    ]
    /// U+1100 to U+11FF.
    static let conjoiningLetters = BytePair(
        BytePair.Test(offset: 0, value: 0xE1), BytePair.Test(offset: 1, mask: 0xFC, value: 0x84))
}

/// Finds a byte pattern in a text that has no other spelling of it.
struct ByteSearch {
    private var scan = PairScan(from: 0)
    private var starts = ClusterCursor()
    private var ends = ClusterCursor()
    private var wasted = 0
    /// Whether so much was compared without a match that the exact search is faster.
    private(set) var isTooSlow = false

    /// The next match begins here or later.
    var position: Int { scan.position }

    /// Returns the next match that begins from `start` to before `end`.
    ///
    /// Returns `nil` and sets `isTooSlow` after false candidates for an eighth of the text's positions, or fewer long ones.
    mutating func next(
        _ pattern: BytePattern, from start: Int, before end: Int, _ bytes: ByteView, _ text: String
    ) -> Range<Int>? {
        scan.skip(to: start)
        let end = min(end, bytes.count &- pattern.count &+ 1)
        while let start = scan.next(pattern.pair, bytes, before: end) {
            let equal = pattern.equalBytes(bytes, at: start)
            let range = start..<start &+ pattern.count
            if equal == pattern.count, starts.isBoundary(start, bytes, text), ends.isBoundary(range.upperBound, bytes, text) {
                return range
            }
            wasted &+= equal &+ 8
            if wasted > bytes.count &+ 1024 {
                isTooSlow = true
                return nil
            }
        }
        return nil
    }
}

/// How often bytes occur in Korean and English text.
///
/// The search looks for the rarest bytes first; a wrong rank costs only time.
enum Rarity {
    /// Returns the positions of the rarest byte and of the rarest byte with another value.
    static func rarestTwo(of bytes: [UInt8]) -> (first: Int, second: Int) {
        let ranked = bytes.indices.sorted { rank(of: bytes, at: $0) < rank(of: bytes, at: $1) }
        let first = ranked.first ?? 0
        return (first, ranked.first { bytes[$0] != bytes[first] } ?? ranked.dropFirst().first ?? first)
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
