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
