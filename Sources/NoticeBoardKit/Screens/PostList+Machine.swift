public import NoticeBoardBase
public import NoticeBoardPaging

extension PostList {
    /// The list as a value: a feed of the board that is open, and how its rows look.
    ///
    /// Posts and title always belong together: whoever opens another board has an empty list at once, and what comes back from
    /// before is dropped.
    public struct Machine: StateMachine {
        /// What can happen to a list.
        public enum Event: Sendable {
            /// The selection is another one now.
            case selected(BoardSelection.State)
            /// This was kept of the list of a board: it is shown until that is loaded.
            case kept(FeedSnapshot<Post>, of: Board.ID)
            /// Something became of a post.
            case changed(PostChange)
            /// The reader looks in another way, or at another moment.
            case looked(PostRowBuilder)
            /// Something that happens to a feed: the list came into sight, a page came, …
            case feed(FeedMachine<Post>.Event)
        }

        /// What a list wants to have done.
        public enum Effect: Sendable, Hashable {
            /// What a feed wants, of the posts of a board.
            case feed(FeedMachine<Post>.Effect, of: Board.ID)
            /// A board is opened: say so to the marks of what was read.
            case opened(Board.ID)
            /// Posts of a board came into the list: say so to them.
            case saw([Post.ID], on: Board.ID)
        }

        /// How its rows look.
        public private(set) var builder: PostRowBuilder
        private var selection: BoardSelection.State
        private var feed: FeedMachine<Post>
        /// Whether the list is in sight, so that a board that is opened is loaded.
        private(set) var isOpen = false

        /// A list that was not asked for yet; where `order` is the server's, the one of the rules stands.
        public init(
            selection: BoardSelection.State = .pending, order: PostOrder = .server, builder: PostRowBuilder = PostRowBuilder(),
            rules: FeedRules<Post> = FeedRules()
        ) {
            self.selection = selection
            self.builder = builder
            var rules = rules
            // An order of the rules' own stands where the screen asks for none.
            rules.order = order.precedes ?? rules.order
            feed = FeedMachine(rules)
        }

        /// What is to be seen.
        public var state: State {
            var feed = feed.state
            // Without its boards the list waits as they do.
            switch selection {
            case .loading(let isSlow): feed.refresh = .loading(isSlow: isSlow)
            case .failed(let error): feed.refresh = .failed(error)
            default: break
            }
            return State(selection: selection, feed: feed, builder: builder)
        }
        /// What is to be kept of the list; nothing while there is nothing to keep.
        public var snapshot: FeedSnapshot<Post>? { feed.snapshot }
        /// The post at the top of the screen, as the app said last.
        public var anchor: Post.ID? { feed.anchor }

        /// Takes in what happened, and says what is to be done.
        public mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .selected(let state): return follow(state)
            case .kept(let memory, let board):
                guard selection.board?.id == board, !feed.state.isLoaded else { return [] }
                let given: [Effect] = feed.reset(to: memory).map { .feed($0, of: board) }
                return given + (isOpen ? send(.open) : [])
            case .changed(let change): return take(change)
            case .looked(let builder):
                // Nothing is made anew but what is drawn.
                if builder != self.builder { self.builder = builder }
                return []
            case .feed(let event):
                switch event {
                case .open, .refresh, .all: isOpen = true
                case .close, .reset: isOpen = false
                case .filtered where selection.board == nil:
                    // Nothing is loaded; the filter is for the board that is opened next.
                    _ = feed.handle(event)
                default: break
                }
                return send(event)
            }
        }

        /// Tells the feed, which is that of a board or not asked for.
        private mutating func send(_ event: FeedMachine<Post>.Event) -> [Effect] {
            guard let board = selection.board?.id else { return [] }
            let wasRequestedBefore = feed.state.wasRequested
            let effects = feed.handle(event)
            var received: [Effect] = !wasRequestedBefore && feed.state.wasRequested ? [.opened(board)] : []
            // A page that is not waited for has no effects.
            if case .loaded(let page, _) = event, !effects.isEmpty { received.append(.saw(page.items.map(\.id), on: board)) }
            return received + effects.map { .feed($0, of: board) }
        }

        private mutating func follow(_ selection: BoardSelection.State) -> [Effect] {
            // A board of another name is the same board.
            guard selection.board?.id != self.selection.board?.id else {
                self.selection = selection
                return []
            }
            let given = send(.reset)
            self.selection = selection
            return given + (isOpen ? send(.open) : [])
        }

        /// What a change is to this board: a post that stands on another is none of its posts.
        private mutating func take(_ change: PostChange) -> [Effect] {
            guard let board = selection.board?.id else { return [] }
            return send(
                .edited { shown in
                    change.edits(in: shown) { post in
                        // Where the server does not say on which it stands, what is here already is known to belong here.
                        post.boardID.map { $0 == board } ?? shown.contains(id: post.id)
                    }
                })
        }

        /// Whether a change may mean anything to the list: one of another board mostly does not, and is told from others at once.
        func isConcerned(by change: PostChange) -> Bool {
            guard let board = selection.board?.id, let post = change.post, let other = post.boardID, other != board else {
                return true
            }
            // What is on its way may still have it here.
            return feed.isLoading || feed.contains(post.id)
        }
    }
}
