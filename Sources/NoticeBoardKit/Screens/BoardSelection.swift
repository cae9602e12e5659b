public import NoticeBoardBase

/// Which board is open: the one owner of that, shared by the menu, the list and the search.
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

    /// A selection of which nothing is known yet.
    public init() {}

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { driver }

    /// The open board, if there is one.
    public var board: Board? { state.board }

    /// Opens a board.
    public func select(_ board: Board) { driver.handle(.select(board)) }
    /// Closes the board: none is open until one is chosen.
    public func clear() { driver.handle(.clear) }
    /// Closes the board as if nothing had been known yet: at signing out.
    public func reset() { driver.handle(.reset) }
    /// Tells which boards there are, in menu order: the open one gets its new name, or gives way to the policy when it is gone.
    ///
    /// A ``BoardMenu`` does that; an app with a menu of its own does it itself.
    public func update(with boards: [Board], policy: BoardPolicy = .first) { driver.handle(.listed(boards, policy)) }
    /// Tells that the boards are being loaded.
    ///
    /// A ``BoardMenu`` does that; an app with a menu of its own does it itself.
    public func load(isSlow: Bool = false) { driver.handle(.loading(isSlow: isSlow)) }
    /// Tells that the boards could not be loaded, so that no screen waits for one to open by itself.
    public func settle(_ failure: NoticeBoardError? = nil) { driver.handle(.settle(failure)) }

    /// Loads the boards once more, where a menu does that: for a list whose boards could not be loaded.
    var reloadBoards: () -> Void = {}

    /// Hands it an event that a menu decided on.
    func handle(_ event: Machine.Event) { driver.handle(event) }

    /// What is done about the effects that never come; generic, since the compiler warns of a function that cannot be called.
    private static func nothing<Effect>(about _: Effect) -> MachineDriver<Machine, Never>.Chore { .stop([]) }
}

extension BoardSelection {
    /// Which board is open.
    public enum State: Sendable, Hashable {
        /// The boards are still to come, and one may open by itself.
        case pending
        /// The boards are being loaded, and one may open by itself.
        case loading(isSlow: Bool)
        /// The boards could not be loaded, for this reason.
        case failed(NoticeBoardError)
        /// There are no boards.
        case noBoards
        /// None, until one is chosen.
        case nothing
        /// The app signed out, and nothing was asked for since.
        case signedOut
        /// This one.
        case open(Board)

        /// The open board, if there is one.
        public var board: Board? { if case .open(let board) = self { board } else { nil } }
    }

    /// The selection as a value.
    package struct Machine: StateMachine {
        /// What can happen to it.
        package enum Event: Sendable, Hashable {
            /// A board is chosen.
            case select(Board)
            /// The board is closed.
            case clear
            /// Nothing is known any more.
            case reset
            /// These are the boards, in menu order.
            case listed([Board], BoardPolicy)
            /// The boards are being loaded.
            case loading(isSlow: Bool)
            /// The boards could not be loaded, or were given up.
            case settle(NoticeBoardError?)
        }

        /// Which board is open.
        package private(set) var state: BoardSelection.State
        /// Whether it was closed by hand, so that none opens by itself.
        private var isClosed: Bool

        /// A selection; nothing is known of it yet unless told otherwise.
        ///
        /// Where it is nothing, none opens by itself.
        package init(_ state: BoardSelection.State = .pending) { (self.state, isClosed) = (state, state == .nothing) }

        /// Takes in what happened; nothing is ever to be done about it.
        package mutating func handle(_ event: Event) -> [Never] {
            switch event {
            case .select(let board): (state, isClosed) = (.open(board), false)
            case .clear: (state, isClosed) = (.nothing, true)
            case .reset: (state, isClosed) = (.signedOut, false)
            case .listed(let boards, let policy):
                let open = isClosed ? nil : policy.choice(keeping: state.board, among: boards)
                state = open.map(BoardSelection.State.open) ?? (boards.isEmpty ? .noBoards : .nothing)
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

/// Which board is open while nobody has chosen one.
public enum BoardPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first of the menu.
    case first
    /// None, until one is chosen.
    case none

    /// The board that is open once `boards` are known, where `open` was before.
    ///
    /// A board that is still there stays open, with its new name if it has one; for one that is gone the policy decides.
    public func choice(keeping open: Board?, among boards: [Board]) -> Board? {
        if let open, let same = boards.first(where: { $0.id == open.id }) { return same }
        return self == .first ? boards.first : nil
    }
}
