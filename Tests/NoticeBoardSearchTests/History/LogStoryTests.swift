import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardSearch

/// Checks the result of each change: the writes of the store, the returned entries, and the list.
@Suite("The result of a change", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LogStoryTests {
    /// A history as a value, and a record of each change.
    private struct Story {
        var log: SearchHistoryValue

        init(_ policy: SearchHistoryPolicy = SearchHistoryPolicy()) { log = SearchHistoryValue(policy: policy) }

        var list: String { log.stored.map(\.summary).joined(separator: " ") }

        /// Makes a change and describes its result.
        ///
        /// An error is described by its code and must change nothing.
        mutating func told(_ change: SearchHistoryChange, at seconds: Double) -> String {
            let now = Date(timeIntervalSinceReferenceDate: seconds)
            var (next, effect) = (log, SearchHistoryEffect())
            do {
                try next.carryOut(change, now: now, &effect)
                let given = try log.apply(change, now: now)
                #expect(given == effect.removed)
                #expect(given.map(\.summary) == effect.removed.map(\.summary))
                #expect(log.stored.map(\.summary) == next.stored.map(\.summary))
                #expect(log.rules == next.rules)
                return effect.summary
            } catch {
                var other = log
                #expect((try? other.apply(change, now: now)) == nil)
                #expect(other.stored.map(\.summary) == log.stored.map(\.summary))
                #expect(other.rules.lastPlace == log.rules.lastPlace)
                return (error as? NoticeBoardError)?.code.rawValue ?? "\(error)"
            }
        }

        mutating func make(_ change: SearchHistoryChange, at seconds: Double) { _ = told(change, at: seconds) }
    }

    private func key(_ keyword: String, _ target: SearchTarget = .all) -> SearchHistoryEntry.Key {
        .init(keyword, target: target)
    }

    @Test("A search beyond the capacity removes the oldest entry without a pin")
    func saving() {
        var story = Story(.init(capacity: 2))
        #expect(story.told(.save(key("가")), at: 10) == "+가#1@10")
        #expect(story.told(.save(key("나")), at: 20) == "+나#2@20")
        #expect(story.told(.save(key("가")), at: 30) == "+가#3×2@30")
        #expect(story.told(.pin(key("나"), true), at: 40) == "+나#2*@20")
        #expect(story.told(.pin(key("나"), true), at: 40) == "")
        #expect(story.told(.pin(key("없음"), true), at: 40) == "")
        #expect(story.told(.save(key("다")), at: 50) == "+다#4@50 -가")
        #expect(story.list == "다#4@50 나#2*@20")
        #expect(story.told(.save(key("나")), at: 60) == "+나#5×2*@60")
        #expect(story.told(.pin(key("다"), true), at: 70) == "+다#4*@50")
        // Full of pins: the newest entry stays until the next one.
        #expect(story.told(.save(key("라")), at: 80) == "+라#6@80")
        #expect(story.told(.save(key("마")), at: 90) == "+마#7@90 -라")
        #expect(story.list == "마#7@90 나#5×2*@60 다#4*@50")
        #expect(story.told(.pin(key("다"), false), at: 95) == "-다")
        #expect(story.list == "마#7@90 나#5×2*@60")
        #expect(story.log.rules.lastPlace == 7)
        #expect(story.told(.save(key("바")), at: .nan) == "invalidInput")
        #expect(story.told(.save(key(" ")), at: 99) == "invalidInput")
    }

    @Test("Typed prefixes merge if each search is within the time before the next, to the second")
    func typing() {
        func left(_ seconds: Double, _ steps: (String, Double)...) -> String {
            var story = Story(.init(merging: seconds))
            return steps.map { story.told(.save(key($0.0)), at: $0.1) }.last ?? ""
        }
        #expect(left(30, ("메", 0), ("메이", 30), ("메일", 60)) == "+메일#3@60 -메이")
        #expect(left(30, ("메", 0), ("메이", 31), ("메일", 61)) == "+메일#3@61 -메이")
        #expect(left(60, ("메", 0), ("멩", 30), ("메일", 60)) == "+메일#3@60 -멩")
        #expect(left(30, ("메", 0), ("메일", 31)) == "+메일#2@31")
        // With a merge time of zero or less, no searches merge.
        for seconds in [0, -5.0] { #expect(left(seconds, ("메", 7), ("메일", 7)) == "+메일#2@7") }
        #expect(left(30, ("메", 7), ("메일", 6)) == "+메일#2@6")
        // As long as the keyword, and longer.
        #expect(left(30, ("메ㅇ", 0), ("메일", 1)) == "+메일#2@1 -메ㅇ")
        #expect(left(30, ("메일", 0), ("메", 1)) == "+메#2@1")
        #expect(left(30, ("Me", 0), ("메", 1), ("me a", 2)) == "+me a#3@2")
        #expect(left(30, ("me", 0), ("me a", 2)) == "+me a#2@2 -me")
        var story = Story(.init(merging: 30))
        for (keyword, target) in [("메", SearchTarget.title), ("메이", .all), ("ㅁ", .all)] {
            story.make(.save(key(keyword, target)), at: 1)
        }
        story.make(.pin(key("메이"), true), at: 1)
        #expect(story.told(.save(key("메일")), at: 2) == "+메일#4@2 -ㅁ")
        #expect(story.list == "메일#4@2 메이#2*@1 메#1@1")
    }

    @Test("Returns deleted entries newest first") func deleting() {
        var story = Story()
        for (place, keyword) in ["가", "나", "다", "라"].enumerated() { story.make(.save(key(keyword)), at: Double(place)) }
        story.make(.save(key("나", .title)), at: 9)
        story.make(.pin(key("다"), true), at: 9)
        #expect(story.told(.delete([key("가"), key("없음"), key("라")]), at: 10) == "gives 라#4@3 가#1@0 deleting")
        #expect(story.told(.deleteEverywhere(keyword: " 나 "), at: 10) == "gives 나#5@9 나#2@1 deleting")
        #expect(story.told(.deleteEverywhere(keyword: "나"), at: 10) == "deleting")
        story.make(.save(key("마")), at: 11)
        let cleared = story
        #expect(story.told(.deleteAll(keepingPinned: true), at: 12) == "gives 마#6@11 deleting")
        #expect(story.list == "다#3*@2")
        story = cleared
        let all = "gives 마#6@11 다#3*@2 deleting"
        #expect(story.told(.deleteAll(keepingPinned: false), at: 12) == all)
        #expect(story.list == "")
        #expect(story.log.rules.lastPlace == 6)
        story = cleared
        story.make(.record(.off), at: 12)
        #expect(story.told(.erase, at: 12) == "deleting header")
        #expect(story.list == "")
        #expect(story.log.rules.lastPlace == 0)
        #expect(story.log.recording == .off)
        #expect(story.told(.erase, at: 12) == "deleting")
        story = cleared
        #expect(story.told(.record(.paused), at: 12) == "header")
        #expect(story.told(.record(.paused), at: 12) == "")
        #expect(story.told(.deleteExpired, at: 13) == "deleting")
    }

    @Test("Deletes unpinned entries that are older than the age, to the second") func purging() {
        var story = Story()
        for (keyword, seconds) in [("가", 8.0), ("나", 9), ("다", 10), ("핀", 0)] { story.make(.save(key(keyword)), at: seconds) }
        story.make(.pin(key("핀"), true), at: 10)
        #expect(story.told(.deleteExpired, at: 1e9) == "deleting")
        #expect(story.told(.setPolicy(.init(maximumAge: 10)), at: 18) == "header")
        #expect(story.told(.deleteExpired, at: 18) == "deleting")
        #expect(story.told(.deleteExpired, at: 19) == "gives 가#1@8 deleting")
        #expect(story.list == "핀#4*@0 다#3@10 나#2@9")
        #expect(story.log.entries(now: Date(timeIntervalSinceReferenceDate: 19)).count == 3)
        let shown = story.log.entries(now: Date(timeIntervalSinceReferenceDate: 20))
        #expect(shown.map(\.summary) == ["핀#4*@0", "다#3@10"])
    }

    @Test("While a history is off or paused, only deletions and turning it on have an effect") func switchedOff() {
        var story = Story()
        for keyword in ["가", "나"] { story.make(.save(key(keyword)), at: 1) }
        let removed = [entry("다", at: 1)]
        story.make(.record(.paused), at: 2)
        #expect(story.told(.save(key("다")), at: 3) == "")
        #expect(story.told(.pin(key("가"), true), at: 3) == "+가#1*@1")
        #expect(story.told(.restore(removed), at: 3) == "+다#3↓@1")
        #expect(story.told(.add([entry("라", at: 0)], source: "a"), at: 3) == "+라#4↓@0 header")
        #expect(story.told(.record(.off), at: 4) == "header")
        #expect(story.told(.save(key("")), at: 5) == "invalidInput")
        for change in [SearchHistoryChange.save(key("마")), .pin(key("가"), false), .deleteExpired, .setPolicy(.init())] {
            #expect(story.told(change, at: 5) == (change == .deleteExpired ? "deleting" : ""))
        }
        #expect(story.told(.restore(removed), at: 5) == "historyOff")
        #expect(story.told(.restore([]), at: 5) == "historyOff")
        #expect(story.told(.add([], source: "b"), at: 5) == "historyOff")
        #expect(story.log.entries(now: Date()) == [])
        #expect(story.told(.delete([key("나")]), at: 6) == "gives 나#2@1 deleting")
        #expect(story.list == "가#1*@1 다#3↓@1 라#4↓@0")
    }

    @Test("Restored entries return to their places") func restoring() {
        var story = Story(.init(capacity: 3))
        for (place, keyword) in ["가", "나", "다"].enumerated() { story.make(.save(key(keyword)), at: Double(place)) }
        let removed = story.log.stored
        story.make(.delete([key("가"), key("나")]), at: 5)
        let changed = story
        #expect(story.told(.restore(Array(removed.dropFirst())), at: 6) == "+가#1@0 +나#2@1")
        #expect(story.told(.restore(removed), at: 6) == "")
        #expect(story.told(.restore([]), at: 6) == "")
        story = changed
        // Searched again in between: the newer place and date, the higher count, and the pin.
        story.make(.save(key("나")), at: 7)
        let older = SearchHistoryEntry(
            removed[1].id, removed[1].lastUsed, useCount: 5, isPinned: true, sequence: 2, isImported: false)
        #expect(story.told(.restore([older]), at: 8) == "+나#4×5*@7")
        let newer = SearchHistoryEntry(
            removed[1].id, Date(timeIntervalSinceReferenceDate: 2), useCount: 1, isPinned: false, sequence: 9, isImported: false)
        #expect(story.told(.restore([newer]), at: 8) == "+나#9×5*@7")
        #expect(story.log.rules.lastPlace == 9)
        story = changed
        for keyword in ["라", "마"] { story.make(.save(key(keyword)), at: 9) }
        #expect(story.told(.restore(removed), at: 10) == "gives 나#2@1 가#1@0")
        #expect(story.told(.restore([removed[2]]), at: 10) == "historyFull")
        #expect(story.told(.restore([entry(" ")]), at: 10) == "historyFull")
        #expect(story.told(.restore([entry("가", at: .infinity), removed[0]]), at: 10) == "gives 가#0↓@inf")
        #expect(story.list == "마#5@9 라#4@9 다#3@2")
    }

    @Test("Imported entries follow below by their dates, once for each source") func adding() {
        var story = Story(.init(capacity: 4))
        story.make(.save(key("가")), at: 100)
        let older = [
            entry("나", at: 500), entry("다", at: 900), entry(" "), entry("라", at: 500), entry("마", at: .nan),
            entry("가", at: 300, isPinned: true),
        ]
        #expect(story.told(.add(older, source: "a"), at: 101) == "+라#3↓@500 +나#5↓@500 +다#4↓@900 +가#1*@300 header")
        #expect(story.list == "가#1*@300 다#4↓@900 나#5↓@500 라#3↓@500")
        #expect(story.told(.add([entry("바", at: 999)], source: "a"), at: 102) == "")
        #expect(story.told(.add([entry("바", at: 600)], source: "b"), at: 102) == "+바#6↓@600 -라 header")
        #expect(story.told(.add([entry("사", at: 1)], source: "c"), at: 102) == "header")
        #expect(story.log.rules.lastPlace == 7)
        #expect(story.log.rules.imports == ["a", "b", "c"])
        #expect(story.told(.save(key("다")), at: 103) == "+다#8×2@103")
        let (longest, longer) = (String(repeating: "s", count: 255), String(repeating: "s", count: 256))
        for (source, told) in [("", "invalidInput"), (longest, "header"), (longer, "invalidInput")] {
            #expect(story.told(.add([], source: source), at: 104) == told)
        }
    }
}

extension SearchHistoryEffect {
    /// A short description of what a store has to write.
    var summary: String {
        var parts = puts.map { "+\($0.summary)" } + gone.map { "-\($0.keyword)" }
        if !removed.isEmpty { parts.append("gives " + removed.map(\.summary).joined(separator: " ")) }
        if isDeleting { parts.append("deleting") }
        if changesHeader { parts.append("header") }
        return parts.joined(separator: " ")
    }
}
