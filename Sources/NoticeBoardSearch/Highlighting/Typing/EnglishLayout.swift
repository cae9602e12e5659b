/// Reads Korean that was typed with the keyboard set to English: `rhdwl` is 공지, `apdlf` is 메일.
enum EnglishLayout {
    /// Returns the text that the keys of `typed` write on the Korean two-set layout, or `nil` without English letters.
    static func korean(_ typed: String) -> String? {
        guard typed.contains(where: \.isLetter), typed.allSatisfy({ $0.isASCII }) else { return nil }
        var writer = Writer()
        for key in typed.unicodeScalars {
            let small = key.properties.lowercaseMapping.unicodeScalars.first ?? key
            if let letter = letters[key] ?? letters[small] {
                writer.type(letter)
            } else {
                writer.finishSyllable()
                writer.text.unicodeScalars.append(key)
            }
        }
        writer.finishSyllable()
        return writer.text
    }

    private static let letters = Dictionary(
        uniqueKeysWithValues: zip(
            "qQwWeErRtTyuioOpPasdfghjklzxcvbnm".unicodeScalars,
            "ㅂㅃㅈㅉㄷㄸㄱㄲㅅㅆㅛㅕㅑㅐㅒㅔㅖㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ".unicodeScalars.map(\.value)))
    private static let firstVowel: UInt32 = 0x314F
    /// The compound vowel of two vowels, by their numbers.
    private static let vowelPairs: [[UInt32]: UInt32] = [
        [8, 0]: 9, [8, 1]: 10, [8, 20]: 11, [13, 4]: 14, [13, 5]: 15, [13, 20]: 16, [18, 20]: 19,
    ]

    /// Composes letters to syllables like a keyboard.
    private struct Writer {
        var text = ""
        private var lead: UInt32?
        /// The vowel's number.
        private var vowel: UInt32?
        /// One final consonant, or two that were typed in a row.
        private var finals: [UInt32] = []

        mutating func type(_ letter: UInt32) {
            if letter >= firstVowel { type(vowel: letter - firstVowel) } else { type(consonant: letter) }
        }

        private mutating func type(consonant: UInt32) {
            if vowel != nil, lead != nil, Self.final(finals + [consonant]) != nil { return finals.append(consonant) }
            finishSyllable()
            lead = consonant
        }

        private mutating func type(vowel next: UInt32) {
            if let last = finals.popLast() {
                // The consonant is not a final but begins the next syllable.
                finishSyllable()
                lead = last
            } else if let vowel {
                if let pair = vowelPairs[[vowel, next]] { return self.vowel = pair }
                finishSyllable()
            }
            vowel = next
        }

        mutating func finishSyllable() {
            if let lead, let vowel, let number = Jamo.leads.firstIndex(of: lead) {
                append(Hangul.Parts(lead: UInt32(number), vowel: vowel, final: Self.final(finals) ?? 0).syllable)
            } else if let letter = lead ?? vowel.map({ firstVowel + $0 }) {
                append(letter)
            }
            (lead, vowel, finals) = (nil, nil, [])
        }

        /// Returns the number of the final that consonants form, or `nil`.
        private static func final(_ letters: [UInt32]) -> UInt32? {
            let pair = Jamo.compounds.first { [Jamo.leads[$0.value.first], Jamo.leads[$0.value.second]] == letters }
            guard let letter = letters.count == 1 ? letters[0] : pair?.key else { return nil }
            return Jamo.finals.firstIndex(of: letter).map(UInt32.init)
        }

        private mutating func append(_ value: UInt32) {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
    }
}
