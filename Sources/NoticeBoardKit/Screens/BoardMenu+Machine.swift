package import NoticeBoardBase
package import NoticeBoardPaging

extension BoardMenu {
    /// The menu as a value: the boards as one that is loaded, and what it does to the selection.
    package struct Machine: StateMachine {
        /// What can happen to a menu.
        package enum Event: Sendable {
            /// A row was chosen.
            case choose(Board.ID)
            /// This is the selection now.
            case selected(BoardSelection.State)
            /// So many boards could not be read in what is about to be ``boards(_:)``.
            case skipped(Int)
            /// The reader wants another language.
            case speaks(Language)
            /// This is what was read on the device.
            case marked(ReadMarks.State)
            /// Something that happens to a value that is loaded: the menu came into sight, boards came, …
            case boards(LoadMachine<[Board]>.Event)
        }

        /// What a menu wants to have done.
        package enum Effect: Sendable, Hashable {
            /// Hand this to the selection.
            case selection(BoardSelection.Machine.Event)
            /// What a value that is loaded wants, of the service's boards.
            case boards(LoadMachine<[Board]>.Effect)
        }

        /// Which board is open while nobody has chosen one.
        package let policy: BoardPolicy
        private var language: Language
        private var boards = LoadMachine<[Board]>()
        private var skipped = 0
        private var marks: ReadMarks.State?
        private var looks: [Board.ID: Int] = [:]
        /// What the selection is, or will be once it has heard of what it was told.
        private var selection: BoardSelection.Machine

        /// A menu that was not asked for yet.
        package init(
            policy: BoardPolicy = .first, selection: BoardSelection.State = .pending, language: Language = .preferred
        ) {
            self.policy = policy
            self.language = language
            self.selection = BoardSelection.Machine(selection)
        }

        /// What is to be seen.
        package var state: State {
            var state = State(
                boards: boards.state, skipped: skipped, selection: selection.state, language: language, marks: marks)
            state.looks = looks
            return state
        }

        /// Takes in what happened, and says what is to be done.
        package mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .choose(let id): return boards.state.value?.first { $0.id == id }.map { send(.select($0)) } ?? []
            case .selected(let state):
                // What it was told itself it knows better: whether none is open by hand, or for want of boards.
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

        /// Tells the selection how the loading stands.
        private mutating func notifySelection(of event: LoadMachine<[Board]>.Event) -> [Effect] {
            switch (event, boards.state.phase) {
            case (.loaded, .idle): listed()
            case (_, .loading(let isSlow)): send(.loading(isSlow: isSlow))
            // A board that is open stays so while the boards cannot be had.
            default: send(.settle(boards.state.failure))
            }
        }

        private mutating func listed() -> [Effect] {
            looks = marks?.looks ?? [:]
            var listed = boards.state.value ?? []
            // Where a board could not be read, an open one that is missing is not known to be gone.
            if skipped > 0, let open = selection.state.board, !listed.contains(where: { $0.id == open.id }) {
                listed.append(open)
            }
            return send(.listed(listed, policy), always: true)
        }

        /// Tells the selection what changes it, as far as is known here: whether one opens by itself only it knows.
        private mutating func send(_ event: BoardSelection.Machine.Event, always: Bool = false) -> [Effect] {
            let before = selection.state
            _ = selection.handle(event)
            return selection.state == before && !always ? [] : [.selection(event)]
        }
    }
}

extension LoadMachine<[Board]>.Event {
    /// The same with boards as a menu has them: in order, and each once.
    fileprivate var inMenuOrder: Self {
        guard case .loaded(let boards, let number) = self else { return self }
        var known: Set<Board.ID> = []
        return .loaded(boards.filter { known.insert($0.id).inserted }.sorted(by: Board.precedesInMenu), number)
    }
}
