public import NoticeBoardBase
public import NoticeBoardPaging

extension BoardMenu {
    /// The state of a menu.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable, FailingState {
        /// The boards, and the phase of their loading.
        public var boards: Loaded<[Board]>
        /// How many boards could not be decoded and are left out.
        public var skipped: Int
        /// The open board.
        public var selection: BoardSelection.State
        /// The language of the texts.
        public var language: Language

        /// The read marks, if the menu has any.
        public var marks: PostMarks.State?

        /// Creates the state of a menu; by default, of one that was not opened yet.
        public init(
            boards: Loaded<[Board]> = Loaded(), skipped: Int = 0, selection: BoardSelection.State = .pending,
            language: Language = .preferred, marks: PostMarks.State? = nil
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
            return (boards.value ?? []).map { BoardRow($0, isSelected: $0.id == open, marks: marks, in: language) }
        }

        /// The one thing that the menu's place shows.
        public var display: FeedDisplay {
            if let boards = boards.value { return boards.isEmpty ? .empty : .items }
            if selection == .signedOut { return .empty }
            return boards.failure.map(FeedDisplay.failure) ?? .placeholder
        }

        /// Why the menu is empty, as a value.
        public var emptyReason: EmptyReason? {
            guard display == .empty else { return nil }
            return selection == .signedOut ? .signedOut : .noBoards
        }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? { emptyReason?.text(in: language) }
        /// Why the last request failed, whether or not boards stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { boards.failure }
        /// Why the menu has stopped; `nil` while it loads, and if nothing failed.
        package var restingFailure: NoticeBoardError? { failure }
        /// A sentence to show above boards that stay visible: why they could not be refreshed.
        public var bannerText: String? { boards.value == nil ? nil : failure?.text(in: language) }
    }
}
