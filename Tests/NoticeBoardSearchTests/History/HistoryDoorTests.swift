import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// What a history's callers meet with at its door.
@Suite("At a history's door", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct HistoryDoorTests {
    /// A history that writes down what it is asked for.
    private final class Asked: SearchHistoryRepository {
        let changes = Locked<[SearchHistoryChange]>([])
        let list: [SearchHistoryEntry]
        init(_ list: [SearchHistoryEntry]) { self.list = list }
        func entries() async throws -> [SearchHistoryEntry] { list }
        func recording() async throws -> SearchHistoryPolicy.Recording { .on }
        func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
            changes.withLock { $0.append(change) }
            return list
        }
        func updates() -> AsyncStream<[SearchHistoryEntry]> { AsyncStream { $0.finish() } }
    }

    @Test("Each call by a name is the change that it stands for, and gives what that gives") func names() async throws {
        let list = [entry("가", at: 1), SearchHistoryEntry(keyword: "나", target: .title, lastUsed: Date())]
        let (asked, keys) = (Asked(list), list.map(\.id))
        try await asked.save(" 가 ")
        try await asked.save("나", target: .title)
        #expect(try await asked.delete("가") == list)
        #expect(try await asked.delete("나", target: .title) == list)
        #expect(try await asked.delete(list) == list)
        #expect(try await asked.clear(keepingPinned: true) == list)
        #expect(try await asked.clear(keepingPinned: false) == list)
        #expect(try await asked.purge() == list)
        try await asked.pin(list[1])
        try await asked.unpin(list[1])
        #expect(try await asked.restore(list) == list)
        try await asked.import(list, from: "a")
        try await asked.obey(SearchHistoryPolicy(capacity: 3))
        try await asked.turnOn()
        try await asked.pause()
        for erasing in [true, false] { try await asked.turnOff(erasing: erasing) }
        try await asked.refresh()
        try await asked.erase()
        #expect(
            asked.changes.withLock { $0 } == [
                .save(keys[0]), .save(keys[1]), .deleteEverywhere(keyword: "가"), .delete([keys[1]]), .delete(keys),
                .clear(keepingPinned: true), .clear(keepingPinned: false), .purge, .pin(keys[1], true), .pin(keys[1], false),
                .restore(list), .add(list, source: "a"), .obey(SearchHistoryPolicy(capacity: 3)), .record(.on, erasing: false),
                .record(.paused, erasing: false), .record(.off, erasing: true), .record(.off, erasing: false),
                .record(.on, erasing: true),
            ])
    }

    @Test("A list is as long as was asked for, of each target or of one; ten are suggested where nobody says how many")
    func limits() async throws {
        let list = (0..<12).map { number in
            SearchHistoryEntry(
                keyword: "검색 \(number)", target: number % 2 == 0 ? .all : .title, lastUsed: Date(), useCount: number)
        }
        let asked = Asked(list)
        for limit in -1...13 {
            let many = max(limit, 0)
            #expect(try await asked.recent(limit) == Array(list.prefix(many)))
            let titles = list.filter { $0.target == .title }
            #expect(try await asked.recent(limit, target: .title) == Array(titles.prefix(many)))
            for typed in ["", " ", "검"] {
                #expect(try await asked.suggestions(for: typed, limit: limit) == Array(list.prefix(many)))
                #expect(try await asked.suggestions(for: typed, target: .title, limit: limit) == Array(titles.prefix(many)))
            }
        }
        #expect(try await asked.suggestions(for: "검색") == Array(list.prefix(10)))
        let words = ["가나1메일", "새-메일", "1메일", "메일2", "메 일", "새\u{301}메일", "_메일", "x a_메일"].map { entry($0) }
        let ranked = SearchHistorySuggestions("메일").ranked(words, limit: 9).map(\.keyword)
        #expect(ranked == ["메일2", "새-메일", "_메일", "x a_메일", "가나1메일", "1메일", "새\u{301}메일"])
    }

    /// Runs a call in a task that is cancelled already.
    private func isCancelled(_ call: @escaping @Sendable () async throws -> Void) async -> Bool {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await call()
        }
        do { try await task.value } catch { return error is CancellationError }
        return false
    }

    @Test("Who is cancelled before the call began touches nothing, whatever the call", arguments: [false, true])
    func cancelled(_ isRead: Bool) async throws {
        let memory = MemoryFileSystem()
        memory.put(journal([entry("가", at: 1)]), at: Fixture.journal)
        let noted = NotedFiles(memory)
        let history = Fixture(noted).open()
        defer { withExtendedLifetime(history) {} }
        let loads = Locked(0)
        let stored = StoredSearchHistory(
            load: {
                loads.withLock { $0 += 1 }; return nil
            }, store: { _ in loads.withLock { $0 += 1 } })
        if isRead { _ = try await (history.entries(), stored.entries()) }
        _ = noted.taken()
        let histories: [any SearchHistoryRepository] = [history, stored]
        for one in histories {
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await one.entries() }, { _ = try await one.recording() }, { try await one.refresh() },
                { try await one.erase() }, { try await one.save("나") }, { try await history.removeScope() },
            ]
            for (number, call) in calls.enumerated() { #expect(await isCancelled(call), "call \(number)") }
        }
        let inMemory = InMemorySearchHistory()
        #expect(await isCancelled { _ = try await inMemory.entries() })
        #expect(await isCancelled { try await inMemory.save("가") })
        #expect(try await inMemory.entries() == [] && noted.taken() == [] && loads.withLock { $0 } == (isRead ? 1 : 0))
    }

    @Test("What cannot be read is an error of every call that reads, and of each of them until it can") func unreadable()
        async throws
    {
        let stage = FaultStage(journal([entry("가", at: 5)]))
        let history = stage.fixture.open()
        stage.files.plan(FileFault(.read, isForGood: true))
        let detail = "The search history's file: read failed (error \(EIO))."
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await history.entries() }, { _ = try await history.recording() }, { try await history.refresh() },
            { _ = try history.recentBlocking(1) }, { try await history.save("나") }, { try history.applyBlocking(.purge) },
        ]
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self) { try await call() }
            #expect(error?.code == .fileUnavailable && error?.detail == detail)
        }
        stage.files.plan()
        #expect(try history.recentBlocking(1).map(\.keyword) == ["가"])
    }

    @Test("A file that cannot be opened now says so, and one that may be read alone, why it does not change") func refused()
        async throws
    {
        let stage = FaultStage(journal([entry("가", at: 5)]))
        for code in [EACCES, EPERM, EROFS] {
            stage.files.plan(FileFault(.open, 0, code, isForGood: true))
            // The lock is asked for first, and then the file, for changing and for reading.
            let error = await #expect(throws: NoticeBoardError.self) { try await stage.fixture.open().refresh() }
            #expect(error?.detail == "The search history's file cannot be read now (error \(code)).")
            #expect(error?.code == .fileUnavailable && error?.remedy == .retry(after: nil))
            #expect(error?.underlying as? SystemFault == SystemFault(.open, code))
        }
        let readOnly = Fixture(ReadOnlyFileSystem(stage.memory, EACCES, only: Fixture.journal)).open()
        let error = await #expect(throws: NoticeBoardError.self) { try await readOnly.save("나") }
        #expect(error == NoticeBoardError(.storeReadOnly, "The search history's file can be read and not changed."))
        let newer = MemoryFileSystem()
        var header = JournalHeader(minor: 5)
        header.major = 2
        newer.put(header.bytes, at: Fixture.journal)
        let tooNew = await #expect(throws: NoticeBoardError.self) { try await Fixture(newer).open().save("나") }
        #expect(tooNew == NoticeBoardError(.storeTooNew, "The search history has format 2.5."))
    }

    @Test("Damage that cannot be mended is read, told once for each file, and why is said to who would change it") func unmended()
        async throws
    {
        var bytes = journal([entry("가", at: 1), entry("나", at: 2)])
        bytes[80] ^= 1
        let stage = FaultStage(bytes)
        let history = stage.fixture.open()
        for (call, code) in [(FileSystemCall.write, ENOSPC), (.rename, EIO)] {
            stage.files.plan(FileFault(call, 0, code, isForGood: true))
            let error = await #expect(throws: NoticeBoardError.self) { try await history.save("다") }
            let why = "The search history's file: \(call.rawValue) failed (error \(code))."
            #expect(error == NoticeBoardError(.storeDamaged, "The search history is damaged and cannot be mended now. " + why))
            #expect(try await history.keywords() == ["나"])
        }
        let unmended = SearchHistoryEvent(kind: .openedReadOnly, lostBytes: 35, entries: 1)
        #expect(stage.fixture.told.events == [unmended] && stage.memory.contents[Fixture.journal] == bytes)
        // Another damaged file, and then one that can be mended.
        try stage.memory.remove(Fixture.journal)
        stage.memory.put(bytes, at: Fixture.journal)
        await #expect(throws: NoticeBoardError.self) { try await history.save("다") }
        #expect(stage.fixture.told.events == [unmended, unmended])
        stage.files.plan()
        try await history.save("다")
        #expect(
            stage.fixture.told.events == [unmended, unmended, SearchHistoryEvent(kind: .salvaged, lostBytes: 35, entries: 1)])
    }
}
