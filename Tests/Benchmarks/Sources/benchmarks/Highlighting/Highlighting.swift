import Foundation
import NoticeBoardSearch

/// Compares the highlighter with other searches in titles and in long texts.
enum Highlighting {
    static let subjects = [
        Subject(name: "highlighting-titles", summary: "every hit of a keyword in many titles, beside Foundation and memchr") {
            runTitles($0)
        },
        Subject(name: "highlighting-body", summary: "every hit of a keyword in one long text, beside ripgrep too") {
            runBody($0)
        },
        Subject(name: "highlighting-hostile", summary: "texts and keywords that are made to be slow") { Linear.run($0) },
        Subject(name: "highlighting-first", summary: "the first search of a process, a fresh process each time") {
            try FirstSearch.run($0)
        },
    ]

    /// A kind of keyword.
    struct Kind: Sendable {
        let name: String
        let keyword: String
        var options: Highlighter.Options = []
        /// The keyword for Foundation, which has no typing option.
        var plain: String?
        var goal = Goal.atLeast(20)
    }

    static let kinds = [
        Kind(name: "ASCII, rare", keyword: "zebrafish"),
        Kind(name: "ASCII, frequent", keyword: "notice"),
        Kind(name: "ASCII, one letter", keyword: "e", goal: .atLeast(12)),
        Kind(name: "Hangul, rare", keyword: "뷁뷁"),
        Kind(name: "Hangul, frequent", keyword: "공지"),
        Kind(name: "Hangul, one syllable", keyword: "이", goal: .atLeast(12)),
        Kind(name: "mixed, rare", keyword: "뷁Zebra"),
        Kind(name: "mixed, frequent", keyword: "iOS 공지"),
        Kind(name: "folding, rare", keyword: "naïveté", goal: .atLeast(6)),
        Kind(name: "folding, frequent", keyword: "CAFÉ", goal: .atLeast(6)),
        Kind(
            name: "typed initials, rare", keyword: "ㅊㅅㄷ", options: .hangulTyping, plain: "첨성대",
            goal: .atLeast(3)),
        Kind(
            name: "typed initials, frequent", keyword: "ㄱㅈ", options: .hangulTyping, plain: "공지",
            goal: .atLeast(3)),
    ]

    private static func runTitles(_ settings: Settings) {
        let texts = Texts(titles: settings.choose(60_000, quick: 2_000), bodyBytes: 0).titles
        let mean = texts.map(\.utf8.count).reduce(0, +) / texts.count
        print("\n\(texts.count) titles, mean \(mean) bytes; each figure is for one title, the best of \(rounds(settings)) rounds")
        for kind in kinds { titles(kind, texts, settings) }
        misses(texts, settings)
        together(["notice", "공지"], .atMost(4), texts, settings)
    }

    private static func runBody(_ settings: Settings) {
        let text = Texts(titles: 0, bodyBytes: settings.choose(20_000_000, quick: 200_000)).body
        print("\na body of \(text.utf8.count) bytes; the best of \(rounds(settings)) rounds")
        for kind in kinds { body(kind, text, settings) }
        others(text, settings)
    }

    static func rounds(_ settings: Settings) -> Int { settings.choose(5, quick: 1) }

    private static func titles(_ kind: Kind, _ titles: [String], _ settings: Settings) {
        let highlighter = Highlighter(kind.keyword, options: kind.options)
        let contest = Contest(
            contenders: [
                Contenders.highlighter(highlighter, titles), Contenders.foundation(kind.plain ?? kind.keyword, titles),
                Contenders.memchrOnce(titles),
            ], rounds: rounds(settings))
        let found = contest.measure()
        let count = Double(titles.count)
        let ratio = found[1].best / found[0].best
        let marked = titles.filter { highlighter.firstRange(in: $0) != nil }.count
        line(
            kind.name, duration(found[0].best / count), "Foundation \(duration(found[1].best / count))",
            String(format: "%6.1f× faster", ratio), String(format: "%4.1f× memchr", found[0].best / found[2].best),
            String(format: "%.3f allocations", Double(found[0].allocations) / count),
            String(format: "for a hit %.3f", Double(found[0].allocations) / Double(max(1, marked))),
            hits(found[0], found[1], kind), kind.goal.verdict(ratio))
    }

