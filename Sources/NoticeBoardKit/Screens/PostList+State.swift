public import NoticeBoardBase
public import NoticeBoardPaging

extension PostList {
    /// What is to be seen of a list: which board it is of, and its posts.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: FeedShowing {
        /// Which board is open.
        public var selection: BoardSelection.State
        /// The board's posts and how their loading stands.
        public var feed: FeedState<ListedPost>
        /// The language of what is said.
        public var language: Language

        /// What a list shows; nothing was asked for, unless told otherwise.
        public init(
            selection: BoardSelection.State = .pending, feed: FeedState<ListedPost> = FeedState(),
            language: Language = .preferred
        ) {
            self.selection = selection
            self.feed = feed
            self.language = language
        }

        /// The open board, if there is one.
        public var board: Board? { selection.board }
        /// The board's name; empty when none is open.
        public var title: String { board?.name ?? "" }
        /// The cells, in the order in which they are shown.
        public var items: FeedItems<ListedPost> { feed.items }
        /// What stands in the empty field of the board's search; nothing when no board is open.
        public var searchPlaceholder: String? { board?.searchPlaceholder(in: language) }

        /// The one thing that the list's place shows.
        ///
        /// Posts stay visible under a failure: ``feed`` tells of it.
        public var display: ScreenDisplay {
            switch selection {
            case .pending: .placeholder
            case .nothing: .empty(.noBoardOpen)
            case .open: ScreenDisplay(feed.display, nothingHere: .noPosts)
            }
        }

        /// What stands where the posts would, when there are none.
        public var emptyText: String? { display.emptyText?.text(in: language) }
    }
}
