public import NoticeBoardBase
public import NoticeBoardPaging

extension PostList {
    /// The state of a list: the board and its posts.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: PostListing, FailingState {
        /// The open board.
        public var selection: BoardSelection.State
        /// The posts, and the phases of their loading.
        public var feed: FeedState<Post>
        /// How the rows look.
        public var builder: PostRowBuilder

        /// Creates the state of a list; by default, of one that was not opened yet.
        public init(
            selection: BoardSelection.State = .pending, feed: FeedState<Post> = FeedState(),
            builder: PostRowBuilder = PostRowBuilder()
        ) {
            self.selection = selection
            self.feed = feed
            self.builder = builder
        }

        /// The open board; `nil` if none is open.
        public var board: Board? { selection.board }
        /// The board's name; empty if none is open.
        public var title: String { board?.name ?? "" }
        /// The rows.
        public var rows: FeedRows<PostRowBuilder> { FeedRows(feed.items, builder) }
        /// The placeholder of the board's search field; `nil` if no board is open.
        public var searchPlaceholder: String? { board?.searchPlaceholder(in: language) }
        /// The language of the texts.
        public var language: Language { builder.style.language }

        /// The one thing that the list's place shows.
        public var display: FeedDisplay {
            switch selection {
            case .pending, .loading: .placeholder
            case .failed(let error): .failure(error)
            case .nothing, .noBoards, .signedOut: .empty
            case .open: feed.display
            }
        }

        /// Why the list is empty, as a value.
        public var emptyReason: EmptyReason? {
            switch selection {
            case .open where feed.display != .empty: nil
            case .open: feed.hidden.isEmpty ? .noPosts : .hidden
            case .nothing: .noBoardOpen
            case .noBoards: .noBoards
            case .signedOut: .signedOut
            case .pending, .loading, .failed: nil
            }
        }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? { emptyReason == .hidden ? feed.hiddenText(in: language) : emptyReason?.text(in: language) }
        /// Why the last request failed, whether or not posts stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { if case .failed(let error) = selection { error } else { feed.failure } }
        /// Why the list has stopped; `nil` while it loads, and if nothing failed.
        package var restingFailure: NoticeBoardError? { feed.restingFailure }
        /// A sentence to show above posts that stay visible: why they could not be refreshed.
        ///
        /// Also says why posts from the device are shown: no network, a timeout, a network that wants a sign-in.
        public var bannerText: String? {
            display == .items ? (feed.refresh.failure ?? feed.networkFailure)?.text(in: language) : nil
        }
    }
}
