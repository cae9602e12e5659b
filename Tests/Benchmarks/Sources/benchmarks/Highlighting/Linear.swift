import Foundation
import NoticeBoardSearch

/// Texts and keywords made to be slow, compared with ordinary ones on the same path; the goal is four times the cost per byte.
enum Linear {
    private struct Case {
        let name: String
        let text: String
        let keyword: String
        /// An ordinary text and keyword on the same path.
        let ordinary: (text: String, keyword: String)
    }

    private static func cases(_ size: Int) -> [Case] {
        let english = String(repeating: "an ordinary line of text, nothing else. ", count: size / 40)
        let accents = String(repeating: "cafe\u{301} con leche, un verre d'eau. ", count: size / 35)
        let emoji = String(repeating: "hello 🎉🎈 and 👍🏽 so on ", count: size / 32)
        let aaaa = String(repeating: "a", count: size)
        return [
            scripts("Arabic", "العربية مكتوبة بلا حروف أخرى ", size), scripts("Thai", "ภาษาไทยเขียนโดยไม่เว้นวรรค", size),
            scripts("Hindi", "हिन्दी में लिखा हुआ पाठ ", size),
            Case(
                name: "decomposed Korean", text: Self.repeated("공지사항 안내 ".decomposedStringWithCanonicalMapping, size),
                keyword: "점검", ordinary: (Self.repeated("공지사항 안내 ".decomposedStringWithCanonicalMapping, 4_000), "점검")),
            Case(
                name: "aaaa…b in aaaa…", text: aaaa, keyword: String(repeating: "a", count: 1000) + "b",
                ordinary: (english, "ordinaryb")),
            Case(
                name: "aaaabaaaa in aaaa…", text: aaaa,
                keyword: String(repeating: "a", count: 500) + "b" + String(repeating: "a", count: 500),
                ordinary: (english, "ordinaryb")),
            Case(
                name: "abab…c in abab…", text: String(repeating: "ab", count: size / 2),
                keyword: String(repeating: "ab", count: 500) + "aab",
                // The search by bytes gives up here and continues exactly, as an accent makes it do.
                ordinary: (english, "ordinaryé")),
            Case(name: "10,000 flags", text: String(repeating: "🇰🇷🇺🇸", count: 5_000), keyword: "🇺🇸", ordinary: (emoji, "👍🏽")),
            Case(name: "10,000 flags, split", text: String(repeating: "🇰🇷🇺🇸", count: 5_000), keyword: "🇷🇺", ordinary: (emoji, "👍🏽")),
            Case(
                name: "10,000 combining marks", text: "e" + String(repeating: "\u{301}", count: 10_000), keyword: "é",
                ordinary: (accents, "é")),
            Case(
                name: "10,000 marks out of order", text: "e" + String(repeating: "\u{301}\u{323}", count: 5_000), keyword: "é",
                ordinary: (accents, "é")),
            Case(
                name: "a keyword of 1 MB", text: english + english, keyword: String(english.dropLast(size / 10)),
                ordinary: (String(english.prefix(4_000)), String(english.prefix(3_600)))),
            Case(name: "a keyword longer than the text", text: english, keyword: english + "x", ordinary: (english, "ordinaryb")),
            Case(
                name: "eeee…é in eeee…, folded", text: String(repeating: "é", count: size / 2),
                keyword: String(repeating: "é", count: 500) + "ö",
                ordinary: (accents, "éö")),
        ]
    }

    /// A script without boundaries that bytes show, compared with a short text of it.
    private static func scripts(_ name: String, _ words: String, _ size: Int) -> Case {
        Case(name: "\(name), 공지", text: repeated(words, size), keyword: "공지", ordinary: (repeated(words, 4_000), "공지"))
    }

    private static func repeated(_ words: String, _ size: Int) -> String {
        String(repeating: words, count: size / words.utf8.count)
    }

    static func run(_ settings: Settings) {
        print("\nhostile texts, each beside an ordinary one on the same path: cost a byte")
        for item in cases(settings.choose(1_000_000, quick: 50_000)) {
            let (hostile, ordinary) = (Highlighter(item.keyword), Highlighter(item.ordinary.keyword))
            let contest = Contest(
                contenders: [
                    Contender(item.name) { hostile.ranges(in: item.text).count },
                    Contender("ordinary") { ordinary.ranges(in: item.ordinary.text).count },
                ], rounds: settings.choose(7, quick: 1))
            let found = contest.measure()
            let cost = found[0].best / Double(item.text.utf8.count)
            let usual = found[1].best / Double(item.ordinary.text.utf8.count)
            line(
                item.name, String(format: "%7.3f ns", cost), String(format: "ordinary %7.3f ns", usual),
                String(format: "%5.2f×", cost / usual),
                Goal.atMost(4).verdict(cost / usual), "\(found[0].result) hits")
        }
        typing(settings)
    }

    /// Unfinished Korean input in decomposed text: the time is linear in the text and in the keyword.
    private static func typing(_ settings: Settings) {
        let text = repeated("한".decomposedStringWithCanonicalMapping, settings.choose(144_000, quick: 9_000))
        for letters in [21, 61, 201] {
            let highlighter = Highlighter(String(repeating: "한", count: letters - 1) + "ㄱ", options: .hangulTyping)
            let contender = Contender("typing") { highlighter.ranges(in: text).count }
            let found = Contest(contenders: [contender], rounds: settings.choose(7, quick: 1)).measure()
            line("\(letters) typed letters, decomposed Korean", duration(found[0].best), "\(text.utf8.count) bytes")
        }
    }
}
