import Foundation
import NoticeBoardTesting
import Testing

@testable import NoticeBoardSearch

/// Suggestions for text in the form that keyboards and phone keypads produce.
@Suite("Suggestions while typing", .serialized, .onOwnThread, .trialLimit(minutes: 2)) struct SuggestionTypingTests {
    private func suggested(_ typed: String, _ keywords: String...) -> [String] {
        let entries = keywords.map { SearchHistoryEntry(keyword: $0, lastUsed: Date(timeIntervalSince1970: 0)) }
        return SearchHistorySuggestions(typed).ranked(entries, limit: 10).map(\.keyword)
    }

    @Test("Finds Korean entries for English keys in any case", arguments: ["rhdwl", "Rhdwl", "RHDWL", "rHDWL"])
    func capitals(typed: String) {
        #expect(suggested(typed, "메일", "공지") == ["공지"])
    }

    @Test("Ranks the literal reading of capitals before the lowercase one")
    func literalFirst() {
        #expect(suggested("Rhc", "고추", "꽃") == ["꽃", "고추"])
    }

    @Test("Finds a word by a syllable joined with the next initial", arguments: [("앛ㅂ", "아침밥"), ("각ㅍ", "가격표")])
    func joinedInitials(typed: String, word: String) {
        #expect(suggested(typed, "메일", word) == [word])
    }

    @Test("Finds entries for halfwidth letters", arguments: ["ﾡﾸ", "ｍａｉｌ"])
    func widths(typed: String) {
        #expect(suggested(typed, "공지", "mail").count == 1)
    }

    @Test("Skips the dots of a phone keypad at the end", arguments: ["ㄱㆍ", "공ㆍ", "공지ㆍ", "공\u{11A2}"])
    func dots(typed: String) {
        #expect(suggested(typed, "메일", "공지") == ["공지"])
    }

    @Test("Highlights an entry found by the keyboard layout")
    func marks() throws {
        let suggestions = SearchHistorySuggestions("rhdwl")
        let highlighter = try #require(suggestions.highlighter(for: "새 공지"))
        #expect(highlighter.utf8Ranges(in: "새 공지") == [4..<10])
        #expect(suggestions.highlighter(for: "메일") == nil)
    }

    @Test("Finds a word after every key")
    func everyKey() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(400, atLeast: 200) {
            let keys = (0..<Int.random(in: 1...4, using: &random)).map { _ in syllableKeys(&random).joined() }.joined()
            guard let word = EnglishLayout.korean(keys) else { continue }
            for count in 1...keys.count {
                let state = EnglishLayout.korean(String(keys.prefix(count))) ?? ""
                let highlighter = Highlighter(state, options: .hangulTyping)
                #expect(highlighter.prefixRange(in: word) != nil, "\(trials): \(state) of \(word)")
            }
        }
    }

    @Test("Finds at least 95 of 100 words by a syllable and the initials of the rest")
    func initials() {
        let trials = RandomTrials()
        var random = trials.random
        var (found, total) = (0, 0)
        for _ in 0..<trials.count(2_000, atLeast: 1_000) {
            let syllables = (0..<Int.random(in: 3...4, using: &random)).map { _ in syllableKeys(&random) }
            let word = syllables.map { EnglishLayout.korean($0.joined()) ?? "" }.joined()
            let keys = syllables[0].joined() + syllables.dropFirst().map { $0[0] }.joined()
            guard let state = EnglishLayout.korean(keys), word.count == syllables.count else { continue }
            total += 1
            if Highlighter(state, options: .hangulTyping).prefixRange(in: word) != nil { found += 1 }
        }
        print("initials: \(trials), \(found) of \(total) words found")
        #expect(total > 900, "\(trials)")
        #expect(found * 100 >= total * 95, "\(trials): \(found) of \(total)")
    }

    /// The keys of a random syllable: initial, vowel and perhaps a final.
    private func syllableKeys(_ random: inout SeededRandom) -> [String] {
        let final = random.chance(45) ? random.pick(["r", "s", "f", "a", "q", "t", "d", "rt", "fr"]) : ""
        return [
            random.pick(["q", "w", "e", "r", "t", "a", "s", "d", "f", "g", "z", "x", "c", "v", "R", "T"]),
            random.pick(["k", "o", "j", "p", "h", "n", "m", "l", "hk", "ml"]), final,
        ]
    }
}
