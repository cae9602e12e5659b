import Testing

@testable import NoticeBoardSearch

/// What lets a search pass by a text quickly must let no spelling of the keyword pass by.
@Suite("Highlighter and every spelling of a keyword", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct SpellingTests {
    @Test("Every spelling is found, in a short text and in a long one, whatever part of the keyword others can stand for")
    func everySpelling() {
        let padding = String(repeating: "- ", count: 2_500)
        var (anchored, spelled) = (0, 0)
        for keyword in Self.keywords {
            let highlighter = Highlighter(keyword)
            if CompiledTerm(keyword).bytes?.anchor != nil { anchored += 1 }
            for spelling in Self.spellings(of: keyword) {
                let length = spelling.utf8.count
                #expect(highlighter.utf8Ranges(in: "-\(spelling)-") == [1..<1 + length], "\(keyword) as \(spelling)")
                #expect(highlighter.utf8Ranges(in: padding + spelling) == [5_000..<5_000 + length], "\(keyword) as \(spelling)")
                spelled += 1
            }
        }
        #expect(anchored > 50, "\(anchored)")
        #expect(spelled > 700, "\(spelled)")
    }

    @Test("What no Unicode names is no mark, and is not passed over where marks are") func unassigned() {
        #expect(Unicode.Scalar(0x378)?.properties.generalCategory == .unassigned)
        let highlighter = Highlighter("ab", options: .diacriticInsensitive)
        #expect(highlighter.utf8Ranges(in: "a\u{378}b a\u{301}b") == [5..<9])
    }

    @Test("Where a text is folded, each sign of ASCII is itself alone, and each letter both of its cases")
    func asciiBesideMarks() {
        let all = (0x20..<0x7F).map { Character(Unicode.Scalar($0)) }
        let text = all.map { "-\($0)É" }.joined()
        for (one, sign) in all.enumerated() {
            let same = all.indices.filter { $0 == one || sign.isLetter && all[$0].lowercased() == sign.lowercased() }
            let found = Highlighter("\(sign)é").utf8Ranges(in: text)
            #expect(found == same.map { 4 * $0 + 1..<4 * $0 + 4 }, "\(sign)")
        }
    }

    /// Words of all letters that others can stand for, and of some for which nothing can.
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
        for (scalar, folded) in Trigger.foldingToASCII where keyword.lowercased().hasPrefix(folded) {
            guard let scalar = Unicode.Scalar(scalar) else { continue }
            let rest = String(keyword.unicodeScalars.dropFirst(folded.unicodeScalars.count))
            spellings += self.spellings(of: rest).map { String(scalar) + $0 }
        }
        return spellings
    }

    @Test("A match begins as far before what is looked for as its longest spelling reaches", arguments: [100, 5_000])
    func longestSpelling(before: Int) {
        // Each s in two bytes: the rare letters stand twice as far from the start as in the keyword.
        let keyword = String(repeating: "s", count: 40) + "zq"
        #expect(CompiledTerm(keyword).bytes?.anchor != nil)
        let (padding, spelling) = (String(repeating: "-", count: before), String(repeating: "ſ", count: 40) + "zq")
        let found = Highlighter(keyword).utf8Ranges(in: padding + spelling + padding)
        #expect(found == [before..<before + spelling.utf8.count])
    }

    @Test("No text is called too short for a keyword that it spells, for every scalar in every folding")
    func fewestBytes() {
        var shorter = 0
        for scalar in UnicodeData.allScalars {
            for options in [[], .caseSensitive] as [Highlighter.Options] {
                let rules = FoldRules(ignoresCase: options.isEmpty)
                let folded = Hangul.composed(SegmentFolder.fold(String(scalar), rules)).compactMap(Unicode.Scalar.init)
                // What is as long as its fold at least, which composing never makes longer, is not too short.
                if UTF8.width(scalar) >= folded.map({ UTF8.width($0) }).reduce(0, +) { continue }
                // Four, because the bound is a fraction of four; what is longer is put together of such.
                let keyword = String(repeating: CompiledTerm(String(scalar), rules).spelling, count: 4)
                let text = String(repeating: String(scalar), count: 4)
                let term = CompiledTerm(keyword, rules)
                #expect(term.fewestBytes <= text.utf8.count, "U+\(String(scalar.value, radix: 16))")
                guard term.path == .bytes, text.utf8.count < keyword.utf8.count else { continue }
                shorter += 1
                #expect(Highlighter(keyword, options: options).utf8Ranges(in: text) == [0..<text.utf8.count])
            }
        }
        // The compatibility ideographs of the basic plane that stand for others beyond it.
        #expect(shorter > 0)
    }

    @Test("Composing never makes a keyword longer than its parts")
    func composing() {
        for scalar in UnicodeData.allScalars where Hangul.isSyllable(scalar.value) || Caseless.isKana(scalar.value) {
            let parts = SegmentFolder.fold(String(scalar), FoldRules(ignoresCase: false)).compactMap(Unicode.Scalar.init)
            #expect(UTF8.width(scalar) <= parts.map { UTF8.width($0) }.reduce(0, +), "\(scalar)")
        }
    }
}
