/// The arithmetic of Korean syllables: which letters make which syllable.
enum Hangul {
    static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    static let conjoiningLeads: ClosedRange<UInt32> = 0x1100...0x1112
    static let conjoiningVowels: ClosedRange<UInt32> = 0x1161...0x1175
    /// The finals, without the empty one.
    static let conjoiningFinals: ClosedRange<UInt32> = 0x11A8...0x11C2
    static let vowelCount: UInt32 = 21
    /// The finals, the empty one included.
    static let finalCount: UInt32 = 28

    /// The letters of a syllable by their numbers; a final of 0 is none.
    struct Parts: Equatable, Sendable {
        var lead: UInt32
        var vowel: UInt32
        var final: UInt32

        /// The letters as they conjoin, which is what a syllable decomposes into.
        var letters: [UInt32] {
            let open = [conjoiningLeads.lowerBound + lead, conjoiningVowels.lowerBound + vowel]
            return final == 0 ? open : open + [conjoiningFinals.lowerBound + final - 1]
        }

        var syllable: UInt32 { syllables.lowerBound &+ (lead &* vowelCount &+ vowel) &* finalCount &+ final }
    }

    @inline(__always) static func isSyllable(_ scalar: UInt32) -> Bool { scalar &- 0xAC00 < 11172 }

    @inline(__always) static func parts(of syllable: UInt32) -> Parts {
        let index = syllable &- syllables.lowerBound
        return Parts(
            lead: index / (vowelCount &* finalCount), vowel: index / finalCount % vowelCount, final: index % finalCount)
    }

    /// The syllable that `first` and `second` compose to, or nil.
    static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if conjoiningLeads.contains(first), conjoiningVowels.contains(second) {
            let (lead, vowel) = (first - conjoiningLeads.lowerBound, second - conjoiningVowels.lowerBound)
            return Parts(lead: lead, vowel: vowel, final: 0).syllable
        }
        if isSyllable(first), conjoiningFinals.contains(second), parts(of: first).final == 0 {
            return first + (second - conjoiningFinals.lowerBound) + 1
        }
        return nil
    }

    /// `scalars` with letters composed to syllables; everything else stays as it is.
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
