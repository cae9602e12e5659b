import NoticeBoardBase
package import NoticeBoardPaging

extension PostList {
    /// The list as a value: the feed of the open board, and how its rows look.
    ///
    /// Posts and title always belong together: opening another board empties the list, and answers for the former board are
    /// dropped.
    package struct Machine: StateMachine {
        /// What can happen to a list.
        package enum Event: Sendable {
            /// The selection changed.
            case selected(BoardSelection.State)
            /// Shows kept posts of a board until it is loaded.
            case kept(FeedSnapshot<Post>, of: Board.ID)
            /// A post changed.
            case changed(PostChange)
            /// The style, the time or the read marks changed.
            case looked(PostRowBuilder)
            /// An event of the feed: the list appeared, a page arrived, …
            case feed(FeedMachine<Post>.Event)
        }

        /// Work for the list's driver.
        package enum Effect: Sendable, Hashable {
            /// Work of the feed, for the posts of a board.
            case feed(FeedMachine<Post>.Effect, of: Board.ID)
            /// Notes in the read marks that a board was opened.
            case opened(Board.ID)
            /// Notes in the read marks that posts of a board were shown.
            case saw([Post.ID], on: Board.ID)
        }

        /// How the rows look.
        package private(set) var builder: PostRowBuilder
        private var selection: BoardSelection.State
        private var feed: FeedMachine<Post>
        /// Whether the list is visible, so that opening a board loads it.
        private(set) var isOpen = false

        /// Creates a list that was not opened yet; `order: .server` keeps the order of the rules.
        package init(
            selection: BoardSelection.State = .pending, order: PostOrder = .server, builder: PostRowBuilder = PostRowBuilder(),
            rules: FeedRules<Post> = FeedRules()
        ) {
            self.selection = selection
            self.builder = builder
            var rules = rules
            rules.order = order.precedes ?? rules.order
            feed = FeedMachine(rules)
        }

        /// The state of the list.
        package var state: State {
            var feed = feed.state
            feed.showLoading(of: selection)
            return State(selection: selection, feed: feed, builder: builder)
        }
        /// The posts to keep; `nil` without posts.
        package var snapshot: FeedSnapshot<Post>? { feed.snapshot }
        /// The post at the top of the screen, as the app said last.
        package var anchor: Post.ID? { feed.anchor }

        /// Handles an event and returns the work for the driver.
        package mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .selected(let state): return follow(state)
            case .kept(let memory, let board):
                guard selection.board?.id == board, !feed.state.isLoaded else { return [] }
                let given: [Effect] = feed.reset(to: memory).map { .feed($0, of: board) }
                return given + (isOpen ? send(.request(.open)) : [])
            case .changed(let change): return take(change)
            case .looked(let builder):
                if builder != self.builder { self.builder = builder }
                return []
            case .feed(let event):
                switch event {
                case .request(.open), .request(.refresh), .request(.all): isOpen = true
                case .request(.close), .request(.reset): isOpen = false
                case .filtered where selection.board == nil:
                    // The filter is for the board that is opened next.
                    _ = feed.handle(event)
                default: break
                }
                return send(event)
            }
        }

        /// Sends an event to the feed; does nothing without a board.
        private mutating func send(_ event: FeedMachine<Post>.Event) -> [Effect] {
            guard let board = selection.board?.id else { return [] }
            let wasRequestedBefore = feed.state.wasRequested
            let effects = feed.handle(event)
            var received: [Effect] = !wasRequestedBefore && feed.state.wasRequested ? [.opened(board)] : []
            // A page that was not awaited has no effects.
            if case .loaded(let page, _) = event, !effects.isEmpty { received.append(.saw(page.items.map(\.id), on: board)) }
            return received + effects.map { .feed($0, of: board) }
        }

        private mutating func follow(_ selection: BoardSelection.State) -> [Effect] {
            // The board may have another name.
            guard selection.board?.id != self.selection.board?.id else {
                self.selection = selection
                return []
            }
            let given = send(.request(.reset))
            self.selection = selection
            return given + (isOpen ? send(.request(.open)) : [])
        }

        /// Applies a change to the posts of this board.
        private mutating func take(_ change: PostChange) -> [Effect] {
            guard let board = selection.board?.id else { return [] }
            return send(
                .edited { shown in
                    change.edits(in: shown) { post in
                        // A post without a board ID belongs here if the list has it.
                        post.boardID.map { $0 == board } ?? shown.contains(id: post.id)
                    }
                })
        }

        /// Whether a change may concern the list; a quick check that excludes most changes of other boards.
        func isConcerned(by change: PostChange) -> Bool {
            guard let board = selection.board?.id, let post = change.post, let other = post.boardID, other != board else {
                return true
            }
            // A page that is being loaded may still have the post.
            return feed.isLoading || feed.contains(post.id)
        }
    }
}
