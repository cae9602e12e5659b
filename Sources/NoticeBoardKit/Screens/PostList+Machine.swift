public import NoticeBoardBase
public import NoticeBoardPaging

extension PostList {
    /// The list as a value: a feed of the board that is open.
    ///
    /// - Posts and title always belong together: whoever opens another board has an empty list at once, and what comes back
    ///   from before is dropped.
    /// - All rows have one look, also those that come back from before it changed.
    public struct Machine: StateMachine {
        /// What can happen to a list.
        public enum Event: Sendable {
            /// The selection is another one now.
            case selected(BoardSelection.State)
            /// A post changed.
            case changed(FeedChange<Post>)
            /// The reader looks in another way, or at another moment.
            case looked(PostLook)
            /// Something that happens to a feed: the list came into sight, a page came, …
            ///
            /// What is brought by ``Effect/feed(_:of:look:)`` names the look that its rows were made by.
            case feed(FeedMachine<ListedPost>.Event, look: PostLook? = nil)
        }

        /// What a list wants to have done.
        public enum Effect: Sendable, Hashable {
            /// What a feed wants, of the posts of a board, as cells of this look.
            case feed(FeedMachine<ListedPost>.Effect, of: Board.ID, look: PostLook)
        }

        /// How its rows look.
        public private(set) var look: PostLook
        private var selection: BoardSelection.State
        private var feed: FeedMachine<ListedPost>
        /// Whether the list is in sight, so that a board that is opened is loaded.
        private var isOpen = false

        /// A list that was not asked for yet; of the rules, the order is that of `order`.
        public init(
            selection: BoardSelection.State = .pending, order: PostOrder = .server, look: PostLook = PostLook(),
            rules: FeedRules<ListedPost> = FeedRules()
        ) {
            self.selection = selection
            self.look = look
            var rules = rules
            rules.order = order.feedOrder
            feed = FeedMachine(rules)
        }

        /// What is to be seen.
        public var state: State { State(selection: selection, feed: feed.state, language: look.style.language) }
        /// The post at the top of the screen, as the app said last.
        public var anchor: Post.ID? { feed.anchor }

        /// Takes in what happened, and says what is to be done.
        public mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .selected(let state): return follow(state)
            case .changed(let change): return tell(.changed(listed(change)))
            case .looked(let look):
                guard !look.agrees(with: self.look) else { return [] }
                self.look = look
                feed.mapItems { look.listed($0.post) }
                return []
            case .feed(.loaded(var page, let ticket), let look):
                // Its rows were made before the look changed.
                if let look, !look.agrees(with: self.look) { page.items = page.items.map { self.look.listed($0.post) } }
                return tell(.loaded(page, ticket))
            case .feed(let event, _):
                switch event {
                case .open, .refresh, .all: isOpen = true
                case .close, .reset: isOpen = false
                default: break
                }
                return tell(event)
            }
        }

        /// Tells the feed, which is that of a board or not asked for.
        private mutating func tell(_ event: FeedMachine<ListedPost>.Event) -> [Effect] {
            guard let board = selection.board?.id else { return [] }
            return feed.handle(event).map { .feed($0, of: board, look: look) }
        }

        private mutating func follow(_ selection: BoardSelection.State) -> [Effect] {
            // A board of another name is the same board.
            guard selection.board?.id != self.selection.board?.id else {
                self.selection = selection
                return []
            }
            let given = tell(.reset)
            self.selection = selection
            return given + (isOpen ? tell(.open) : [])
        }

        /// What a change is to this board: a post that stands on another is none of its posts.
        private func listed(_ change: FeedChange<Post>) -> FeedChange<ListedPost> {
            switch change {
            case .removed(let id): .removed(id)
            case .inserted(let post), .updated(let post):
                switch post.boardID {
                case selection.board?.id:
                    if case .inserted = change { .inserted(look.listed(post)) } else { .updated(look.listed(post)) }
                // The server does not say on which it stands: what is here already is known to belong here.
                case nil: .updated(look.listed(post))
                default: .removed(post.id)
                }
            }
        }
    }
}
