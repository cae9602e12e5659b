import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

/// A history of one search that holds its load at a gate, or fails.
private final class ReadHistory: SearchHistoryRepository {
    private struct Unknown: Error {}

    let gate = Gate()
    /// Count cancelled reads and ended subscriptions.
    ///
    /// Both gates are always open.
    let (left, unfollowed) = (Gate(), Gate())
    /// The call that fails and its error; `nil` throws an unknown error.
    let failing = Locked<(call: String, why: NoticeBoardError?)?>(nil)
    /// The gate at which `recording()` waits, if any.
    let asking = Locked<Gate?>(nil)

    init() { for gate in [left, unfollowed] { gate.open() } }

    private func check(_ call: String) throws {
        guard let failing = failing.withLock({ $0 }), failing.call == call else { return }
        if let why = failing.why { throw why }
        throw Unknown()
    }

    func refresh() async throws {
        do {
            try await gate.pass()
        } catch {
            // Counts an arrival. The task is cancelled, so it doesn't wait.
            try? await left.pass()
            throw error
        }
        try check("refresh")
    }
    func entries() async throws -> [SearchHistoryEntry] {
        try check("entries")
        return [ScriptedSearch.entry("메일")]
    }
    func recording() async throws -> SearchHistoryPolicy.Recording {
        try? await asking.withLock { $0 }?.pass()
        try check("recording")
        return .paused
    }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        try check("apply")
        return []
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> {
        AsyncStream { continuation in
            continuation.onTermination = { [unfollowed] _ in Task { try? await unfollowed.pass() } }
        }
    }
}

@MainActor @Suite("Search screen and its history", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct SearchHistoryReadingTests {
    private let history = ReadHistory()

    private func screen() -> PostSearch {
        PostSearch(service: HeldService(), history: history, selection: BoardSelection(), time: ManualClock().time)
    }

    @Test("Reads the history once, on first focus") func reading() async {
        let screen = screen()
        screen.begin()
        await history.gate.waitForArrivals(1)
        #expect(screen.state.recording == .on)
        #expect(!screen.state.isHistoryLoaded)
        history.gate.open()
        await screen.firstState { $0.isHistoryLoaded }
        #expect(screen.state.history.map(\.keyword) == ["메일"])
        #expect(screen.state.recording == .paused)
        #expect(screen.state.historyFailure == nil)
        screen.begin()
        #expect(history.gate.arrivals == 1)
    }

    @Test(
        "Reports a failed read until a retry", arguments: ["refresh", "entries", "recording"])
    func failing(call: String) async {
        history.gate.open()
        for why in [NoticeBoardError(.storeBusy), nil] {
            history.failing.withLock { $0 = (call, why) }
            let screen = screen()
            screen.begin()
            await screen.firstState { $0.historyFailure != nil }
            #expect(screen.state.historyFailure?.code == why?.code ?? .external)
            #expect(!screen.state.isHistoryLoaded)
            history.failing.withLock { $0 = nil }
            screen.retry()
            await screen.firstState { $0.isHistoryLoaded }
            #expect(screen.state.historyFailure == nil)
            #expect(screen.state.history.count == 1)
        }
    }

    @Test("Follows a history after failed loads", arguments: 1...4)
    func followedAfterFailure(failures: Int) async throws {
        let (left, data) = (Locked(failures), Locked<Data?>(nil))
        let stored = StoredSearchHistory(
            load: {
                let isFailing = left.withLock { left in
                    left -= 1
                    return left >= 0
                }
                if isFailing { throw NoticeBoardError(.fileUnavailable) }
                return data.withLock { $0 }
            }, store: { new in data.withLock { $0 = new } })
        let screen = PostSearch(
            service: HeldService(), history: stored, selection: BoardSelection(), time: ManualClock().time)
        screen.begin()
        let isRead = await eventually {
            screen.retry()
            return screen.state.isHistoryLoaded
        }
        try #require(isRead)
        for keyword in ["가", "나"] {
            try await stored.save(keyword)
            await screen.firstState { $0.history.first?.keyword == keyword }
        }
    }

    @Test("A retry clears a failure before the same error occurs again") func failingTwice() async {
        history.gate.open()
        history.failing.withLock { $0 = ("entries", NoticeBoardError(.storeBusy)) }
        let screen = screen()
        var failures: [NoticeBoardError.Code?] = []
        let observation = screen.observe { state in
            if failures.last != state.historyFailure?.code { failures.append(state.historyFailure?.code) }
        }
        screen.begin()
        await screen.firstState { $0.historyFailure != nil }
        screen.retry()
        #expect(screen.state.historyFailure == nil)
        await screen.firstState { $0.historyFailure != nil }
        #expect(failures == [.storeBusy, nil, .storeBusy])
        observation.cancel()
    }

    @Test("Reports a failed change until a retry") func changing() async {
        for why in [NoticeBoardError(.storageFull), nil] {
            history.failing.withLock { $0 = ("apply", why) }
            let screen = screen()
            screen.deleteHistory()
            await screen.firstState { $0.historyFailure != nil }
            #expect(screen.state.historyFailure?.code == why?.code ?? .external)
            history.failing.withLock { $0 = nil }
            screen.retry()
            await screen.firstState { $0.historyFailure == nil }
        }
    }

    @Test("Stops reading and following the former history after a reset or a change of history", arguments: 0...2)
    func leaving(way: Int) async {
        let screen = screen()
        screen.begin()
        await history.gate.waitForArrivals(1)
        if way == 0 { screen.end() }
        if way == 2 { screen.reset() } else { screen.setHistory(InMemorySearchHistory()) }
        await history.left.waitForArrivals(1)
        #expect(screen.state.history.isEmpty)
        #expect(screen.state.isActive == (way == 1))
    }

    @Test("Ignores a list that arrives after a sign-out") func late() async {
        let asking = Gate()
        history.asking.withLock { $0 = asking }
        history.gate.open()
        let screen = screen()
        screen.begin()
        await asking.waitForArrivals(1)
        screen.reset()
        asking.open()
        await letOtherTasksRun()
        #expect(screen.state.history.isEmpty)
        #expect(screen.state.recording == .on)
        #expect(!screen.state.isHistoryLoaded)
    }

    @Test("Stops following the history when it is released") func gone() async {
        var screen: PostSearch? = screen()
        screen?.begin()
        await history.gate.waitForArrivals(1)
        history.gate.open()
        await screen?.firstState { $0.isHistoryLoaded }
        screen = nil
        await history.unfollowed.waitForArrivals(1)
    }

    @Test("Follows the new history after a change") func again() async {
        let screen = screen()
        screen.begin()
        await history.gate.waitForArrivals(1)
        let other = ReadHistory()
        other.gate.open()
        screen.setHistory(other)
        await screen.firstState { $0.isHistoryLoaded }
        screen.setHistory(history)
        await other.unfollowed.waitForArrivals(1)
        await history.gate.waitForArrivals(2)
        #expect(screen.state.history.isEmpty)
        #expect(!screen.state.isHistoryLoaded)
        history.gate.open()
        await screen.firstState { $0.isHistoryLoaded }
    }
}
