public import NoticeBoardBase
public import NoticeBoardPaging

/// The open board, shared by the menu, the list and the search.
///
/// ```swift
/// let selection = BoardSelection()
/// let menu = BoardMenu(service: client, selection: selection)
/// let list = PostList(service: client, selection: selection)
/// menu.select(board.id)                       // or selection.select(board)
/// list.state.title                            // the board's name
/// ```
///
/// Observers are notified before a call that changes it returns. It belongs to the main actor.
@MainActor public final class BoardSelection: StateForwarding {
    private let store = StateStore(State.pending)
    /// Whether the user closed the board, so that the first one does not open.
    private var isClosed = false
    /// Whether the last place is being read: until then, no board opens by itself.
    private var isReadingPlace = false
    /// The boards that were loaded meanwhile.
    private var loaded: LoadedBoards?

    /// Boards that arrived while the last place was being read.
    private struct LoadedBoards {
        let boards: [Board]
        let opensFirst: Bool
        let isStored: Bool
    }

    /// Creates a selection that waits for boards.
    public init() {}

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }

    /// The open board; `nil` if none is open.
    public var board: Board? { state.board }

    /// Opens a board.
    public func select(_ board: Board) { show(.open(board)) }
    /// Closes the board; none opens until one is chosen.
    public func clear() { show(.nothing, isClosed: true) }
    /// Closes the board, at a sign-out.
    public func reset() {
        forgetPlace()
        show(.signedOut)
    }

    private func show(_ state: State, isClosed: Bool = false) {
        self.isClosed = isClosed
        store.state = state
    }

    /// Replaces the boards, in menu order; the open one gets its new name.
    ///
    /// If no board is open, or the open one is gone, the first one is opened, unless `opensFirst` is false or ``clear()`` closed
    /// the last one. A ``BoardMenu`` calls it; an app with a menu of its own does so itself.
    public func update(with boards: [Board], opensFirst: Bool = true) {
        update(with: boards, opensFirst: opensFirst, isStored: false)
    }

    /// Replaces the boards; stored ones open a board, and never close one.
    func update(with boards: [Board], opensFirst: Bool, isStored: Bool) {
        if isReadingPlace, board == nil {
            // The service's boards are newer than stored ones, whichever come first.
            if !isStored || loaded == nil { loaded = LoadedBoards(boards: boards, opensFirst: opensFirst, isStored: isStored) }
            return
        }
        if isStored, board != nil { return }
        let open = boards.first { $0.id == board?.id } ?? (opensFirst ? boards.first : nil)
        if let open, !isClosed {
            store.state = .open(open)
        } else {
            store.state = boards.isEmpty ? .noBoards : .nothing
        }
    }

    // MARK: - The last place

    /// Opens no board by itself until ``endReadingPlace(_:)``.
    func beginReadingPlace() { isReadingPlace = true }

    /// Opens the board of the last place, unless the user has opened or closed one, then takes the boards that were loaded
    /// meanwhile.
    ///
    /// Returns whether the place's board was opened.
    @discardableResult func endReadingPlace(_ board: Board?) -> Bool {
        let waiting = loaded
        forgetPlace()
        let opensPlace = board != nil && self.board == nil && !isClosed
        if opensPlace, let board { select(board) }
        if let waiting { update(with: waiting.boards, opensFirst: waiting.opensFirst, isStored: waiting.isStored) }
        return opensPlace
    }

    /// No longer waits for the last place.
    func forgetPlace() {
        isReadingPlace = false
        loaded = nil
    }

    /// Shows the progress of loading the boards while no board is open; for an app with a menu of its own.
    public func update(loading phase: LoadPhase) {
        guard state.board == nil, state != .nothing else { return }
        switch phase {
        case .loading(let isSlow): store.state = .loading(isSlow: isSlow)
        case .failed(let error): store.state = .failed(error)
        case .idle: store.state = .nothing
        }
    }

    /// Loads the boards, set by a menu.
    var reloadBoards: () -> Void = {}

    /// Loads the boards again if they could not be loaded or there were none: for a screen that waits for them.
    func retry() {
        if case .failed = state { reloadBoards() }
        if state == .noBoards { reloadBoards() }
    }

    /// The open board, or why none is open.
    public enum State: Sendable, Hashable {
        /// The boards are not requested yet; the first one may open.
        case pending
        /// The boards are being loaded; the first one may open.
        case loading(isSlow: Bool)
        /// The boards could not be loaded.
        case failed(NoticeBoardError)
        /// There are no boards.
        case noBoards
        /// No board is open: ask the user to choose one.
        case nothing
        /// The account was signed out, and no boards were requested since.
        case signedOut
        /// This board is open.
        case open(Board)

        /// The open board; `nil` if none is open.
        public var board: Board? { if case .open(let board) = self { board } else { nil } }
    }
}
