public import NoticeBoardBase
public import NoticeBoardPaging

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
    /// Lets the driver's own work send it events.
    @MainActor private final class DriverReference {
        weak var driver: MachineDriver<Machine, LoadWork>?

        /// Sends an event, unless the task was cancelled.
        func onEvent(_ event: Machine.Event) { if !Task.isCancelled { driver?.handle(event) } }
    }

    private let driver: MachineDriver<Machine, LoadWork>
    private let marks: ReadMarks?
    private var observations: [StateObservation] = []

    /// Creates a menu.
    ///
    /// - Parameters:
    ///   - service: The service of boards.
    ///   - selection: The open board.
    ///   - opensFirst: Whether the first board opens if none is open; otherwise the menu waits until one is chosen.
    ///   - language: The language of the texts.
    ///   - marks: The read marks, for the number of new posts.
    ///   - time: The clock for slow requests.
    public init(
        service: any NoticeBoardService, selection: BoardSelection, opensFirst: Bool = true,
        language: Language = .preferred, marks: ReadMarks? = nil, time: TimeSource = .system
    ) {
        let reference = DriverReference()
        self.marks = marks
        driver = MachineDriver(Machine(opensFirst: opensFirst, selection: selection.state, language: language)) { effect in
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

    /// The source of the state.
    public var stateSource: some StateSource<State> { driver }

    /// Loads the boards, unless they were loaded before: when the menu appears.
    public func open() {
        marks?.load()
        driver.handle(.boards(.open))
    }
    /// Reloads the boards; the old ones stay visible until then.
    public func refresh() { driver.handle(.boards(.refresh)) }
    /// Repeats a request that failed.
    public func retry() { driver.handle(.boards(.retry)) }
    /// Opens a board of the menu; does nothing for any other.
    public func select(_ id: Board.ID) { driver.handle(.choose(id)) }
    /// Changes the language.
    public func speak(_ language: Language) { driver.handle(.speaks(language)) }
    /// Empties the menu and closes the board, at a sign-out.
    public func reset() { driver.handle(.boards(.reset)) }

    /// Reloads the boards and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshAndWait() async {
        refresh()
        await firstState { !$0.boards.phase.isLoading }
    }
}

extension BoardMenu {
    /// The state of a menu.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The boards, and the phase of their loading.
        public var boards: Loaded<[Board]>
        /// How many boards could not be decoded and are left out.
        public var skipped: Int
        /// The open board.
        public var selection: BoardSelection.State
        /// The language of the texts.
        public var language: Language

        /// The read marks, if the menu has any.
        public var marks: ReadMarks.State?
        /// How often each board had been opened when the boards were loaded.
        var looks: [Board.ID: Int] = [:]

        /// Creates the state of a menu; by default, of one that was not opened yet.
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

extension BoardMenu {
    /// The menu as a value: the loading of the boards, and its events for the selection.
    package struct Machine: StateMachine {
        /// What can happen to a menu.
        package enum Event: Sendable {
            /// A row was tapped.
            case choose(Board.ID)
            /// The selection changed.
            case selected(BoardSelection.State)
            /// How many boards could not be decoded in the page that arrives next.
            case skipped(Int)
            /// The language changed.
            case speaks(Language)
            /// The read marks changed.
            case marked(ReadMarks.State)
            /// The menu appeared, boards arrived, …
            case boards(LoadMachine<[Board]>.Event)
        }

        /// Work for the menu's driver.
        package enum Effect: Sendable, Hashable {
            /// Sends an event to the selection.
            case selection(BoardSelection.Machine.Event)
            /// Loads or cancels the boards.
            case boards(LoadMachine<[Board]>.Effect)
        }

        private let opensFirst: Bool
        private var language: Language
        private var boards = LoadMachine<[Board]>()
        private var skipped = 0
        private var marks: ReadMarks.State?
        private var looks: [Board.ID: Int] = [:]
        /// The selection as it will be after the events that were sent to it.
        private var selection: BoardSelection.Machine

        /// Creates a menu that was not opened yet.
        package init(
            opensFirst: Bool = true, selection: BoardSelection.State = .pending, language: Language = .preferred
        ) {
            self.opensFirst = opensFirst
            self.language = language
            self.selection = BoardSelection.Machine(selection)
        }

        /// The state of the menu.
        package var state: State {
            var state = State(
                boards: boards.state, skipped: skipped, selection: selection.state, language: language, marks: marks)
            state.looks = looks
            return state
        }

        /// Handles an event and returns the work for the driver.
        package mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .choose(let id): return boards.state.value?.first { $0.id == id }.map { send(.select($0)) } ?? []
            case .selected(let state):
                // The own copy also knows whether the user closed the board.
                if state != selection.state { selection = BoardSelection.Machine(state) }
                return []
            case .skipped(let count):
                skipped = count
                return []
            case .speaks(let language):
                self.language = language
                return []
            case .marked(let marks):
                self.marks = marks
                return []
            case .boards(let event):
                let before = boards.state.phase
                let effects = boards.handle(event.inMenuOrder).map(Effect.boards)
                if case .reset = event {
                    skipped = 0
                    return effects + send(.reset)
                }
                return boards.state.phase == before ? effects : effects + notifySelection(of: event)
            }
        }

        /// Sends the progress of the loading to the selection.
        private mutating func notifySelection(of event: LoadMachine<[Board]>.Event) -> [Effect] {
            switch (event, boards.state.phase) {
            case (.loaded, .idle): listed()
            case (_, .loading(let isSlow)): send(.loading(isSlow: isSlow))
            default: send(.settle(boards.state.failure))
            }
        }

        private mutating func listed() -> [Effect] {
            looks = marks?.looks ?? [:]
            var listed = boards.state.value ?? []
            // If boards could not be decoded, the open one may be among them.
            if skipped > 0, let open = selection.state.board, !listed.contains(where: { $0.id == open.id }) {
                listed.append(open)
            }
            return send(.listed(listed, opensFirst: opensFirst), always: true)
        }

        /// Returns the event for the selection, if it changes the selection.
        private mutating func send(_ event: BoardSelection.Machine.Event, always: Bool = false) -> [Effect] {
            let before = selection.state
            _ = selection.handle(event)
            return selection.state == before && !always ? [] : [.selection(event)]
        }
    }
}

extension LoadMachine<[Board]>.Event {
    /// The event with its boards in menu order and without duplicates.
    fileprivate var inMenuOrder: Self {
        guard case .loaded(let boards, let number) = self else { return self }
        var known: Set<Board.ID> = []
        return .loaded(boards.filter { known.insert($0.id).inserted }.sorted(by: Board.precedesInMenu), number)
    }
}
