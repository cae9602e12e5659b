import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

/// Tests the search screen through its public API.
@MainActor @Suite("PostSearch", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchScreenTests {
    private let board = Board(id: 7, name: "자유게시판")
    private let history = InMemorySearchHistory()
    private let clock = ManualClock()

    private func screen(
        _ service: any NoticeBoardService, rules: PostSearchRules = PostSearchRules(), changes: ChangeBus<PostChange>? = nil
    ) -> (screen: PostSearch, selection: BoardSelection) {
        let selection = BoardSelection()
        selection.select(board)
        let screen = PostSearch(
            service: service, history: history, selection: selection, rules: rules, style: PostRowStyle(language: .korean),
            changes: changes, now: { Date(timeIntervalSince1970: 0) }, time: clock.time)
        return (screen, selection)
    }

    @Test("Follows the history only after focus") func following() async throws {
        let (screen, _) = screen(HeldService())
        try await history.save("메일")
        #expect(screen.state.history.isEmpty)
        screen.begin()
        await screen.firstState { $0.history.map(\.keyword) == ["메일"] }
        try await history.save("공지")
        await screen.firstState { $0.history.map(\.keyword) == ["공지", "메일"] }
        try await history.delete("메일")
        await screen.firstState { $0.history.map(\.keyword) == ["공지"] }
    }

    @Test("Releases its history when it is released") func goes() async throws {
        var history: InMemorySearchHistory? = InMemorySearchHistory()
        weak let left = history
        try await history?.save("메일")
        var screen: PostSearch? = PostSearch(
            service: HeldService(), history: try #require(history), selection: BoardSelection(), time: clock.time)
        history = nil
        screen?.begin()
        await screen?.firstState { $0.history.map(\.keyword) == ["메일"] }
        screen = nil
        #expect(await eventually { left == nil })
    }

    @Test("Keeps pinned entries when the history is deleted") func clearing() async throws {
        let (screen, _) = screen(HeldService())
        for keyword in ["메일", "공지"] { try await history.save(keyword) }
        screen.begin()
        await screen.firstState { $0.history.count == 2 }
        screen.pin(screen.state.history[1], true)
        await screen.firstState { $0.history.contains(where: \.isPinned) }
        screen.deleteHistory()
        await screen.firstState { $0.history.map(\.keyword) == ["메일"] }
        #expect(try await history.entries().map(\.keyword) == ["메일"])
    }

    @Test("Applies post changes to the results") func searching() async throws {
        let (service, changes) = (HeldService(), ChangeBus<PostChange>())
        service.gate.open()
        let (screen, _) = screen(service, changes: changes)
        screen.begin()
        screen.setText("메일")
        screen.choose(screen.state.suggestions[1])
        await screen.firstState { $0.results.display == .items && $0.history.count == 1 }
        #expect(screen.state.title == "제목 : 메일")
        #expect(try await history.entries().map(\.keyword) == ["메일"])
        changes.send(.deleted(1))
        #expect(screen.state.results.items.isEmpty)
    }

    @Test("Cancels the request when the search is cancelled or the screen is released", arguments: [true, false])
    func cancelling(byHand: Bool) async throws {
        let service = HeldService()
        var screen: PostSearch? = screen(service).screen
        screen?.setText("메일")
        screen?.submit()
        await service.gate.waitForArrivals(1)
        if byHand { screen?.end() } else { screen = nil }
        await service.left.waitForArrivals(1)
        #expect(screen?.state.isActive != true)
    }

    @Test("Records searches in order even after the screen is released") func recording() async throws {
        let gate = Gate()
        let slow = SlowHistory(history: history, gate: gate)
        let selection = BoardSelection()
        selection.select(board)
        var screen: PostSearch? = PostSearch(service: HeldService(), history: slow, selection: selection)
        for text in ["하나", "둘", "셋"] {
            screen?.setText(text)
            screen?.submit()
        }
        weak let remains = screen
        screen = nil
        #expect(remains == nil)
        gate.open()
        for await entries in history.updates() where entries.count == 3 {
            #expect(entries.map(\.keyword) == ["셋", "둘", "하나"])
            break
        }
    }

    @Test("Searches the typed text after the pause") func typing() async throws {
        let service = HeldService()
        service.gate.open()
        var rules = PostSearchRules()
        rules.typingDelay = 0.3
        let (screen, _) = screen(service, rules: rules)
        screen.setText("메일함")
        await clock.waitForSleepers(1)
        #expect(clock.pending == [0.3])
        clock.advance(by: 0.29)
        #expect(screen.state.mode == .suggestions)
        clock.advance(by: 0.01)
        await screen.firstState { $0.results.display == .items }
        #expect(screen.state.hits.map(\.title) == ["메일함"])
        #expect(try await history.entries().isEmpty)
    }

    @Test("Deletes the history on erase but not on pause") func recordingErases() async throws {
        let (screen, _) = screen(HeldService())
        try await history.save("메일")
        screen.begin()
        await screen.firstState { $0.history.count == 1 }
        screen.setRecording(.paused)
        await screen.firstState { $0.recording == .paused }
        #expect(try await history.entries().count == 1)
        screen.setRecording(.on)
        screen.eraseHistory()
        await screen.firstState { $0.history.isEmpty }
        #expect(try await history.entries().isEmpty)
    }

    @Test("Updates the dates of results at midnight") func dayBegins() async throws {
        let (today, minutes) = (ManualClock(now: 86_400 * 19_000 - 60), ManualClock())
        let date = PostDateFormat(
            timeZone: NSTimeZone(forSecondsFromGMT: 0) as TimeZone, language: .english, showsTimeToday: true)
        let service = HeldService(found: Date(timeIntervalSince1970: today.now))
        service.gate.open()
        let selection = BoardSelection()
        selection.select(board)
        let screen = PostSearch(
            service: service, history: history, selection: selection, style: PostRowStyle(language: .english, date: date),
            now: { Date(timeIntervalSince1970: today.now) },
            time: TimeSource(now: clock.time.now) { [clock] in try await ($0 == 60 ? minutes : clock).sleep($0) })
        screen.setText("메일")
        screen.submit()
        await screen.firstState { $0.hits.first?.date == "23:59" }
        // The wait for midnight has a clock of its own, apart from the spinner delay.
        await minutes.waitForSleepers(1)
        today.advance(by: 60)
        minutes.advance(by: 60)
        await screen.firstState { $0.hits.first?.date == "22-01-07" }
        screen.anchor = 1
        #expect(screen.anchor == 1)
    }

    @Test("Searches another board as soon as it is selected") func boards() async {
        let service = HeldService()
        service.gate.open()
        let (screen, selection) = screen(service)
        screen.setText("메일")
        screen.submit()
        await screen.firstState { $0.results.display == .items }
        selection.select(Board(id: 8, name: "공지"))
        #expect(screen.state.results.items.isEmpty)
        #expect(screen.state.placeholder == "공지에서 검색")
        await screen.firstState { $0.results.items.map(\.boardID) == [8] }
        selection.clear()
        screen.submit()
        #expect(screen.state.refusal?.code == .noBoardSelected)
    }

    @Test("Searches despite a failing history") func brokenHistory() async {
        let service = HeldService()
        service.gate.open()
        let selection = BoardSelection()
        selection.select(board)
        let screen = PostSearch(service: service, history: BrokenHistory(), selection: selection)
        screen.begin()
        await screen.firstState { $0.historyFailure?.code == .storeDamaged }
        screen.setText("메일")
        screen.submit()
        await screen.firstState { $0.historyFailure?.code == .storageFull && $0.results.display == .items }
    }

    @Test("Clears its state on reset until the next focus")
    func resetting() async throws {
        let service = HeldService()
        service.gate.open()
        let (screen, _) = screen(service)
        let before = screen.state
        screen.begin()
        screen.setText("메일")
        screen.submit()
        await screen.firstState { $0.results.display == .items && $0.history.count == 1 }
        (screen as any FeedScreen).reset()
        #expect(screen.state == before)
        try await history.save("공지")
        #expect(screen.state.history.isEmpty)
        screen.begin()
        await screen.firstState { $0.history.map(\.keyword) == ["공지", "메일"] }
    }

    @Test("Drops waiting history changes on reset") func lettingGo()
        async throws
    {
        let gate = Gate()
        let selection = BoardSelection()
        selection.select(board)
        let screen = PostSearch(service: HeldService(), history: HeldHistory(history, gate), selection: selection)
        for text in ["하나", "둘"] {
            screen.setText(text)
            screen.submit()
        }
        await gate.waitForArrivals(1)
        screen.reset()
        gate.open()
        screen.setText("셋")
        screen.submit()
        for await entries in history.updates() where entries.first?.keyword == "셋" {
            #expect(entries.map(\.keyword) == ["셋", "하나"])
            break
        }
    }

    @Test("An update of the history replaces entries that were loaded before") func staleReading() async throws {
        struct Stale: SearchHistoryRepository {
            func entries() async throws -> [SearchHistoryEntry] { [ScriptedSearch.entry("old")] }
            func recording() async throws -> SearchHistoryPolicy.Recording { .on }
            func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
                []
            }
            func updates() -> AsyncStream<[SearchHistoryEntry]> { AsyncStream { $0.yield([ScriptedSearch.entry("new")]) } }
        }
        let screen = PostSearch(service: HeldService(), history: Stale(), selection: BoardSelection())
        screen.begin()
        await screen.firstState { $0.history.map(\.keyword) == ["new"] }
    }

    @Test("Waits for a refresh to finish") func refreshing() async {
        let service = HeldService()
        service.gate.open()
        let (screen, _) = screen(service)
        screen.setText("메일")
        screen.submit()
        await screen.refreshAndWait()
        #expect(!screen.state.results.refresh.isLoading)
        #expect(screen.state.results.items.count == 1)
    }
}

/// A history that holds its first change at a gate, so that later changes could overtake it.
private struct SlowHistory: SearchHistoryRepository {
    let history: InMemorySearchHistory
    let gate: Gate

    func entries() async throws -> [SearchHistoryEntry] { try await history.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await history.recording() }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        if change == .save(SearchHistoryEntry.Key("하나")) { try await gate.pass() }
        return try await history.apply(change)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { history.updates() }
}

/// A history that fails on every call.
private struct BrokenHistory: SearchHistoryRepository {
    func entries() async throws -> [SearchHistoryEntry] { throw NoticeBoardError(.storeDamaged) }
    func recording() async throws -> SearchHistoryPolicy.Recording { throw NoticeBoardError(.storeDamaged) }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        throw NoticeBoardError(.storageFull)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { AsyncStream { $0.finish() } }
}
