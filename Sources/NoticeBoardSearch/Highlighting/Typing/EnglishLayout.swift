/// Reads Korean that was typed with the keyboard set to English: `rhdwl` is 공지, `apdlf` is 메일.
enum EnglishLayout {
    /// Returns the text that the keys of `typed` write on the Korean two-set layout, or `nil` without English letters.
    static func korean(_ typed: String) -> String? {
        guard typed.contains(where: \.isLetter), typed.allSatisfy({ $0.isASCII }) else { return nil }
        let keys = Array(typed.unicodeScalars)
        let typedLetters = keys.map { key in
            letters[key] ?? letters[key.properties.lowercaseMapping.unicodeScalars.first ?? key] ?? 0
        }
        var text = String.UnicodeScalarView()
        var position = 0
        while position < keys.count {
            let (value, count) = next(typedLetters[position...])
            text.append(value.flatMap(Unicode.Scalar.init) ?? keys[position])
            position += count
        }
        return String(text)
    }

    /// Returns the syllable or letter that the first of `letters` write and how many they are, or `nil` for another key.
    ///
    /// A consonant before a vowel begins the next syllable.
    private static func next(_ letters: ArraySlice<UInt32>) -> (value: UInt32?, count: Int) {
        let lead = Jamo.leads.firstIndex(of: letters[letters.startIndex])
        var rest = letters.dropFirst(lead == nil ? 0 : 1)
        guard let first = vowel(rest.first) else { return (lead.map { Jamo.leads[$0] }, 1) }
        let pair = vowel(rest.dropFirst().first).flatMap { vowelPairs[[first, $0]] }
        rest = rest.dropFirst(pair == nil ? 1 : 2)
        guard let lead else { return (firstVowel + (pair ?? first), letters.count - rest.count) }
        var syllable = Hangul.Parts(lead: UInt32(lead), vowel: pair ?? first, final: 0)
        for count in [2, 1] where vowel(rest.dropFirst(count).first) == nil {
            guard let final = final(Array(rest.prefix(count))) else { continue }
            syllable.final = final
            rest = rest.dropFirst(count)
            break
        }
        return (syllable.syllable, letters.count - rest.count)
    }

    /// Returns the number of a vowel, or `nil`.
    private static func vowel(_ letter: UInt32?) -> UInt32? { letter.flatMap { $0 >= firstVowel ? $0 - firstVowel : nil } }

    /// Returns the number of the final that consonants form, or `nil`.
    private static func final(_ letters: [UInt32]) -> UInt32? {
        let pair = Jamo.compounds.first { [Jamo.leads[$0.value.first], Jamo.leads[$0.value.second]] == letters }
        guard let letter = letters.count == 1 ? letters[0] : pair?.key, letter != 0 else { return nil }
        return Jamo.finals.firstIndex(of: letter).map(UInt32.init)
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
}
