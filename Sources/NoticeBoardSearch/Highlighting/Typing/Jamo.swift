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
