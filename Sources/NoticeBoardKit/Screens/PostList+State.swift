public import NoticeBoardBase
public import NoticeBoardPaging

extension PostList {
    /// What is to be seen of a list: which board it is of, and its posts.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: PostListing {
        /// Which board is open.
        public var selection: BoardSelection.State
        /// The board's posts and how their loading stands.
        public var feed: FeedState<Post>
        /// How the rows look.
        public var look: PostRowBuilder

        /// What a list shows; nothing was asked for, unless told otherwise.
        public init(
            selection: BoardSelection.State = .pending, feed: FeedState<Post> = FeedState(),
            look: PostRowBuilder = PostRowBuilder()
        ) {
            (self.selection, self.feed, self.look) = (selection, feed, look)
        }

        /// The open board, if there is one.
        public var board: Board? { selection.board }
        /// The board's name; empty when none is open.
        public var title: String { board?.name ?? "" }
        /// The rows, in the order in which they are shown.
        public var rows: FeedRows<PostRowBuilder> { FeedRows(feed.items, look) }
        /// What stands in the empty field of the board's search; nothing when no board is open.
        public var searchPlaceholder: String? { board?.searchPlaceholder(in: language) }
        /// The language of what is said.
        public var language: Language { look.style.language }

        /// The one thing that the list's place shows.
        ///
        /// Posts stay visible under a failure: ``feed`` tells of it.
        public var display: FeedDisplay {
            switch selection {
            case .pending, .loading: .placeholder
            case .failed(let error): .failure(error)
            case .nothing, .noBoards, .signedOut: .empty
            case .open: feed.display
            }
        }

        /// Why there are no posts to show, when there are none.
        public var empty: EmptyText? {
            switch selection {
            case .open: feed.display == .empty ? .noPosts : nil
            case .nothing: .noBoardOpen
            case .noBoards: .noBoards
            case .signedOut: .signedOut
            case .pending, .loading, .failed: nil
            }
        }
        /// What stands where the posts would, when there are none.
        public var emptyText: String? { empty?.text(in: language) }
    }
}
