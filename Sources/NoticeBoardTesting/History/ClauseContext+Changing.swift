import Foundation
import NoticeBoardBase
import NoticeBoardSearch

extension ClauseContext {
    func pinsHold() async throws {
        let history = try await open(SearchHistoryPolicy(capacity: 2))
        try await save("가", in: history)
        try await history.apply(.pin(SearchHistoryEntry.Key("가"), true))
        try await save("나", "다", "라", in: history)
        let entries = try await history.entries()
        try expect(entries.contains { $0.keyword == "가" && $0.isPinned }, "a pinned entry gave way to newer ones")
        try expect(entries.first?.keyword == "라", "the newest gave way to a pinned entry")
        try await history.deleteAll(keepingPinned: true)
        try await expect(history, ["가"], "all deleted but pinned ones")
        try await history.apply(.pin(SearchHistoryEntry.Key("가"), false))
        try await history.deleteAll(keepingPinned: true)
        try await expect(history, [], "unpinned and all deleted")
    }

    func typedPrefixesMerge() async throws {
        let history = try await open(SearchHistoryPolicy(merging: 60))
        try await save("메", "메일", "메일플", in: history)
        try await expect(history, ["메일플"], "typed one after the other")
        turn(by: 100)
        try await save("메일플러그", in: history)
        try await expect(history, ["메일플러그", "메일플"], "typed much later")
    }

    func pausedRecordsNothing() async throws {
        let history = try await open()
        try await save("가", in: history)
        try await history.pause()
        try await save("나", in: history)
        try await expect(history, ["가"], "paused")
        try await history.turnOn()
        try await save("다", in: history)
        try await expect(history, ["다", "가"], "on again")
    }

    func offRecordsNothing() async throws {
        let history = try await open()
        try await save("가", in: history)
        try await history.turnOff()
        try await save("나", in: history)
        try await expect(history, [], "off")
        try await history.turnOn()
        try await expect(history, ["가"], "on again")
    }

    func eraseRemovesEverything() async throws {
        let history = try await open()
        try await save("가", "나", in: history)
        try await history.apply(.pin(SearchHistoryEntry.Key("가"), true))
        try expect(try await history.apply(.erase), [], "what erasing gave")
        try await expect(history, [], "erased")
        try await save("다", in: history)
        try await expect(history, ["다"], "saved after erasing")
    }

    func eraseKeepsDoneImports() async throws {
        let history = try await open()
        let older = [entry("가", at: 40)]
        try await history.import(older, from: "UserDefaults")
        try await history.erase()
        try await history.import(older, from: "UserDefaults")
        try await expect(history, [], "erased, and imported again from the same source")
    }

    func eraseKeepsRecording() async throws {
        for recording in SearchHistoryPolicy.Recording.allCases {
            let history = try await open()
            try await history.turnOn()
            try await save("가", in: history)
            try await history.apply(.record(recording))
            try await history.erase()
            let found = try await history.recording()
            try expect(found == recording, "erased while \(recording): it is \(found)")
            try await history.turnOn()
            try await expect(history, [], "erased while \(recording), and on again")
        }
    }

    func eraseKeepsRules() async throws {
        let history = try await open(SearchHistoryPolicy(capacity: 2))
        try await save("가", in: history)
        try await history.erase()
        try await save("나", "다", "라", in: history)
        try await expect(history, ["라", "다"], "three with room for two, after erasing")
    }

    func deleteRemovesWhatItNames() async throws {
        let history = try await open()
        try await save("가", "나", "다", in: history)
        try await history.delete("나")
        try await expect(history, ["다", "가"], "one deleted")
        try await history.delete("없는")
        try await history.delete(try await history.entries())
        try await expect(history, [], "all deleted by name")
    }

    func deleteAllRemovesTheRest() async throws {
        let history = try await open()
        try await save("가", "나", in: history)
        try await history.apply(.pin(SearchHistoryEntry.Key("나"), true))
        try await history.deleteAll(keepingPinned: true)
        try await expect(history, ["나"], "all deleted but pinned ones")
        try await history.deleteAll(keepingPinned: false)
        try await expect(history, [], "all deleted")
    }

    func removalsCanBeUndone() async throws {
        let history = try await open()
        try await save("가", "나", in: history)
        turn(to: 50)
        try await save("다", in: history)
        let before = try await history.entries()
        let one = try await history.apply(.delete([SearchHistoryEntry.Key("나")]))
        try expect(one, ["나"], "what a delete gave")
        try await history.restore(one)
        let restored = try await history.entries()
        try expect(restored == before, "expected everything as it was, found \(restored)")
        try expect(try await history.deleteAll(keepingPinned: true), ["다", "나", "가"], "what deleting all gave")
    }

    func addingTwiceIsOnce() async throws {
        let history = try await open()
        try await save("가", in: history)
        let older = [entry("나", at: 40, count: 5), entry("가", at: 30, count: 7), entry("다", at: 50), entry(" ", at: 60)]
        for time in ["once", "twice"] {
            try await history.restore(older)
            try await expect(history, ["가", "다", "나"], "added \(time)")
            let counts = try await history.entries().map(\.useCount)
            try expect(counts == [7, 1, 5], "added \(time): expected the higher counts, found \(counts)")
        }
    }

    func sourcesAreImportedOnce() async throws {
        let history = try await open()
        let older = [entry("가", at: 40), entry("나", at: 30)]
        try await history.import(older, from: "Core Data")
        try await history.delete("나")
        try await history.import(older, from: "Core Data")
        try await history.import([entry("다", at: 50)], from: "Realm")
        try await expect(history, ["다", "가"], "imported, one deleted, imported again and from another source")
    }

    func updatesBeginWithNow() async throws {
        let history = try await open()
        try await save("가", in: history)
        let subscription = Subscription(history)
        try expect(try await next(subscription, "the first list"), ["가"], "the first list")
    }

    func updatesFollow() async throws {
        let history = try await open()
        let subscription = Subscription(history)
        // Another clause checks the initial list.
        _ = try await next(subscription, "the first list")
        try await save("나", in: history)
        try expect(try await next(subscription, "after a save"), ["나"], "after a save")
        try await history.delete("나")
        try expect(try await next(subscription, "after a delete"), [], "after a delete")
    }

    func slowSubscribersGetTheNewest() async throws {
        let history = try await open()
        let subscription = Subscription(history)
        _ = try await next(subscription, "the first list")
        try await save("가", "나", "다", in: history)
        try expect(try await next(subscription, "after three saves"), ["다", "나", "가"], "after three saves")
    }

    func savesAtOnceAreAllKept() async throws {
        let history = try await open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { try await history.save("동시 \(number)") } }
            try await group.waitForAll()
        }
        let count = Set(try await history.entries().map(\.keyword)).count
        try expect(count == 50, "50 saves at once: \(count) are there")
    }
}
