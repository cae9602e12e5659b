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

/// The Korean letters of a keyboard and their roles in a syllable.
enum Jamo {
    /// The block of letters that a keyboard writes one by one.
    static let keyboardLetters: ClosedRange<UInt32> = 0x3131...0x318E

    private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// The initial consonants, in the order of syllables.
    static let leads = scalars("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    /// The final consonants, the empty one first.
    static let finals = [0] + scalars("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
    /// The compound consonants that cannot be initials, with the numbers of the two initials they consist of.
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
    /// The vowels that another keystroke extends, with the last one they become: ㅗ to ㅚ, ㅜ to ㅟ, ㅡ to ㅢ.
    static let growingVowels: [UInt32: UInt32] = [8: 11, 13: 16, 18: 19]

    /// Returns the number of the initial that a conjoining letter is, or `nil`.
    static func conjoiningLead(_ scalar: UInt32) -> Int? {
        Hangul.conjoiningLeads.contains(scalar) ? Int(scalar - Hangul.conjoiningLeads.lowerBound) : nil
    }

    /// Returns the syllables with an initial.
    static func syllables(withLead lead: Int) -> ClosedRange<UInt32> {
        let first = Hangul.Parts(lead: UInt32(lead), vowel: 0, final: 0).syllable
        return first...first + Hangul.vowelCount * Hangul.finalCount - 1
    }

    /// Returns the keyboard letter of an initial and the syllables with it.
    static func units(withLead lead: Int) -> [ClosedRange<UInt32>] {
        [leads[lead]...leads[lead], syllables(withLead: lead)]
    }
}
