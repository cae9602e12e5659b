extension Keyword {
    /// Returns the Knuth–Morris–Pratt table of a folded keyword; see ``fallback``.
    static func fallbacks(_ scalars: [UInt32]) -> [Int] {
        var fallback = [Int](repeating: 0, count: scalars.count + 1)
        var length = 0
        for index in scalars.indices.dropFirst() {
            while length > 0, scalars[index] != scalars[length] { length = fallback[length] }
            if scalars[index] == scalars[length] { length += 1 }
            fallback[index + 1] = length
        }
        return fallback
    }

    /// Returns for each byte whether it can be the first of a scalar whose fold begins with `first`.
    ///
    /// Decided by blocks of Unicode and not by the fold table, so that some bytes are included that need not be. Latin letters,
    /// symbols and full-width forms can fold to ASCII; ideographs and syllables fold to ideographs and syllables only.
    static func leadBytes(of first: UInt32) -> [Bool] {
        let own = lead(of: first)
        var syllables: ClosedRange<UInt8> = own...own
        if let number = Jamo.conjoiningLead(first) {
            let all = Jamo.syllables(withLead: number)
            syllables = lead(of: all.lowerBound)...lead(of: all.upperBound)
        }
        return (0...255 as ClosedRange<UInt8>).map { byte in
            switch byte {
            case own, syllables: true
            case 0x41...0x5A: UInt32(byte | 0x20) == first
            // Letters and symbols from U+00C0 to U+03FF, from U+1000 to U+3FFF, and width forms from U+F000 on.
            case 0xC3...0xCF, 0xE1...0xE3, 0xEF: true
            // ASCII, bytes that begin nothing, ideographs, and most syllables.
            case 0x00...0xC1, 0xE4...0xE9, 0xEB, 0xEC: false
            default: first >= 0x80
            }
        }
    }

    /// Returns the first byte of a scalar in UTF-8; 0 if it is none.
    static func lead(of value: UInt32) -> UInt8 { Unicode.Scalar(value).flatMap { UTF8.encode($0)?.first } ?? 0 }
}
