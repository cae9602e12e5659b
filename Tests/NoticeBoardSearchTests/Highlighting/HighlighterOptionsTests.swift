import Foundation
import Testing

@testable import NoticeBoardSearch

@Suite("Highlighter's options", .inTurn, .timeLimit(.minutes(1))) struct HighlighterOptionsTests {
    /// For each option, a text and a keyword that matches only with it; for `caseSensitive`, only without it.
    private static let samples: [Highlighter.Options.Rule: (text: String, keyword: String)] = [
        .caseSensitive: ("us", "US"), .diacriticInsensitive: ("café", "cafe"), .widthInsensitive: ("ＡＢＣ", "abc"),
        .hangulTyping: ("검색", "ㄱㅅ"),
    ]

    @Test("Every option has an effect", arguments: Highlighter.Options.Rule.allCases)
    func effects(rule: Highlighter.Options.Rule) throws {
        let sample = try #require(Self.samples[rule], "add a sample for \(rule)")
        let isSensitive = rule == .caseSensitive
        #expect(Highlighter(sample.keyword).isMatch(in: sample.text) == isSensitive)
        #expect(Highlighter(sample.keyword, options: Highlighter.Options(rule)).isMatch(in: sample.text) == !isSensitive)
    }

    @Test("The guide lists every option", .enabled(if: FileManager.default.fileExists(atPath: guide.path)))
    func guideTable() throws {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        for rule in Highlighter.Options.Rule.allCases { #expect(text.contains("\n| `.\(rule)` |"), "\(rule)") }
    }

    @Test("Every public option has a rule")
    func publicOptions() throws {
        let source = Self.package.appendingPathComponent("Sources/NoticeBoardSearch/Highlighting/Highlighter+Options.swift")
        let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
        let names = lines.compactMap { line -> String? in
            let words = line.split(separator: " ")
            return words.starts(with: ["public", "static", "let"]) ? String(words[3]) : nil
        }
        #expect(names == Highlighter.Options.Rule.allCases.map { "\($0)" })
    }

    @Test("Case is ignored with every option", arguments: Highlighter.Options.Rule.allCases.filter { $0 != .caseSensitive })
    func caseWithOptions(rule: Highlighter.Options.Rule) {
        #expect(Highlighter("CAFé", options: Highlighter.Options(rule)).isMatch(in: "cafÉ"))
        #expect(!Highlighter("CAFé", options: [Highlighter.Options(rule), .caseSensitive]).isMatch(in: "cafÉ"))
    }

    private static let package = (0..<4).reduce(URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()) { url, _ in
        url.deletingLastPathComponent()
    }
    private static let guide = package.appendingPathComponent("Documentation/Highlighting.md")
}
