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

/// The Korean letters as a keyboard gives them, and what they are in a syllable.
enum Jamo {
    private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// The letters that can lead a syllable, in the order of syllables.
    static let leads = scalars("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    /// The finals, the empty one first.
    static let finals = [0] + scalars("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
    /// What two keystrokes make: letters that cannot lead, by the numbers of the two leads that they are made of.
    static let compounds: [UInt32: (first: Int, second: Int)] = {
        var compounds: [UInt32: (first: Int, second: Int)] = [:]
        for spelling in ["ㄳㄱㅅ", "ㄵㄴㅈ", "ㄶㄴㅎ", "ㄺㄹㄱ", "ㄻㄹㅁ", "ㄼㄹㅂ", "ㄽㄹㅅ", "ㄾㄹㅌ", "ㄿㄹㅍ", "ㅀㄹㅎ", "ㅄㅂㅅ"] {
            let letters = scalars(spelling)
            if let first = leads.firstIndex(of: letters[1]), let second = leads.firstIndex(of: letters[2]) {
                compounds[letters[0]] = (first, second)
            }
        }
        return compounds
    }()
    /// The vowels that become another with one more keystroke, and the last that they become: ㅗ to ㅚ, ㅜ to ㅟ, ㅡ to ㅢ.
    static let growingVowels: [UInt32: UInt32] = [8: 11, 13: 16, 18: 19]

    /// The number of the lead that a conjoining letter is, or nil.
    static func conjoiningLead(_ scalar: UInt32) -> Int? {
        Hangul.conjoiningLeads.contains(scalar) ? Int(scalar - Hangul.conjoiningLeads.lowerBound) : nil
    }

    /// The syllables that begin with a lead.
    static func syllables(withLead lead: Int) -> ClosedRange<UInt32> {
        let first = Hangul.Parts(lead: UInt32(lead), vowel: 0, final: 0).syllable
        return first...first + Hangul.vowelCount * Hangul.finalCount - 1
    }

    /// The letter itself and the syllables that begin with it.
    static func units(withLead lead: Int) -> [ClosedRange<UInt32>] {
        [leads[lead]...leads[lead], syllables(withLead: lead)]
    }
}
