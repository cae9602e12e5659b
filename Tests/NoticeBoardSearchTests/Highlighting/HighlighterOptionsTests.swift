import Foundation
import Testing

@testable import NoticeBoardSearch

@Suite("Highlighter options", .inTurn, .timeLimit(.minutes(1))) struct HighlighterOptionsTests {
    /// Each option, and a keyword that matches a text only with the option, or for `caseSensitive` only without it.
    private static let samples: [(option: Highlighter.Options, name: String, text: String, keyword: String)] = [
        (.caseSensitive, "caseSensitive", "us", "US"), (.diacriticInsensitive, "diacriticInsensitive", "café", "cafe"),
        (.widthInsensitive, "widthInsensitive", "ＡＢＣ", "abc"), (.hangulTyping, "hangulTyping", "검색", "ㄱㅅ"),
    ]

    @Test("Every option has an effect", arguments: samples)
    func effects(option: Highlighter.Options, name: String, text: String, keyword: String) {
        let isSensitive = option == .caseSensitive
        #expect(Highlighter(keyword).isMatch(in: text) == isSensitive)
        #expect(Highlighter(keyword, options: option).isMatch(in: text) == !isSensitive)
    }

    @Test("The guide lists every option", .enabled(if: FileManager.default.fileExists(atPath: guide.path)))
    func guideTable() throws {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        for sample in Self.samples { #expect(text.contains("\n| `.\(sample.name)` |"), "\(sample.name)") }
    }

    @Test("Every public option has a sample")
    func publicOptions() throws {
        let source = Self.package.appendingPathComponent("Sources/NoticeBoardSearch/Highlighting/Highlighter+Options.swift")
        let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
        let names = lines.compactMap { line -> String? in
            let words = line.split(separator: " ")
            return words.starts(with: ["public", "static", "let"]) ? String(words[3]) : nil
        }
        #expect(names == Self.samples.map(\.name))
    }

    @Test("Ignores case with every other option", arguments: samples.map(\.option).filter { $0 != .caseSensitive })
    func caseWithOptions(option: Highlighter.Options) {
        #expect(Highlighter("CAFé", options: option).isMatch(in: "cafÉ"))
        #expect(!Highlighter("CAFé", options: [option, .caseSensitive]).isMatch(in: "cafÉ"))
    }

    private static let package = (0..<4).reduce(URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()) { url, _ in
        url.deletingLastPathComponent()
    }
    private static let guide = package.appendingPathComponent("Documentation/Highlighting.md")
}
