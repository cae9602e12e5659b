import Testing

@testable import NoticeBoardSearch

/// Each way finds the same; the shorter one has to be taken where it is enough, or a list of thousands of rows stutters.
@Suite("The way in which a keyword is looked for", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WayTests {
    private static let turkic = FoldRules(isTurkic: true)

    @Test(
        "Bytes are compared wherever a keyword is spelled in one way, and elsewhere tell at least that it is not there",
        arguments: [
            ("mail", FoldRules(), .bytes, true), ("MAIL 7", FoldRules(), .bytes, true), ("메일", FoldRules(), .bytes, true),
            ("メール", FoldRules(), .bytes, true), ("が", FoldRules(), .bytes, true), ("會議", FoldRules(), .bytes, true),
            ("…", FoldRules(), .bytes, true), ("🎉", FoldRules(), .bytes, true), ("한", FoldRules(), .bytes, true),
            ("\u{1112}\u{1161}\u{11AB}", FoldRules(), .bytes, true), ("mail", FoldRules(ignoresCase: false), .bytes, true),
            ("mal", turkic, .bytes, true), ("mail", turkic, .folding, false), ("MAIL", turkic, .folding, false),
            ("café", FoldRules(), .folding, true), ("почта", FoldRules(), .folding, false), ("ｍａ", FoldRules(), .folding, false),
            ("mail", FoldRules(ignoresMarks: true), .folding, false), ("mail", FoldRules(ignoresWidth: true), .folding, false),
            ("mail", FoldRules(ignoresPresentation: true), .folding, false), ("", FoldRules(), .nothing, false),
        ] as [(String, FoldRules, CompiledTerm.Path, Bool)])
    func path(_ keyword: String, _ rules: FoldRules, _ path: CompiledTerm.Path, _ hasBytes: Bool) {
        let term = CompiledTerm(keyword, rules)
        #expect(term.path == path)
        #expect((term.bytes != nil) == hasBytes)
    }

    @Test(
        "Only what is open at its end is looked for as typed",
        arguments: [
            ("ㅁ", .typing), ("메", .typing), ("메이", .typing), ("mail", .bytes), ("메일 a", .bytes), ("café", .folding),
        ] as [(String, CompiledTerm.Path)])
    func typed(_ keyword: String, _ path: CompiledTerm.Path) {
        #expect(CompiledTerm(keyword, isTyping: true).path == path)
        #expect((CompiledTerm(keyword, isTyping: true).typing != nil) == (path == .typing))
        #expect(CompiledTerm(keyword).path != .typing)
    }

    @Test(
        "Korean that is open is spotted by the leads of its first syllables, or by the letters that stand before it",
        arguments: [("ㅁ", "leads"), ("메", "leads"), ("메이", "leads"), ("mail 메", "bytes"), ("é메", "none")])
    func look(_ keyword: String, _ expected: String) throws {
        let look =
            switch try #require(CompiledTerm(keyword, isTyping: true).typing).look {
            case .leads: "leads"
            case .bytes: "bytes"
            case .none: "none"
            }
        #expect(look == expected)
    }

    @Test(
        "The rarest bytes are looked for first: the last of a character, and none that is in every emoji",
        arguments: [
            ("mail", 0..<4, 0, 3), ("mail", 1..<3, 2, 1), ("→", 0..<3, 2, 1), ("🎉", 0..<4, 3, 2), ("메일 7", 0..<8, 7, 2),
            ("ee", 0..<2, 0, 1), ("e", 0..<1, 0, 0),
        ])
    func rarest(_ keyword: String, _ stretch: Range<Int>, _ first: Int, _ second: Int) {
        let found = Rarity.rarestTwo(of: Array(keyword.utf8), in: stretch)
        #expect(found == (first, second))
    }

    @Test("A lead is that of syllables, which letters of a keyboard may join, and of not too many") func leads() {
        let (row, letter) = (0xBA54...0xBA6F as ClosedRange<UInt32>, 0x3141...0x3141 as ClosedRange<UInt32>)
        #expect(TypingTest.Unit([row]) != nil && TypingTest.Unit([row, letter]) != nil)
        #expect(TypingTest.Unit([letter]) == nil && TypingTest.Unit([row, 0x41...0x41]) == nil)
        #expect(TypingTest.Unit([0xAC00...0xD7A3]) == nil)
    }

    @Test(
        "A text is searched for what may stand for a part of the keyword, and for nothing else",
        arguments: [
            ("mail", 0), ("kind", 1), ("set", 1), ("offer", 1), ("office", 3), ("메일", 1), ("ㄱ", 1), ("ール", 1), ("會議", 3),
            ("메일 會", 4),
            ("🎉", 0), ("café", 0),
        ])
    func triggers(_ keyword: String, _ count: Int) {
        let scalars = [
            0xDF, 0x1E9E, 0x17F, 0x212A, 0xFB00, 0xFB01, 0xFB02, 0xFB03, 0xFB04, 0xFB05, 0xFB06, 0x1161, 0x3099, 0xF900, 0xFA10,
            0x2F801,
        ]
        let set = CompiledTerm(keyword).triggers
        let found = scalars.count { scalar in
            let text = "a" + String(Unicode.Scalar(scalar).map(Character.init) ?? "?") + "a"
            return ByteView.read(text) { bytes, _ in set.occurs(in: bytes) } == true
        }
        #expect(found == count)
        #expect(set.isEmpty == (count == 0))
    }

    @Test(
        "A first look tells all it can",
        arguments: [
            ("mail", "my mail", .bytes), ("mail", "my male", .nothing), ("a", "bbb", .bytes), ("메일", "새 메일", .bytes),
            ("메일", "새 글", .nothing),
            ("메일", "메일 \u{1112}\u{1161}", .unclear), ("메일", "글 \u{1112}\u{1161}", .unclear), ("café", "a cafe\u{301}", .unclear),
            ("café", "a tea", .nothing), ("kind", "a \u{212A} b", .nothing), ("kind", "\u{212A}ind", .unclear),
        ] as [(String, String, ByteTerm.Glance)])
    func glance(_ keyword: String, _ text: String, _ glance: ByteTerm.Glance) throws {
        let term = try #require(CompiledTerm(keyword).bytes)
        #expect(ByteView.read(text) { bytes, _ in term.glance(at: bytes) } == glance)
    }

    @Test(
        "What tells that a keyword is not there is spelled in one way, and not in every text",
        arguments: [
            ("oc", true), ("od", false), ("od ", false), ("odx", true), ("ss", false), ("ssoc", true), ("k1", false),
            ("k12", true), ("é1", false), ("é12", false), ("é123", true), ("메1", false), ("b", false), ("", false),
        ])
    func anchor(_ spelling: String, _ exists: Bool) {
        #expect((Anchor.pair(of: spelling, ignoresCase: true) != nil) == exists)
    }

    @Test(
        "A long text is looked at in parts",
        arguments: [("mail", .bytes), ("메일", .unclear), ("café", .unclear)] as [(String, ByteTerm.Glance)])
    func long(_ keyword: String, _ glance: ByteTerm.Glance) throws {
        let term = try #require(CompiledTerm(keyword).bytes)
        for (count, expected) in [(4096, .nothing), (4097, glance)] as [(Int, ByteTerm.Glance)] {
            let text = String(repeating: "-", count: count)
            #expect(ByteView.read(text) { bytes, _ in term.glance(at: bytes) } == expected, "\(count)")
        }
    }

    @Test("Triggers are looked for in stretches, longer and longer, and short ones where the search leaps") func scouting() {
        let set = CompiledTerm("메일").triggers
        let (free, jamo) = (String(repeating: "-", count: 50_000), "\u{1112}\u{1161}\u{11AB}")
        let seen = ByteView.read(free + jamo + free) { bytes, _ -> [[Int]] in
            var scout = TriggerScout()
            let steps = [
                (0, 24), (4_000, 24), (0, 20_000), (0, 40_000), (46_000, 24), (47_000, 24), (50_000, 24), (50_001, 24),
                (50_010, 24),
            ]
            return steps.map { start, margin in
                scout.look(set, from: start, keeping: margin, bytes)
                return [scout.trigger ?? -1, scout.scanned]
            }
        }
        #expect(
            seen == [
                [-1, 4_096], [-1, 4_096], [-1, 28_672], [-1, 45_056], [-1, 46_256], [-1, 47_256], [50_000, 50_001],
                [50_003, 50_004],
                [-1, 50_266],
            ])
    }
}
