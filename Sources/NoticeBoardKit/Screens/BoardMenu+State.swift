public import NoticeBoardBase
public import NoticeBoardPaging

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
        ///
        /// Boards stay visible under a failure: the phase of ``boards`` tells of it.
        public var display: FeedDisplay {
            if let boards = boards.value { return boards.isEmpty ? .empty : .items }
            if selection == .signedOut { return .empty }
            return boards.failure.map(FeedDisplay.failure) ?? .placeholder
        }

        /// Why there are no rows, when there are none.
        public var empty: EmptyText? { display == .empty ? selection == .signedOut ? .signedOut : .noBoards : nil }
        /// What stands where the rows would, when there are none.
        public var emptyText: String? { empty?.text(in: language) }
    }
}
