import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardKit

/// A history that records its calls, waits at a gate before it erases, and fails on request.
private final class WrittenHistory: SearchHistoryRepository {
    let gate = Gate()
    let calls = Locked<[String]>([])
    let failing = Locked<String?>(nil)

    private func note(_ call: String) throws {
        calls.withLock { $0.append(call) }
        if failing.withLock({ $0 }) == call { throw NoticeBoardError(.storageFull, call) }
    }

    func entries() async throws -> [SearchHistoryEntry] {
        try note("entries")
        return []
    }
    func recording() async throws -> SearchHistoryPolicy.Recording {
        try note("recording")
        return .paused
    }
    func refresh() async throws { try note("refresh") }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        if change == .erase { try await gate.pass() }
        try note(change == .erase ? "erase" : "apply")
        return [SearchHistoryEntry(keyword: "메일", lastUsed: Date(timeIntervalSince1970: 0))]
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { AsyncStream { $0.finish() } }
}

@MainActor @Suite("Order of account operations", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct AccountOrderTests {
    private let inner = WrittenHistory()

    @Test("A cancelled call changes nothing") func cancelled() async throws {
        let history = AccountHistory(inner)
        let task = Task {
            // The gate throws when the task is cancelled.
            try? await Gate().pass()
            return try await history.apply(.save(.init("메일")))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(inner.calls.withLock { $0 }.isEmpty)
        #expect(try await history.apply(.save(.init("메일"))).map(\.keyword) == ["메일"])
        #expect(inner.calls.withLock { $0 } == ["apply"])
    }

    @Test(
        "Delays every call until a running erase is done",
        arguments: ["entries", "recording", "refresh", "apply"])
    func waiting(call: String) async throws {
        let history = AccountHistory(inner)
        let erasing = Task { try await history.erase() }
        await inner.gate.waitForArrivals(1)
        let reading = await startTask {
            switch call {
            case "entries": _ = try await history.entries()
            case "recording": #expect(try await history.recording() == .paused)
            case "refresh": try await history.refresh()
            default: try await history.apply(.deleteExpired)
            }
        }
        await letOtherTasksRun()
        #expect(inner.calls.withLock { $0 }.isEmpty)
        inner.gate.open()
        try await erasing.value
        try await reading.value
        #expect(inner.calls.withLock { $0 } == ["erase", call])
    }

    @Test(
        "Throws only to the failing caller",
        arguments: [
            "entries", "recording", "refresh", "apply", "erase",
        ])
    func failing(call: String) async throws {
        let history = AccountHistory(inner)
        inner.gate.open()
        let calls: [(String, () async throws -> Void)] = [
            ("entries", { _ = try await history.entries() }), ("recording", { _ = try await history.recording() }),
            ("refresh", { try await history.refresh() }), ("apply", { _ = try await history.apply(.deleteExpired) }),
            ("erase", { try await history.erase() }),
        ]
        inner.failing.withLock { $0 = call }
        for (name, work) in calls {
            do {
                try await work()
                #expect(name != call)
            } catch {
                #expect(name == call)
                #expect(error as? NoticeBoardError == NoticeBoardError(.storageFull, call))
            }
        }
        inner.failing.withLock { $0 = nil }
        for (_, work) in calls { try await work() }
        #expect(inner.calls.withLock { $0 } == calls.map(\.0) + calls.map(\.0))
    }

    @Test("Drops waiting places at sign-out") func places() async throws {
        let store = PlaceFiles(holdsChanges: true)
        let (keeper, gate) = (store.file, store.gate.withLock { $0 })
        let place = { (id: Int) in BoardPlace(board: Board(id: id, name: "")) }
        gate.open(for: 1)
        #expect(await keeper.keep(place(1)) == nil)
        #expect(store.kept.withLock { $0 } == [1])
        store.failure.withLock { $0 = ENOSPC }
        gate.open(for: 2)
        #expect(await keeper.keep(place(2))?.code == .storageFull)
        let error = await #expect(throws: NoticeBoardError.self) { try await keeper.erase() }
        #expect(error?.code == .storageFull)
        #expect(await keeper.load() == nil)
        store.failure.withLock { $0 = nil }
        #expect(await keeper.load() == place(1))
        let waiting = [await startTask { await keeper.keep(place(3)) }, await startTask { await keeper.keep(place(4)) }]
        await gate.waitForArrivals(4)
        let loading = Task { await keeper.load() }
        keeper.end()
        gate.open()
        for task in waiting { #expect(try await task.value == nil) }
        #expect(store.kept.withLock { $0 } == [1, 3])
        _ = await loading.value
        try await keeper.erase()
        #expect(await keeper.load() == nil)
        #expect(store.kept.withLock { $0 } == [1, 3, nil])
        #expect(await keeper.keep(place(5)) == nil)
        #expect(await keeper.load() == place(5))
    }

    @Test("A place that is being kept at the sign-out does not outlive it") func placeAtSignOut() async throws {
        let place = BoardPlace(board: Board(id: 1, name: ""))
        for _ in 0..<200 {
            let files = PlaceFiles()
            let store = files.file
            let keeping = await startTask { await store.keep(place) }
            store.end()
            try await store.erase()
            _ = try await keeping.value
            #expect(files.place == nil)
        }
    }

    @Test("Throws for a place that cannot be written") func unwritable() async throws {
        let folder = ScratchFolder.url("unwritable-place")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("x".utf8).write(to: folder)
        let store = FileBoardPlace(directory: folder)
        let place = BoardPlace(board: Board(id: 1, name: "가"))
        #expect(await store.keep(place) != nil)
        #expect(try Data(contentsOf: folder) == Data("x".utf8))
        try FileManager.default.removeItem(at: folder)
        #expect(await store.keep(place) == nil)
        #expect(await store.load() == place)
        #expect(await FileBoardPlace(directory: folder, scope: "b").load() == nil)
        try await store.erase()
        #expect(await store.load() == nil)
    }
}
