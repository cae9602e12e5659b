import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting

/// A service for the signed-in account.
///
/// Every answer contains the account's name and waits at the gate,
/// even after the caller cancels.
final class AccountService: NoticeBoardService {
    let account = Locked("ann")
    let gate = Locked(Gate())

    func boards() async throws -> [Board] {
        await answer { name in (1...3).map { Board(id: $0, name: "\(name) board \($0)", order: $0) } }
    }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        await answer { Self.page($0, board, offset, limit) }
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        await answer { Self.page($0, board, offset, limit) }
    }

    private static func page(_ name: String, _ board: Board.ID, _ offset: Int, _ limit: Int) -> Page<Post> {
        let posts = (offset..<max(offset, min(offset + limit, 95))).map {
            Post(id: board * 1000 - $0, title: "\(name) post \($0)", boardID: board, contents: "<p>What \(name) wrote</p>")
        }
        return Page(items: posts, next: offset + limit < 95 ? .offset(offset + limit) : nil, total: 95)
    }

    private func answer<Value: Sendable>(_ make: @Sendable (String) -> Value) async -> Value {
        let (name, gate) = (account.withLock { $0 }, gate.withLock { $0 })
        // The unstructured task isn't cancelled with its caller, so a late response arrives.
        await Task { try? await gate.pass() }.value
        return make(name)
    }
}

/// An app with gates that hold its pending work, and a record of all texts that it showed.
@MainActor final class AccountFixture {
    let (service, place) = (AccountService(), PlaceFiles(holdsChanges: true))
    let inner = InMemorySearchHistory()
    private let marks = MarksFiles()
    /// The stored marks.
    var reading: FilePostMarks { marks.inner }
    let history: SwitchedHistory
    let app: BoardApp
    private(set) var shown: [String] = []
    private var observations: [StateObservation] = []
    /// Sends an element when a screen, the marks or the place changes.
    private var changes: Broadcast<Void> { place.changes }

    init(_ scope: AccountScope = AccountScope()) {
        history = SwitchedHistory(inner)
        var rules = PostSearchRules()
        rules.historyLimit = 20
        app = BoardApp(
            service: service, history: history, marks: PostMarks(marks.marks()), place: place.file, scope: scope,
            style: PostRowStyle(language: .english, snippetLength: 20),
            rules: rules, time: ManualClock().time)
        observations = [
            app.menu.observe { [unowned self] _ in look() }, app.list.observe { [unowned self] _ in look() },
            app.search.observe { [unowned self] _ in look() }, app.selection.observe { [unowned self] _ in look() },
            app.page.observe { [unowned self] _ in look() },
            app.marks.observe { [changes = place.changes] _ in changes.send(()) },
        ]
        marks.gate.open()
        letPass()
    }

    /// Lets requests pass their gates.
    func letPass() { for gate in gates { gate.open() } }
    func holdBack() {
        letPass()
        service.gate.withLock { $0 = Gate() }
        place.gate.withLock { $0 = Gate() }
        history.gate.withLock { $0 = Gate() }
    }
    private var gates: [Gate] {
        [service.gate.withLock { $0 }, place.gate.withLock { $0 }, history.gate.withLock { $0 }]
    }

    /// Clears the recorded texts.
    func forgetShown() { shown = [] }
    private func look() {
        shown += texts
        changes.send(())
    }

    /// Waits until a change makes `condition` true.
    func waitUntil(_ condition: @MainActor () -> Bool) async {
        let changes = changes.stream()
        if condition() { return }
        for await _ in changes where condition() { return }
    }

    /// All texts that the screens show.
    var texts: [String] {
        let (menu, list, search) = (app.menu.state, app.list.state, app.search.state)
        let rows = [list.rows.first, search.hits.first, app.page.state.row].compactMap(\.self)
        let found = search.history + search.suggestions
        return menu.rows.map(\.name) + [list.title, search.text, search.placeholder, search.title ?? ""]
            + [search.query?.keyword ?? "", app.selection.board?.name ?? ""] + found.map(\.keyword)
            + rows.flatMap { [$0.title, $0.snippet.text, $0.writer] } + [app.page.state.content?.text ?? ""]
    }
}

/// A history that holds changes at a gate, which a test can replace.
final class SwitchedHistory: SearchHistoryRepository {
    private let history: any SearchHistoryRepository
    let gate = Locked(Gate())
    /// The number of searches that reached the save call.
    let saves = Locked(0)

    init(_ history: any SearchHistoryRepository) { self.history = history }

    func entries() async throws -> [SearchHistoryEntry] { try await history.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await history.recording() }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        if case .save = change { saves.withLock { $0 += 1 } }
        try await gate.withLock { $0 }.pass()
        return try await history.apply(change)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { history.updates() }
}
