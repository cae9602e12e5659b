public import NoticeBoardBase
public import NoticeBoardPaging

/// The menu of boards, in menu order, with the open one marked.
///
/// ```swift
/// let menu = BoardMenu(service: client, selection: selection)
/// menu.open()                                   // the menu came into sight
/// menu.select(row.id)                           // a row was tapped
/// for await state in menu.states { show(state.display, state.rows) }
/// ```
///
/// - **Isolation**: it belongs to the main actor; the service is asked outside of it.
/// - **Cancellation**: what is under way is cancelled when it is not wanted any more, and with the menu.
/// - **Errors**: they are part of the state, and boards stay visible under them.
@MainActor public final class BoardMenu: StateForwarding {
    /// What the menu hears beside the answers themselves.
    @MainActor private final class DriverReference {
        weak var driver: MachineDriver<Machine, LoadWork>?

        /// Nothing reaches it of a load that was given up.
        func onEvent(_ event: Machine.Event) { if !Task.isCancelled { driver?.handle(event) } }
    }

    private let driver: MachineDriver<Machine, LoadWork>
    private let marks: ReadMarks?
    private var observations: [StateObservation] = []

    /// A menu of the boards of `service`, whose open one is that of `selection`.
    ///
    /// `marks` say what was read on the device. `time` is the clock for what is slow; a test turns it by hand.
    public init(
        service: any NoticeBoardService, selection: BoardSelection, policy: BoardPolicy = .first,
        language: Language = .preferred, marks: ReadMarks? = nil, time: TimeSource = .system
    ) {
        let reference = DriverReference()
        self.marks = marks
        driver = MachineDriver(Machine(policy: policy, selection: selection.state, language: language)) { effect in
            switch effect {
            case .boards(let effect):
                effect.chore(
                    {
                        let page = try await service.boardPage()
                        await reference.onEvent(.skipped(page.skipped.count))
                        return page.items
                    }, time: time, event: { .boards($0) }, key: { $0 })
            case .selection(let event):
                .now {
                    selection.handle(event)
                    reference.driver?.handle(.selected(selection.state))
                }
            }
        }
        reference.driver = driver
        selection.reloadBoards = { [weak driver] in driver?.handle(.boards(.refresh)) }
        observations = [
            selection.observe { [weak driver] in driver?.handle(.selected($0)) },
            marks?.observe { [weak driver] in driver?.handle(.marked($0)) },
        ].compactMap(\.self)
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { driver }

    /// The menu came into sight: the boards are loaded, unless they were before.
    public func open() {
        marks?.load()
        driver.handle(.boards(.open))
    }
    /// Asks for the boards again; those that are shown stay until the answer comes.
    public func refresh() { driver.handle(.boards(.refresh)) }
    /// Tries again what failed.
    public func retry() { driver.handle(.boards(.retry)) }
    /// Opens a board of the menu; one that is not in it changes nothing.
    public func select(_ id: Board.ID) { driver.handle(.choose(id)) }
    /// Speaks another language from now on.
    public func speak(_ language: Language) { driver.handle(.speaks(language)) }
    /// Empties the menu and closes the board, as if nothing had been asked for: at signing out.
    public func reset() { driver.handle(.boards(.reset)) }

    /// Asks for the boards again, and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.boards.phase.isLoading }
    }
}

extension BoardMenu {
    /// What is to be seen of a menu.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The boards, and how their loading stands, the first time and at every refresh.
        public var boards: Loaded<[Board]>
        /// How many boards could not be read, and are left out.
        public var skipped: Int
        /// Which board is open.
        public var selection: BoardSelection.State
        /// The language of what is said.
        public var language: Language

        /// What was read on this device, as far as the menu was told.
        public var marks: ReadMarks.State?
        /// How often boards had been looked at when they were loaded.
        var looks: [Board.ID: Int] = [:]

        /// What a menu shows; nothing was asked for, unless told otherwise.
        public init(
            boards: Loaded<[Board]> = Loaded(), skipped: Int = 0, selection: BoardSelection.State = .pending,
            language: Language = .preferred, marks: ReadMarks.State? = nil
        ) {
            self.boards = boards
            self.skipped = skipped
            self.selection = selection
            self.language = language
            self.marks = marks
        }

        /// The rows in menu order.
        public var rows: [BoardRow] {
            let open = selection.board?.id
            return (boards.value ?? []).map {
                BoardRow($0, isSelected: $0.id == open, marks: marks, looks: looks[$0.id] ?? 0, in: language)
            }
        }

        /// The one thing that the menu's place shows.
        public var display: FeedDisplay {
            if let boards = boards.value { return boards.isEmpty ? .empty : .items }
            if selection == .signedOut { return .empty }
            return boards.failure.map(FeedDisplay.failure) ?? .placeholder
        }

        /// Why the menu is empty, as a value.
        public var empty: EmptyText? { display == .empty ? selection == .signedOut ? .signedOut : .noBoards : nil }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? { empty?.text(in: language) }
        /// Why the last request failed, whether or not boards stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { boards.failure }
        /// A sentence to show above boards that stay visible: why they could not be refreshed.
        public var notice: String? { boards.value == nil ? nil : failure?.text(in: language) }
    }
}
