import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Tests the limits of the rules, and the stored form of a history.
@Suite("Limits of a history's rules", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LogRulesTests {
    private static let day = 86_400.0

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @Test("An impossible rule becomes the nearest possible one") func nearest() {
        func rules(_ policy: SearchHistoryPolicy...) -> SearchHistoryValue.Rules {
            var rules = SearchHistoryValue.Rules()
            for policy in policy { rules.setPolicy(policy) }
            return rules
        }
        for (asked, kept) in [(-1, 1), (0, 1), (1, 1), (2, 2), (Int.max, 4_294_967_295), (4_294_967_295, 4_294_967_295)] {
            #expect(rules(.init(capacity: asked)).capacity == kept)
        }
        let ages: [(Double, Double?)] = [(-1, 0), (0, 0), (0.5, 0.5), (.infinity, nil), (.nan, 7)]
        for (asked, kept) in ages {
            #expect(rules(.init(maximumAge: 7), .init(maximumAge: asked)).maximumAge == kept)
        }
        var found = rules(.init(maximumAge: 7))
        found.tooOldSince = date(1)
        for policy in [SearchHistoryPolicy(), .init(maximumAge: 7), .init(capacity: 3), .init(maximumAge: .nan)] {
            found.setPolicy(policy)
            #expect(found.tooOldSince == date(1))
        }
        found.setPolicy(.init(maximumAge: 8))
        #expect(found.tooOldSince == nil)
        #expect(found.oldestKept(date(10)) == date(2))
        #expect(rules().oldestKept(date(10)) == nil)
        #expect(rules(.init(merging: 3), .init()).merging == 3)
        let mergings: [(Double, Double?)] = [(-1, nil), (0, nil), (.infinity, .greatestFiniteMagnitude), (.nan, 3)]
        for (asked, kept) in mergings {
            let merging = rules(.init(merging: 3), .init(merging: asked)).merging
            #expect(merging == kept)
        }
    }

    @Test("A smaller capacity removes the oldest entries at once, a larger one none") func smaller() throws {
        var log = SearchHistoryValue()
        for (place, keyword) in ["가", "나", "다", "라"].enumerated() {
            _ = try log.apply(.save(.init(keyword)), now: date(Double(place)))
        }
        _ = try log.apply(.pin(.init("가"), true), now: date(9))
        var effect = SearchHistoryEffect()
        try log.carryOut(.setPolicy(.init(capacity: 2)), now: date(9), &effect)
        #expect(effect.summary == "-나 -다 header")
        #expect(log.stored.map(\.summary) == ["라#4@3", "가#1*@0"])
        effect = SearchHistoryEffect()
        try log.carryOut(.setPolicy(.init(capacity: 2)), now: date(9), &effect)
        try log.carryOut(.setPolicy(.init(capacity: 9, merging: 0)), now: date(9), &effect)
        #expect(effect.summary == "header")
    }

    @Test("Removes entries that two checks a day apart find too old", arguments: [-1.0, 0, 1])
    func secondLook(_ more: Double) throws {
        var log = SearchHistoryValue(policy: .init(maximumAge: 100))
        for (keyword, seconds) in [("핀", 0.0), ("가", 0), ("나", 50), ("다", 100)] {
            _ = try log.apply(.save(.init(keyword)), now: date(seconds))
        }
        _ = try log.apply(.pin(.init("핀"), true), now: date(100))
        #expect(log.rules.tooOldSince == nil)
        func summary(_ seconds: Double) throws -> String {
            var effect = SearchHistoryEffect()
            try log.carryOut(.setPolicy(.init()), now: date(seconds), &effect)
            return effect.summary
        }
        // An age of exactly 100 is not too old. Only entries that the first check found too old are removed.
        #expect(try summary(100) == "")
        #expect(try summary(150) == "header")
        #expect(log.rules.tooOldSince == date(150))
        #expect(try summary(150) == "")
        let isTime = more >= 0
        #expect(try summary(150 + Self.day + more) == (isTime ? "deleting header" : ""))
        #expect(log.rules.tooOldSince == date(isTime ? 150 + Self.day + more : 150))
        #expect(log.stored.map(\.keyword) == (isTime ? ["다", "나", "핀"] : ["다", "나", "가", "핀"]))
        guard isTime else { return }
        // The clock was set back, so the wait starts again. Later checks remove "나" and then "다".
        #expect(try summary(200) == "header")
        #expect(log.rules.tooOldSince == date(200))
        #expect(try summary(201 + Self.day) == "deleting header")
        #expect(try summary(202 + 2 * Self.day) == "deleting header")
        #expect(log.rules.tooOldSince == nil)
        #expect(log.stored.map(\.summary) == ["핀#1*@0"])
        #expect(try summary(203 + 2 * Self.day) == "")
    }

    @Test("An entry's age alone writes nothing before it erases the entry") func found()
        throws
    {
        var log = SearchHistoryValue(policy: .init(maximumAge: 100))
        _ = try log.apply(.save(.init("가")), now: date(0))
        _ = try log.apply(.setPolicy(.init()), now: date(101))
        #expect(log.rules.tooOldSince == date(101))
        var (other, effect) = (log, SearchHistoryEffect())
        try other.carryOut(.pin(.init("가"), true), now: date(102), &effect)
        #expect(effect.summary == "+가#1*@0 header")
        #expect(other.rules.tooOldSince == nil)
        effect = SearchHistoryEffect()
        try other.carryOut(.pin(.init("가"), false), now: date(103), &effect)
        try other.carryOut(.setPolicy(.init(maximumAge: .infinity)), now: date(104), &effect)
        #expect(effect.summary == "+가#1@0 header")
        #expect(other.rules.tooOldSince == nil)
        effect = SearchHistoryEffect()
        // An entry that is too old when it is added is never written.
        try log.carryOut(.add([entry("옛", at: 0), entry("새", at: Self.day)], source: "a"), now: date(101 + Self.day), &effect)
        #expect(effect.summary == "+새#2↓@86400 deleting header")
        #expect(log.stored.map(\.summary) == ["새#2↓@86400"])
    }

    @Test("Restores the rules, positions and imports of an encoded history") func coded() throws {
        var log = SearchHistoryValue(policy: .init(capacity: 7, maximumAge: 50, merging: 3))
        log.stored = [
            entry("나", at: 2.5).with(sequence: 2, isImported: false),
            entry("가", at: 0.1 + 0.2, isPinned: true).with(sequence: 4, isImported: true),
        ]
        (log.rules.lastPlace, log.rules.imports, log.rules.recording) = (5, ["a", "b"], "paused")
        log.rules.tooOldSince = date(9)
        let read = try JSONDecoder().decode(SearchHistoryValue.self, from: try JSONEncoder().encode(log))
        #expect(read.stored.map(\.summary) == log.stored.map(\.summary))
        #expect(read.rules == log.rules)
        #expect(read.recording == .paused)
    }

    @Test("Throws storeTooNew for a history of a newer version") func newer() throws {
        let text = String(decoding: try JSONEncoder().encode(SearchHistoryValue()), as: UTF8.self)
        let newer = text.replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
        let error = #expect(throws: NoticeBoardError.self) {
            try JSONDecoder().decode(SearchHistoryValue.self, from: Data(newer.utf8))
        }
        #expect(error?.code == .storeTooNew)
    }

    @Test(
        "Numbers entries again if a stored number is invalid or duplicate",
        arguments: [
            ([(1, "가"), (3, "다"), (2, "나")], 3, "다#3@3 나#2@2 가#1@1", 3), ([(5, "가"), (9, "다")], 20, "다#9@3 가#5@1", 20),
            ([(5, "가"), (9, "다")], 1, "다#9@3 가#5@1", 9), ([(0, "가"), (9, "다")], 9, "다#2@3 가#1@1", 2),
            ([(4, "가"), (7, "나"), (4, "다")], 9, "나#3@2 가#2@1 다#1@3", 3),
            ([(1, "가"), (9_223_372_036_854_775_807, "다")], 9, "다#9223372036854775807@3 가#1@1", 9_223_372_036_854_775_807),
            ([(1, "가"), (9_223_372_036_854_775_808, "다")], 9, "다#2@3 가#1@1", 2), ([(1, "가")], .max, "가#1@1", 1),
            ([], 9, "", 9), ([], .max, "", 0),
        ] as [([(UInt64, String)], UInt64, String, UInt64)])
    func order(_ entries: [(UInt64, String)], _ last: UInt64, _ summary: String, _ lastAfter: UInt64) {
        var log = SearchHistoryValue()
        let seconds = ["가": 1.0, "나": 2, "다": 3]
        log.stored = entries.map { entry($0.1, at: seconds[$0.1] ?? 0).with(sequence: $0.0, isImported: false) }
        log.rules.lastPlace = last
        log.repairOrder()
        #expect(log.stored.map(\.summary).joined(separator: " ") == summary)
        #expect(log.rules.lastPlace == lastAfter)
    }

    @Test("A place beyond all numbers that a later line replaced does not end the counting") func hostilePlace() async throws {
        let files = MemoryFileSystem()
        var text = String(decoding: try historyFile([]), as: UTF8.self)
        for place in ["18446744073709551615", "5"] {
            text += #"{"put":[{"at":1,"count":1,"keyword":"가","place":\#(place),"target":"all"}]}"# + "\n"
        }
        files.put(Array(text.utf8), at: Fixture.file)
        let history = Fixture(files).open()
        try await history.save("나")
        #expect(try await history.keywords() == ["나", "가"])
    }
}
