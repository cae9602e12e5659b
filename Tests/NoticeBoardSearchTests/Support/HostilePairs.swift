import Foundation
import NoticeBoardSearch
import NoticeBoardTesting

/// Random texts with keywords cut from them and altered: scalars that fold to several, compose or join.
struct HostilePairs {
    struct Pair {
        var text: String
        var terms: [String]
        var options: Highlighter.Options
    }

    private var generator: SeededRandom
    /// One text in this many is longer than a search block.
    ///
    /// Such a text takes the brute-force definition a hundred times as long.
    private let oneLongIn: Int

    init(seed: UInt64, oneLongIn: Int = 400) { (generator, self.oneLongIn) = (SeededRandom(seed: seed), max(oneLongIn, 1)) }

    private static let latin = [
        "a", "A", "b", "e", "é", "e\u{301}", "É", "s", "S", "ss", "ß", "ẞ", "ſ", "st", "ﬆ", "ﬅ", "f", "fi", "ﬁ", "ﬀ", "ﬃ", "ffi",
        "k", "K", "\u{212A}", "i", "I", "ı", "İ", "i\u{307}", "I\u{307}", "I\u{323}\u{307}", ";", "\u{37E}", "`", "\u{1FEF}", " ",
        "1",
        "ŉ", "ǰ", "Å", "\u{212B}", "ậ", "a\u{302}\u{323}",
    ]
    private static let korean = [
        "가", "각", "갂", "값", "나", "닥", "닭", "고", "과", "괘", "괴", "되", "회", "도", "호", "구", "귀", "그", "긔", "까", "윜", "위", "키", "검색",
        "ㄱ", "ㄲ", "ㄳ", "ㅅ",
        "ㄺ", "ㅏ", "ㅎ", "힣", "사", "서", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{1100}\u{1161}", "\u{1100}\u{1161}\u{11A8}",
        "가\u{11A8}", "가\u{301}", "\u{302E}", "ﾡ", "ￂ", "\u{1113}\u{1161}", "\u{A960}", "\u{D7CB}",
    ]
    private static let joining = [
        "👩", "👨‍👩‍👧", "\u{200D}", "👍", "👍🏽", "🏽", "❤", "❤\u{FE0F}", "\u{FE0F}", "\u{FE0E}", "🇰🇷", "🇺🇸", "🇷", "🇺", "1\u{FE0F}\u{20E3}",
        "©", "🅰",
        "\u{301}", "\u{323}", "\u{345}", "\u{300}", "\u{600}", "\u{110BD}", "\r\n", "\r", "\n", "\u{200B}", "\u{AD}", "\u{2028}",
        "\u{E0001}",
        "क", "\u{94D}", "क्ष", "\u{93C}", "\u{958}", "\u{9CB}", "ก\u{E33}", "\u{9C7}\u{9BE}", "\u{20D7}", "\u{1D165}", "\u{16FF0}",
    ]
    private static let other = [
        "Σ", "σ", "ς", "ΐ", "ᾳ", "α\u{345}", "ᾼ", "Ω", "\u{2126}", "µ", "μ", "Ж", "ж", "Ꭰ", "ꭰ", "𐐀", "𐐨", "が", "か\u{3099}", "ガ",
        "ｶﾞ", "カ", "ハ", "ﾊﾟ",
        "豈", "\u{F900}", "\u{2F800}", "丽", "Ａ", "ａ", "ﾞ", "　", "。", "｡", "→", "│", "￨", "ⓐ", "Ⓐ", "〈", "\u{2329}", "Ł", "ł", "日",
        "本",
    ]

    mutating func next() -> Pair {
        let text = text()
        let options = options()
        var terms: [String] = []
        for _ in 0..<(generator.chance(70) ? 1 : Int.random(in: 2...3, using: &generator)) {
            terms.append(generator.chance(88) ? keyword(from: text, options) : self.text(pieces: 1...3))
        }
        return Pair(text: text, terms: terms, options: options)
    }

    private mutating func options() -> Highlighter.Options {
        var options: Highlighter.Options = generator.chance(80) ? [] : .caseSensitive
        for option in [.diacriticInsensitive, .widthInsensitive] as [Highlighter.Options] where generator.chance(15) {
            options.insert(option)
        }
        if generator.chance(40) { options.insert(.hangulTyping) }
        return options
    }