    /// Titles without a match.
    ///
    /// A loop holds each title during the call, so the time of such a loop alone is printed too.
    private static func misses(_ titles: [String], _ settings: Settings) {
        for keyword in ["xylophone", "뷁뷈뷉"] {
            let highlighter = Highlighter(keyword)
            let contenders = [
                Contenders.highlighter(highlighter, titles), Contenders.emptyLoop(highlighter, titles),
                Contenders.foundation(keyword, titles),
            ]
            let found = Contest(contenders: contenders, rounds: settings.choose(20, quick: 1)).measure()
            let (count, ratio) = (Double(titles.count), found[2].best / found[0].best)
            line(
                "  a miss, \(keyword)", duration(found[0].best / count), "a loop alone \(duration(found[1].best / count))",
                "Foundation \(duration(found[2].best / count))", String(format: "%6.1f× faster", ratio),
                Goal.atLeast(20).verdict(ratio), "\(found[0].allocations) allocations",
                Goal.atMost(0).verdict(Double(found[0].allocations)))
        }
    }

    /// Several keywords in one highlighter, compared with the slowest of them alone.
    private static func together(_ terms: [String], _ goal: Goal, _ titles: [String], _ settings: Settings) {
        let highlighters = [Highlighter(terms: terms)] + terms.map { Highlighter($0) }
        let contest = Contest(contenders: highlighters.map { Contenders.highlighter($0, titles) }, rounds: rounds(settings))
        let found = contest.measure()
        let alone = found.dropFirst().map(\.best).max() ?? .infinity
        line(
            terms.joined(separator: ", ") + " together", duration(found[0].best / Double(titles.count)),
            "the slowest alone \(duration(alone / Double(titles.count)))", String(format: "%4.1f×", found[0].best / alone),
            goal.verdict(found[0].best / alone), "\(found[0].result) hits")
    }

    private static func body(_ kind: Kind, _ body: String, _ settings: Settings) {
        let highlighter = Highlighter(kind.keyword, options: kind.options)
        var contenders = [
            Contenders.highlighter(highlighter, [body]), Contenders.memchrOnce([body]),
            Contenders.foundation(kind.plain ?? kind.keyword, [body]),
        ]
        if let ripgrep = Contenders.ripgrep(kind.plain ?? kind.keyword, body) { contenders.append(ripgrep) }
        let found = Contest(contenders: contenders, rounds: settings.choose(3, quick: 1)).measure()
        let ratio = found[2].best / found[0].best
        let isPlain = kind.plain == nil && !kind.name.hasPrefix("folding") && kind.name.hasSuffix("rare")
        line(
            kind.name, duration(found[0].best), String(format: "%5.2f GB/s", Double(body.utf8.count) / found[0].best),
            isPlain ? Goal.atMost(10).verdict(found[0].best / 1e6) + " (ms)" : "", "Foundation \(duration(found[2].best))",
            String(format: "%6.1f× faster", ratio),
            found.count > 3
                ? "rg \(duration(found[3].best))\(found[3].result == found[2].result ? "" : " (\(found[3].result) hits)")" : "",
            hits(found[0], found[2], kind))
    }

    /// The slow ones, on a part of the text.
    private static func others(_ body: String, _ settings: Settings) {
        let part = String(body.unicodeScalars.prefix(settings.choose(500_000, quick: 20_000)))
        print("\n\(part.utf8.count) bytes of it, once; regular expressions")
        for kind in kinds {
            let keyword = kind.plain ?? kind.keyword
            let contenders = [
                Contenders.highlighter(Highlighter(kind.keyword, options: kind.options), [part]),
                Contenders.regularExpression(keyword, [part]), Contenders.swiftRegex(keyword, [part]),
            ]
            let found = Contest(contenders: contenders, rounds: 1).measure()
            line(
                kind.name, duration(found[0].best),
                "NSRegularExpression \(String(format: "%6.0f×", found[1].best / found[0].best)) slower",
                hits(found[0], found[1], kind), "Swift Regex \(String(format: "%6.0f×", found[2].best / found[0].best)) slower",
                hits(found[0], found[2], kind))
        }
    }

    private static func hits(_ product: Measurement, _ other: Measurement, _ kind: Kind) -> String {
        if product.result == other.result { return "\(product.result) hits" }
        return "\(product.result) hits, the other \(other.result)\(kind.plain.map { " of \($0)" } ?? "")"
    }
}
