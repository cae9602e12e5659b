import Foundation
import NoticeBoardBase
import NoticeBoardSearch

extension ClauseContext {
    private func recording(_ history: any SearchHistoryRepository, _ wanted: SearchHistoryPolicy.Recording) async throws {
        let found = try await history.recording()
        try expect(found == wanted, "expected a history that is \(wanted), it says \(found)")
    }

    func recordingIsTold() async throws {
        let history = try await open()
        try await recording(history, .on)
        try await history.pause()
        try await recording(history, .paused)
        try await history.turnOff()
        try await recording(history, .off)
        try await history.turnOn()
        try await recording(history, .on)
    }

    func offStillDeletes() async throws {
        let history = try await open()
        try await save("가", "나", in: history)
        try await history.turnOff()
        try expect(try await history.apply(.delete([SearchHistoryEntry.Key("가")])), ["가"], "what a delete gave, while off")
        try await history.turnOn()
        try await expect(history, ["나"], "deleted while off, and on again")
    }

    func offTakesNothingIn() async throws {
        let history = try await open()
        let older = [entry("가", at: 40)]
        try await history.turnOff()
        try await expect(.historyOff, "an import while off") { try await history.import(older, from: "Core Data") }
        try await expect(.historyOff, "a restoring while off") { try await history.restore(older) }
        try await history.turnOn()
        try await history.import(older, from: "Core Data")
        try await expect(history, ["가"], "imported when it was on again")
    }

    func deleteWithoutTarget() async throws {
        let history = try await open()
        for target in SearchTarget.wellKnown { try await history.save("메일", target: target) }
        try await history.delete("메일", target: .title)
        let count = try await history.entries().count
        try expect(count == 3, "deleted in one of four targets: expected 3 entries, found \(count)")
        try await history.delete(" 메일")
        try await expect(history, [], "deleted without a target")
    }

    func noRoomIsSaid() async throws {
        let history = try await open()
        try await history.obey(SearchHistoryPolicy(capacity: 2))
        try await save("가", "나", in: history)
        let removed =
            try await history.apply(.delete([SearchHistoryEntry.Key("나")]))
            + history.apply(.delete([SearchHistoryEntry.Key("가")]))
        try await save("다", in: history)
        try expect(try await history.restore(removed), ["가"], "what found no room")
        try await expect(history, ["다", "나"], "restored with room for one")
        try await expect(.historyFull, "restoring what has no room") { try await history.restore([removed[1]]) }
        try await expect(history, ["다", "나"], "after that")
    }

    func importsStandBelow() async throws {
        let history = try await open()
        try await save("가", in: history)
        try await history.import([entry("나", at: 30), entry("다", at: 1_000_000)], from: "Core Data")
        try await expect(history, ["가", "다", "나"], "imported with a later date")
    }

    private static let anyAge = SearchHistoryPolicy(maximumAge: .infinity)

    func tooOldLeavesTheStore() async throws {
        let history = try await open()
        try await history.obey(SearchHistoryPolicy(maximumAge: 100))
        try await save("가", in: history)
        turn(by: 150)
        try await save("나", in: history)
        try await expect(history, ["나"], "with one that is too old")
        try await history.obey(Self.anyAge)
        try await expect(history, ["나", "가"], "any age again, after one look")
        try await history.obey(SearchHistoryPolicy(maximumAge: 100))
        turn(by: 86_500)
        try await save("다", in: history)
        try await history.obey(Self.anyAge)
        try await expect(history, ["다", "나"], "any age again, after two looks a day apart")
    }

    func deleteExpiredRemovesTheTooOld() async throws {
        let history = try await open()
        try await history.obey(SearchHistoryPolicy(maximumAge: 100))
        try await save("가", in: history)
        turn(by: 150)
        try expect(try await history.deleteExpired(), ["가"], "what a purge gave")
        try await history.obey(Self.anyAge)
        try await expect(history, [], "any age again, after a purge")
    }

    func leapingClockWipesNothing() async throws {
        let history = try await open()
        try await history.obey(SearchHistoryPolicy(maximumAge: 100))
        try await save("가", in: history)
        turn(to: 1_000_000_000)
        try await history.save("나")
        try await expect(history, ["나"], "saved while the clock was ahead")
        turn(to: 1_050)
        try await history.save("다")
        try await expect(history, ["다", "나", "가"], "the clock put right")
    }

    func rulesAreKept() async throws {
        let history = try await open(SearchHistoryPolicy(capacity: 2))
        try await save("가", in: history)
        let other = try await open()
        try await save("나", "다", in: other)
        try await expect(other, ["다", "나"], "three saved by one that named no rules")
        try await save("라", in: history)
        try await expect(try await open(), ["라", "다"], "opened again")
    }

    func recordingIsKept() async throws {
        let (one, other) = (try await open(), try await open())
        try await save("가", in: one)
        try await one.turnOff()
        try await save("나", in: other)
        try await recording(try await open(), .off)
        try await other.turnOn()
        try await expect(try await open(), ["가"], "on again, and opened again")
    }

    func refreshSeesOthers() async throws {
        let (one, other) = (try await open(), try await open())
        try await save("가", in: one)
        try await other.refresh()
        try await save("나", in: one)
        try await other.refresh()
        try await expect(other, ["나", "가"], "refreshed")
    }

    func erasingIsKept() async throws {
        let (one, other) = (try await open(SearchHistoryPolicy(capacity: 2)), try await open())
        try await one.import([entry("가", at: 40)], from: "Realm")
        try await save("나", in: other)
        try await one.turnOff()
        try await one.erase()
        try await other.refresh()
        try await recording(other, .off)
        let later = try await open()
        try await recording(later, .off)
        try await later.turnOn()
        try await later.import([entry("가", at: 40)], from: "Realm")
        try await expect(later, [], "erased, opened again, on and imported again")
        try await save("다", "라", "마", in: later)
        try await expect(try await open(), ["마", "라"], "three with room for two, erased and opened again")
    }
}
