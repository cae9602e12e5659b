import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport

@testable import NoticeBoardKit

/// A search screen whose requests, history and clock are answered by hand.
@MainActor final class ScriptedSearch {
    static let board = Board(id: 7, name: "자유게시판")
    nonisolated static let moment = Date(timeIntervalSince1970: 1_700_000_000)

    let screen: PostSearch
    let history = TableHistory()
    private let service = TableService()
    private let clock = ManualClock()
    private let selection = BoardSelection()
    private let bus = ChangeBus<PostChange>()

    init(_ rules: PostSearchRules = PostSearchRules(), board: Board? = ScriptedSearch.board, language: Language = .korean) {
        var rules = rules
        // Told from a delay while typing.
        rules.feed.spinnerDelay = 9
        if let board { selection.select(board) } else { selection.clear() }
        screen = PostSearch(
            service: service, history: history, selection: selection, rules: rules, style: PostRowStyle(language: language),
            changes: bus, now: { ScriptedSearch.moment }, time: clock.time)
    }

    static func typing(_ change: (inout PostSearchRules) -> Void = { _ in }) -> ScriptedSearch {
        var rules = PostSearchRules()
        rules.typingDelay = 0.3
        change(&rules)
        return ScriptedSearch(rules)
    }

    var state: PostSearch.State { screen.state }
    /// The pending loads of the present query, without cancelled ones.
    var loads: [TableService.Load] { service.loads.filter { !$0.isCancelled && $0.query == screen.screen.presentQuery } }
    /// Every load so far; cancelled loads may still answer.
    var everything: [TableService.Load] { service.loads }
    /// The number of loads started.
    var begun: Int { service.begun }
    /// The requested history changes.
    var changes: [SearchHistoryChange] { history.changes }
    /// How often the history was read.
    var readings: Int { history.readings }

    /// The seconds of the running delay while typing.
    func wait() async -> Double? {
        guard screen.delay != nil else { return nil }
        _ = await eventually { !delays.isEmpty }
        return delays.last
    }

    private var delays: [Double] { clock.pending.filter { $0 < 9 } }

    /// Makes events, one after another, and waits until their requests have arrived.
    func send(_ events: Event...) async {
        for event in events {
            make(event)
            await settle()
        }
    }

    private func settle() async {
        _ = await eventually { !screen.feed.isLoading || !loads.isEmpty }
        _ = await eventually { screen.earlier.isResting }
        if state.isActive { _ = await eventually { state.isHistoryLoaded || state.historyFailure != nil } }
        if state.isHistoryLoaded { _ = await eventually { history.isShown(by: screen.earlier) } }
    }

    /// What can happen to a search.
    enum Event: Sendable {
        case focus, submit, undo, cancel, retry, reset
        case type(String)
        case choose(SearchTarget)
        case reopen(SearchHistoryEntry.Key)
        case change(SearchHistoryChange)
        case request(FeedRequest<Int>)
        case board(Board?)
        case changed(PostChange)
        case history([SearchHistoryEntry], SearchHistoryPolicy.Recording = .on)
        /// Every read of the history fails, or none.
        case historyFails(NoticeBoardError?)
        /// The next change removes entries, or fails.
        case answer(Result<[SearchHistoryEntry], NoticeBoardError>)
        case language(Language)
    }

    private func make(_ event: Event) {
        switch event {
        case .focus: screen.begin()
        case .type(let text): screen.setText(text)
        case .submit: screen.submit()
        case .choose(let target): screen.choose(target)
        case .reopen(let key): screen.choose(SearchRow(ScriptedSearch.entry(key.keyword, key.target)))
        case .change(let change):
            screen.earlier.apply(change)
            screen.screen.publish()
        case .undo: screen.undo()
        case .cancel: screen.end()
        case .retry: screen.retry()
        case .reset: screen.reset()
        case .request(let request): screen.send(request)
        case .board(let board): if let board { selection.select(board) } else { selection.clear() }
        case .changed(let change): bus.send(change)
        case .history(let entries, let recording): history.show(entries, recording)
        case .historyFails(let failure): history.fail(failure)
        case .answer(let result): history.answerNext(result)
        case .language(let language): screen.restyle(PostRowStyle(language: language))
        }
    }

    /// Answers the last load with posts titled with the keyword, or with `title`.
    func answer(_ ids: [Int], total: Int? = nil, next: Int? = nil, titled title: String? = nil) async {
        guard let load = loads.last else { return }
        var page = Self.page(ids, for: load.query, total: total, titled: title)
        page.next = next.map { .offset($0) }
        await finish(load, .success(page))
    }

    func fail(_ error: any Error) async {
        if let load = loads.last { await finish(load, .failure(error)) }
    }

    /// Ends a load; the screen has shown its result when this returns, unless it was cancelled.
    func finish(_ load: TableService.Load, _ result: Result<Page<Post>, any Error>) async {
        let isExpected = loads.contains { $0.number == load.number }
        let begun = begun
        service.finish(load, result)
        if isExpected { _ = await eventually { !screen.feed.isLoading || self.begun > begun } }
    }

