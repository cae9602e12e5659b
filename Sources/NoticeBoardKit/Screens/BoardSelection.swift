public import NoticeBoardBase

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
    private let driver = MachineDriver<Machine, Never>(Machine(), chore: nothing)

    /// Creates a selection that waits for boards.
    public init() {}

    /// The source of the state.
    public var stateSource: some StateSource<State> { driver }

    /// The open board; `nil` if none is open.
    public var board: Board? { state.board }

    /// Opens a board.
    public func select(_ board: Board) { driver.handle(.select(board)) }
    /// Closes the board; none opens until one is chosen.
    public func clear() { driver.handle(.clear) }
    /// Closes the board, at a sign-out.
    public func reset() { driver.handle(.reset) }
    /// Replaces the boards, in menu order; the open one gets its new name, or is closed if it is gone.
    ///
    /// A ``BoardMenu`` calls it; an app with a menu of its own does so itself. If no board is open, the first one is opened,
    /// unless `opensFirst` is false or ``clear()`` closed the last one.
    public func update(with boards: [Board], opensFirst: Bool = true) {
        driver.handle(.listed(boards, opensFirst: opensFirst))
    }
    /// Shows that the boards are being loaded; like ``update(with:opensFirst:)``, for an app with a menu of its own.
    public func load(isSlow: Bool = false) { driver.handle(.loading(isSlow: isSlow)) }
    /// Shows that the boards could not be loaded; like ``update(with:opensFirst:)``, for an app with a menu of its own.
    public func settle(_ failure: NoticeBoardError? = nil) { driver.handle(.settle(failure)) }

    /// Loads the boards again, set by a menu: for a list that waits for boards that could not be loaded.
    var reloadBoards: () -> Void = {}

    /// Handles an event of a menu.
    func handle(_ event: Machine.Event) { driver.handle(event) }

    /// The chore of the machine, which has no effects; generic, because the compiler warns of a function that cannot be called.
    private static func nothing<Effect>(about _: Effect) -> MachineDriver<Machine, Never>.Chore { .stop([]) }
}

extension BoardSelection {
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
        /// No board is open until one is chosen.
        case nothing
        /// The account was signed out, and no boards were requested since.
        case signedOut
        /// This board is open.
        case open(Board)

        /// The open board; `nil` if none is open.
        public var board: Board? { if case .open(let board) = self { board } else { nil } }
    }

    /// The selection as a value.
    package struct Machine: StateMachine {
        /// What can happen to the selection.
        package enum Event: Sendable, Hashable {
            /// A board is chosen.
            case select(Board)
            /// The board is closed.
            case clear
            /// The account was signed out.
            case reset
            /// These are the boards, in menu order.
            case listed([Board], opensFirst: Bool)
            /// The boards are being loaded.
            case loading(isSlow: Bool)
            /// Loading the boards failed or was canceled.
            case settle(NoticeBoardError?)
        }

        /// The state of the selection.
        package private(set) var state: BoardSelection.State
        /// Whether the user closed the board, so that the first one does not open.
        private var isClosed: Bool

        /// Creates a selection; for `.nothing`, no board opens by itself.
        package init(_ state: BoardSelection.State = .pending) { (self.state, isClosed) = (state, state == .nothing) }

        /// Handles an event; there are no effects.
        package mutating func handle(_ event: Event) -> [Never] {
            switch event {
            case .select(let board): (state, isClosed) = (.open(board), false)
            case .clear: (state, isClosed) = (.nothing, true)
            case .reset: (state, isClosed) = (.signedOut, false)
            case .listed(let boards, let opensFirst):
                // An open board stays open, with its new name if it has one.
                let open = boards.first { $0.id == state.board?.id } ?? (opensFirst ? boards.first : nil)
                state = boards.isEmpty ? .noBoards : .nothing
                if let open, !isClosed { state = .open(open) }
            case .loading(let isSlow): if isWaitingForBoards { state = .loading(isSlow: isSlow) }
            case .settle(let failure):
                if isWaitingForBoards { state = failure.map(BoardSelection.State.failed) ?? .nothing }
            }
            return []
        }

        /// Whether a screen without a board waits for the boards, and not for the user to choose one.
        private var isWaitingForBoards: Bool {
            switch state {
            case .pending, .loading, .failed, .noBoards, .signedOut: true
            case .nothing, .open: false
            }
        }
    }
}