    private mutating func text() -> String {
        var text = text(pieces: 1...10)
        // Long enough for whole blocks of bytes, so that some matches are at the ends of a block.
        if generator.chance(15) {
            let filling = ["x", "ㅋ", "뷁", "é", "z "].randomElement(using: &generator) ?? ""
            text = String(repeating: filling, count: Int.random(in: 1...24, using: &generator)) + text
            if generator.chance(50) { text += String(repeating: filling, count: Int.random(in: 1...24, using: &generator)) }
        }
        // Longer than a search block.
        if generator.below(oneLongIn) == 0 { text = padding() + text + (generator.chance(30) ? padding() : "") }
        return text
    }

    /// Returns a text longer than a search block that repeats one unit.
    ///
    /// The units differ in other spellings, in boundaries that bytes show, and in false candidates.
    private mutating func padding() -> String {
        let units = [
            "العربية ", "ภาษาไทย", "हिन्दी ", "עברית", "\u{1100}\u{1161}\u{11A8}", "plain text ", "글자 ", "ß", "か", "e\u{301} ",
            "fi st",
            "👩", "🇰🇷", "kſ",
        ]
        let unit = units.randomElement(using: &generator) ?? ""
        return String(repeating: unit, count: (16_384 + Int.random(in: 0...600, using: &generator)) / unit.utf8.count)
    }

    /// Returns a text of one or two scripts, so that pieces occur more than once.
    private mutating func text(pieces: ClosedRange<Int>) -> String {
        let scripts = (0..<(generator.chance(50) ? 1 : 2)).map { _ in
            [Self.latin, Self.korean, Self.joining, Self.other].randomElement(using: &generator) ?? []
        }
        func piece() -> String { scripts.randomElement(using: &generator)?.randomElement(using: &generator) ?? "" }
        let alphabet = (0..<(generator.chance(50) ? 6 : 40)).map { _ in piece() }
        return (0..<Int.random(in: pieces, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "" }
            .joined()
    }

    /// Returns a part of the text in another spelling.
    private mutating func keyword(from text: String, _ options: Highlighter.Options) -> String {
        let clusters = Array(text)
        guard !clusters.isEmpty else { return "a" }
        let start = Int.random(in: clusters.indices, using: &generator)
        let end = min(clusters.count, start + Int.random(in: 1...(generator.chance(10) ? 12 : 3), using: &generator))
        var keyword = String(clusters[start..<end])
        if !options.contains(.caseSensitive) {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: keyword = keyword.uppercased()
            case 1: keyword = keyword.lowercased()
            default: break
            }
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: keyword = keyword.decomposedStringWithCanonicalMapping
        case 1: keyword = keyword.precomposedStringWithCanonicalMapping
        default: break
        }
        if options.contains(.hangulTyping) {
            keyword = joiningInitials(keyword.map { typed($0) })
            if generator.chance(5) { keyword += generator.chance(50) ? "ㆍ" : "\u{11A2}" }
        }
        return keyword
    }

    /// Sometimes joins an initial consonant to the syllable before it, as an input method does.
    private mutating func joiningInitials(_ characters: [Character]) -> String {
        var result: [Character] = []
        for character in characters {
            if let last = result.last?.unicodeScalars.first?.value, (0xAC00...0xD7A3).contains(last), (last - 0xAC00) % 28 == 0,
                let final = Self.finals.firstIndex(of: character), generator.chance(50),
                let joined = Unicode.Scalar(last + UInt32(final) + 1)
            {
                result[result.count - 1] = Character(joined)
            } else {
                result.append(character)
            }
        }
        return String(result)
    }

    private static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

    /// Sometimes returns only the initial of a syllable, or the syllable without its final.
    private mutating func typed(_ character: Character) -> Character {
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
            (0xAC00...0xD7A3).contains(scalar.value)
        else { return character }
        let index = Int(scalar.value - 0xAC00)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")[index / 588]
        case 1: return Unicode.Scalar(UInt32(0xAC00 + index / 28 * 28)).map(Character.init) ?? character
        default: return character
        }
    }
}