    /// Ends the delay while typing.
    func endTypingDelay() async {
        guard let seconds = await wait() else { return }
        clock.advance(by: seconds)
        _ = await eventually { screen.delay == nil }
        await settle()
    }

    /// Lets a load take long.
    func spinnerDelayOver() async {
        _ = await eventually { clock.pending.contains(9) }
        clock.advance(by: 9)
        await screen.firstState { $0.results.refresh.showsSpinner }
    }

    nonisolated static func page(
        _ ids: [Int], for query: SearchQuery, total: Int? = nil, titled title: String? = nil
    ) -> Page<Post> {
        let posts = ids.map { Post(id: $0, title: title ?? "\(query.keyword) \($0)", boardID: query.board) }
        return Page(items: posts, total: total ?? ids.count)
    }

    nonisolated static func entry(_ keyword: String, _ target: SearchTarget = .all, age: Double = 0) -> SearchHistoryEntry {
        SearchHistoryEntry(keyword: keyword, target: target, lastUsed: moment - age)
    }
}

/// A service whose searches are answered by hand, even cancelled ones.
final class TableService: NoticeBoardService {
    /// A search that was not answered.
    struct Load: Sendable {
        fileprivate let number: Int
        let query: SearchQuery
        var isCancelled = false
        fileprivate let answer: CheckedContinuation<Page<Post>, any Error>
    }

    private let content = Locked<(begun: Int, loads: [Load])>((0, []))

    var loads: [Load] { content.withLock { $0.loads } }
    var begun: Int { content.withLock { $0.begun } }

    func finish(_ load: Load, _ result: Result<Page<Post>, any Error>) {
        let known = content.withLock { content in
            content.loads.firstIndex { $0.number == load.number }.map { content.loads.remove(at: $0) }
        }
        known?.answer.resume(with: result)
    }

    deinit { for load in loads { load.answer.resume(throwing: CancellationError()) } }

    func boards() async throws -> [Board] { [] }
    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> { Page(items: []) }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        guard let query = SearchQuery(keyword, target: target, in: board) else { throw NoticeBoardError(.invalidInput) }
        let number = content.withLock { content in
            content.begun += 1
            return content.begun
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                content.withLock {
                    $0.loads.append(Load(number: number, query: query, isCancelled: Task.isCancelled, answer: continuation))
                }
            }
        } onCancel: {
            content.withLock { content in
                if let index = content.loads.firstIndex(where: { $0.number == number }) {
                    content.loads[index].isCancelled = true
                }
            }
        }
    }
}

/// A history that shows and answers what a test says.
final class TableHistory: SearchHistoryRepository {
    private struct Content {
        var entries: [SearchHistoryEntry] = []
        var recording = SearchHistoryPolicy.Recording.on
        var failure: NoticeBoardError?
        var changes: [SearchHistoryChange] = []
        var results: [Result<[SearchHistoryEntry], NoticeBoardError>] = []
        var readings = 0
        var gate: Gate?
    }

    private let content = Locked(Content())
    private let broadcast = Broadcast<[SearchHistoryEntry]>()

    /// The requested changes.
    var changes: [SearchHistoryChange] { content.withLock { $0.changes } }
    /// How often the history was read.
    var readings: Int { content.withLock { $0.readings } }

    /// Whether earlier searches are those of this history.
    @MainActor func isShown(by earlier: EarlierSearches) -> Bool {
        content.withLock { $0.entries == earlier.entries && $0.recording == earlier.recording }
    }

    /// Replaces the entries.
    func show(_ entries: [SearchHistoryEntry], _ recording: SearchHistoryPolicy.Recording = .on) {
        content.withLock { ($0.entries, $0.recording) = (entries, recording) }
        broadcast.send(entries)
    }

    /// Fails every read, or none.
    func fail(_ failure: NoticeBoardError?) { content.withLock { $0.failure = failure } }

    /// Answers the next change that has no answer yet; others remove nothing.
    func answerNext(_ result: Result<[SearchHistoryEntry], NoticeBoardError>) { content.withLock { $0.results.append(result) } }

    /// Lets later changes wait at a gate before they end.
    func hold(at gate: Gate) { content.withLock { $0.gate = gate } }

    func refresh() async throws {
        try content.withLock {
            $0.readings += 1
            if let failure = $0.failure { throw failure }
        }
    }
    func entries() async throws -> [SearchHistoryEntry] { content.withLock { $0.entries } }
    func recording() async throws -> SearchHistoryPolicy.Recording { content.withLock { $0.recording } }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { broadcast.stream() }

    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        let (result, gate) = content.withLock { content in
            content.changes.append(change)
            if case .record(let recording) = change { content.recording = recording }
            return (content.results.isEmpty ? .success([]) : content.results.removeFirst(), content.gate)
        }
        try await gate?.pass()
        return try result.get()
    }
}
