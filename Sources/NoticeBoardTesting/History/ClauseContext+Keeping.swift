import Foundation
import NoticeBoardBase
import NoticeBoardSearch

extension ClauseContext {
    func oneEntryForAKeyword() async throws {
        let history = try await open()
        try await save("가", "나", "가", in: history)
        try await expect(history, ["가", "나"], "saved again")
        let count = try await history.entries().first?.useCount
        try expect(count == 2, "saved twice: expected a count of 2, found \(count ?? 0)")
    }

    func spellingsAreOne() async throws {
        let history = try await open()
        try await save("각", "\u{1100}\u{1161}\u{11A8}", " 각\n", "\u{3000}각", in: history)
        let entries = try await history.entries()
        try expect(entries.count == 1, "four spellings of one keyword: expected 1 entry, found \(entries.count)")
        let scalars = entries.first.map { Array($0.keyword.unicodeScalars) } ?? []
        try expect(scalars == ["각"], "expected the composed spelling, found \(scalars.count) scalars")
    }

    func caseCounts() async throws {
        let history = try await open()
        try await save("Swift", "swift", in: history)
        try await expect(history, ["swift", "Swift"], "two cases")
    }

    func targetsAreApart() async throws {
        let history = try await open()
        for target in ["all", "title", "attachments"] {
            turn(by: 1)
            try await history.save("메일", target: SearchTarget(rawValue: target))
        }
        let targets = try await history.entries().map(\.target.rawValue)
        try expect(targets == ["attachments", "title", "all"], "one keyword in three targets: found \(targets)")
    }

    func newestFirst() async throws {
        let history = try await open()
        for (keyword, seconds) in [("가", 100.25), ("나", 100.75), ("다", 100.5), ("라", -5)] {
            turn(to: seconds)
            try await history.save(keyword)
        }
        try await expect(history, ["라", "다", "나", "가"], "saved while the clock went back")
    }

    func equalDatesKeepTheirOrder() async throws {
        let history = try await open()
        for keyword in ["나", "다", "가"] { try await history.save(keyword) }
        try await expect(history, ["가", "다", "나"], "saved at one moment")
    }

    func datesAreExact() async throws {
        let history = try await open()
        let seconds = [0.1 + 0.2, 700_000_000.123_456_7, -978_307_200.5, 1.0.nextUp, -0.000_1].sorted()
        for (number, seconds) in seconds.enumerated() {
            turn(to: seconds)
            try await history.save("\(number)")
        }
        let found = try await history.entries().map(\.lastUsed.timeIntervalSinceReferenceDate.bitPattern)
        try expect(found == seconds.reversed().map(\.bitPattern), "expected \(seconds.reversed()) to the last bit")
    }

    func blankIsRefused() async throws {
        let history = try await open()
        for blank in ["", " ", "\t\n", "\u{3000}", "\u{200B}", "\u{FEFF}\u{3164}", "\0"] {
            try await expect(.invalidInput, "a blank keyword") { try await history.save(blank) }
        }
        try await expect(history, [], "after refusals")
    }

    func oddKeywordsAreWholeOrRefused() async throws {
        let history = try await open()
        let odd = [String(repeating: "가", count: 10_000), "a\0b", "\u{1B}[31m", "줄\n바꿈", "👨‍👩‍👧‍👦", String(repeating: "a", count: 300)]
        for keyword in odd {
            turn(by: 1)
            do {
                try await history.save(keyword)
                let first = try await history.entries().first?.keyword
                try expect(first == keyword, "a keyword of \(keyword.utf8.count) bytes came back otherwise")
            } catch let error as NoticeBoardError where error.code == .invalidInput {
                // Refusing with this error is allowed.
            }
        }
    }

    func capacityHolds() async throws {
        let history = try await open(SearchHistoryPolicy(capacity: 3))
        try await save("가", "나", "다", "라", in: history)
        try await expect(history, ["라", "다", "나"], "four with room for three")
    }

    func ageHolds() async throws {
        let history = try await open(SearchHistoryPolicy(maximumAge: 100))
        try await save("가", in: history)
        turn(by: 60)
        try await save("나", in: history)
        turn(by: 50)
        try await expect(history, ["나"], "with an entry older than 100 s")
    }

    func openingAgainFindsAll() async throws {
        var history = try await open()
        try await save("가", "나", "다", "가", in: history)
        try await history.apply(.pin(SearchHistoryEntry.Key("나"), true))
        try await history.delete("다")
        try await history.save("라")
        let before = try await history.entries()
        history = try await open()
        let after = try await history.entries()
        try expect(before == after, "opened again: expected \(before), found \(after)")
    }

    func twoOnOneStoreLoseNothing() async throws {
        let (one, other) = (try await open(), try await open())
        try await save("가", in: one)
        try await save("나", in: other)
        try await save("다", in: one)
        try await expect(one, ["다", "나", "가"], "saved by two in turns")
        try await other.delete("가")
        try await save("라", in: one)
        try await expect(one, ["라", "다", "나"], "deleted by the other")
    }
}
