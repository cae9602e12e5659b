import NoticeBoardSearch
import Testing

/// Keywords with parts that other scalars fold to: ß, ſ, the Kelvin sign and ligatures.
@Suite("Highlighter and other spellings", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct SpellingTests {
    @Test("Finds every spelling of a keyword in short and long texts")
    func everySpelling() {
        // Longer than one search block.
        let padding = String(repeating: "- ", count: 8_500)
        var spelled = 0
        for keyword in Self.keywords {
            let highlighter = Highlighter(keyword)
            for spelling in Self.spellings(of: keyword) {
                let length = spelling.utf8.count
                #expect(highlighter.utf8Ranges(in: "-\(spelling)-") == [1..<1 + length], "\(keyword) as \(spelling)")
                let range = 17_000..<17_000 + length
                #expect(highlighter.utf8Ranges(in: padding + spelling) == [range], "\(keyword) as \(spelling)")
                spelled += 1
            }
        }
        #expect(spelled > 700, "\(spelled)")
    }

    @Test("Does not ignore an unassigned scalar as a mark") func unassigned() {
        #expect(Unicode.Scalar(0x378)?.properties.generalCategory == .unassigned)
        let highlighter = Highlighter("ab", options: .diacriticInsensitive)
        #expect(highlighter.utf8Ranges(in: "a\u{378}b a\u{301}b") == [5..<9])
    }

    @Test("Matches a sign by itself and a letter in both cases next to an accent")
    func asciiBesideMarks() {
        let all = (0x20..<0x7F).map { Character(Unicode.Scalar($0)) }
        let text = all.map { "-\($0)É" }.joined()
        for (one, sign) in all.enumerated() {
            let same = all.indices.filter { $0 == one || sign.isLetter && all[$0].lowercased() == sign.lowercased() }
            let found = Highlighter("\(sign)é").utf8Ranges(in: text)
            #expect(found == same.map { 4 * $0 + 1..<4 * $0 + 4 }, "\(sign)")
        }
    }

    /// Words of letters with and without other spellings.
    private static let keywords: [String] = {
        var keywords = ["`", ";", "z;x", "qk`", "zebrafish", "zebra fish", "iOS 공지", "뷁Zebra"]
        var words = [""]
        for _ in 0..<3 {
            words = words.flatMap { word in "sktfizx".map { word + String($0) } }
            keywords += words
        }
        return keywords
    }()

    private static func spellings(of keyword: String) -> [String] {
        guard let first = keyword.unicodeScalars.first else { return [""] }
        let rest = String(keyword.unicodeScalars.dropFirst())
        var spellings = self.spellings(of: rest).map { String(first) + $0 }
        for (scalar, folded) in foldingToASCII where keyword.lowercased().hasPrefix(folded) {
            guard let scalar = Unicode.Scalar(scalar) else { continue }
            let rest = String(keyword.unicodeScalars.dropFirst(folded.unicodeScalars.count))
            spellings += self.spellings(of: rest).map { String(scalar) + $0 }
        }
        return spellings
    }

    private static let foldingToASCII: [UInt32: String] = [
        0xDF: "ss", 0x1E9E: "ss", 0x17F: "s", 0x212A: "k", 0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi",
        0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st", 0x37E: ";", 0x1FEF: "`",
    ]

    @Test("Finds a match with a spelling that crosses the end of a block", arguments: [100, 16_350, 16_384])
    func longestSpelling(before: Int) {
        let keyword = String(repeating: "s", count: 40) + "zq"
        let (padding, spelling) = (String(repeating: "-", count: before), String(repeating: "ſ", count: 40) + "zq")
        let found = Highlighter(keyword).utf8Ranges(in: padding + spelling + padding)
        #expect(found == [before..<before + spelling.utf8.count])
    }
}
