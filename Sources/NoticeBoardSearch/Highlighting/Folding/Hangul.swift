/// Conversion between Korean syllables and their letters.
enum Hangul {
    static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    static let conjoiningLeads: ClosedRange<UInt32> = 0x1100...0x1112
    static let conjoiningVowels: ClosedRange<UInt32> = 0x1161...0x1175
    /// The final consonants, without the empty one.
    static let conjoiningFinals: ClosedRange<UInt32> = 0x11A8...0x11C2
    static let vowelCount: UInt32 = 21
    /// The number of final consonants, including the empty one.
    static let finalCount: UInt32 = 28

    /// The letters of a syllable by number; a final of 0 is the empty one.
    struct Parts: Equatable, Sendable {
        var lead: UInt32
        var vowel: UInt32
        var final: UInt32

        /// The canonical decomposition of the syllable.
        var letters: [UInt32] {
            var letters: [UInt32] = []
            appendLetters(to: &letters)
            return letters
        }

        @inline(__always) func appendLetters(to scalars: inout [UInt32]) {
            scalars.append(conjoiningLeads.lowerBound &+ lead)
            scalars.append(conjoiningVowels.lowerBound &+ vowel)
            if final != 0 { scalars.append(conjoiningFinals.lowerBound &+ final &- 1) }
        }

        var syllable: UInt32 { syllables.lowerBound &+ (lead &* vowelCount &+ vowel) &* finalCount &+ final }
    }

    @inline(__always) static func isSyllable(_ scalar: UInt32) -> Bool { scalar &- 0xAC00 < 11172 }

    @inline(__always) static func parts(of syllable: UInt32) -> Parts {
        let index = syllable &- syllables.lowerBound
        return Parts(
            lead: index / (vowelCount &* finalCount), vowel: index / finalCount % vowelCount, final: index % finalCount)
    }

    /// Returns the syllable that `first` and `second` compose to, or `nil`.
    static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if conjoiningLeads.contains(first), conjoiningVowels.contains(second) {
            let lead = first - conjoiningLeads.lowerBound
            let vowel = second - conjoiningVowels.lowerBound
            return Parts(lead: lead, vowel: vowel, final: 0).syllable
        }
        if isSyllable(first), conjoiningFinals.contains(second), parts(of: first).final == 0 {
            return first + (second - conjoiningFinals.lowerBound) + 1
        }
        return nil
    }

    /// Returns `scalars` with letters composed to syllables; other scalars are unchanged.
    static func composed(_ scalars: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        for scalar in scalars {
            if let last = result.last, let syllable = composed(last, scalar) {
                result[result.count - 1] = syllable
            } else {
                result.append(scalar)
            }
        }
        return result
    }
}
