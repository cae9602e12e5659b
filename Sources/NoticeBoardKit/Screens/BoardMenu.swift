public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

/// The menu of boards.
///
/// ```swift
/// let menu = BoardMenu(service: client, selection: selection)
/// menu.open()                                   // the menu appeared
/// menu.select(row.id)                           // a row was tapped
/// for await state in menu.states { show(state.display, state.rows) }
/// ```
///
/// - **Isolation**: it belongs to the main actor; requests run off the main actor.
/// - **Cancellation**: releasing the menu cancels its requests.
/// - **Errors**: they are part of the state, and boards stay visible under them.
@MainActor public final class BoardMenu: StateForwarding {
    private let store: StateStore<State>
    private let loader: Loader<Page<Board>>
    private let selection: BoardSelection
    private let opensFirst: Bool
    private let marks: PostMarks?
    private var observations: [StateObservation] = []
    /// The board that was selected before the boards were loaded.
    private var chosen: Board.ID?

    /// Creates a menu.
    ///
    /// - Parameters:
    ///   - service: The service of boards.
    ///   - selection: The open board.
    ///   - opensFirst: Whether the first board opens if none is open; otherwise the menu waits until one is chosen.
    ///   - language: The language of the texts.
    ///   - marks: The read marks, for the number of new posts.
    ///   - fresh: When the boards are too old, so that they are loaded again.
    ///   - life: Tells of the foreground and of the network's returns, with which the menu goes on.
    ///   - time: The clock for slow requests.
    public init(
        service: any NoticeBoardService, selection: BoardSelection, opensFirst: Bool = true,
        language: Language = .preferred, marks: PostMarks? = nil, fresh: Freshness? = nil, life: AppLife? = nil,
        time: TimeSource = .system
    ) {
        self.selection = selection
        self.opensFirst = opensFirst
        self.marks = marks
        store = StateStore(State(selection: selection.state, language: language, marks: marks?.state))
        loader = Loader(fresh: fresh, life: life, time: time) { try await service.boardPage() }
        selection.reloadBoards = { [weak loader] in loader?.refresh() }
        observations = [
            loader.observe { [weak self] in self?.follow($0) },
            selection.observe { [weak self] in self?.follow($0) },
            marks?.observe { [weak self] _ in self?.show() },
        ].compactMap(\.self)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }

    /// Loads the boards, unless they were loaded before: when the menu appears.
    public func open() {
        marks?.load()
        loader.open()
    }
    /// Reloads the boards; the old ones stay visible until then.
    ///
    /// Does nothing while a request is running, unless that takes longer than three seconds: then it replaces that request.
    public func refresh() { loader.refresh() }
    /// Reloads the boards, and cancels a running request; the old ones stay visible until then.
    public func reload() { loader.reload() }
    /// Repeats a request that failed.
    public func retry() { loader.retry() }
    /// Opens a board of the menu, once the boards are loaded; does nothing for any other.
    ///
    /// A board that stored boards lack is opened once the service's boards are loaded.
    public func select(_ id: Board.ID) {
        if let board = state.boards.value?.first(where: { $0.id == id }) {
            chosen = nil
            return selection.select(board)
        }
        if state.boards.value == nil || state.boards.isStale { chosen = id }
    }
    /// Changes the language.
    public func setLanguage(_ language: Language) { store.update { $0.language = language } }

    /// Empties the menu and closes the board, at a sign-out.
    public func reset() {
        chosen = nil
        store.state = State(selection: .signedOut, language: state.language, marks: state.marks)
        loader.reset()
        selection.reset()
    }

    /// Reloads the boards and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.boards.phase.isLoading }
    }

    /// Whether the user chose a board before the boards were loaded.
    var isBoardChosen: Bool { chosen != nil }

    /// Shows stored boards until the service's boards are loaded; does nothing after that, or after a sign-out.
    package func restore(_ boards: [Board]) {
        if selection.state != .signedOut, !boards.isEmpty { loader.restore(Page(items: boards)) }
    }

    private func follow(_ state: BoardSelection.State) {
        // A board that was chosen or closed elsewhere is the user's last word.
        if state.board != nil || state == .nothing { chosen = nil }
        show()
    }

    /// Passes the progress of the loading on to the selection.
    private func follow(_ answer: Loaded<Page<Board>>) {
        guard answer.menu != state.boards else { return }
        if answer.phase == .idle, let page = answer.value {
            // Stored boards follow below.
            if !answer.isStale { list(page) }
        } else {
            selection.update(loading: answer.phase)
        }
        if answer.isStale, let page = answer.value, selection.board == nil { list(page, isStored: true) }
        show()
    }

    private func list(_ page: Page<Board>, isStored: Bool = false) {
        marks?.forgetVisits()
        var boards = page.menu
        // If boards could not be decoded, the open one may be among them.
        if !page.skipped.isEmpty, let open = selection.board, !boards.contains(where: { $0.id == open.id }) {
            boards.append(open)
        }
        if let chosen {
            let board = boards.first { $0.id == chosen }
            // The service may have the chosen board: until then, no other one opens.
            if board == nil, isStored { return }
            if let board { selection.select(board) }
            self.chosen = nil
        }
        selection.update(with: boards, opensFirst: opensFirst, isStored: isStored)
    }

    /// Makes the state of the parts, which all have changed when one of them is observed.
    private func show() {
        let answer = loader.state
        store.update { state in
            state.boards = answer.menu
            state.skipped = answer.value?.skipped.count ?? 0
            state.selection = selection.state
            state.marks = marks?.state
        }
    }
}

extension Page<Board> {
    /// The boards in menu order, without duplicates.
    fileprivate var menu: [Board] {
        var known: Set<Board.ID> = []
        return items.filter { known.insert($0.id).inserted }.sorted(by: Board.precedesInMenu)
    }
}

extension Loaded<Page<Board>> {
    fileprivate var menu: Loaded<[Board]> { Loaded<[Board]>(value?.menu, phase: phase, isStale: isStale) }
}
