public import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch

extension SearchScreen {
    /// The search screen as a value: what it shows, and what it makes of what a person does.
    ///
    /// What is typed is trimmed here, and nowhere below.
    public struct Machine: StateMachine {
        /// What is to be seen.
        public internal(set) var state: State
        /// How it behaves.
        public let rules: SearchRules

        /// How cells look.
        public internal(set) var look: PostLook
        var board: Board?
        var entries: [SearchHistoryEntry] = []
        var feed: FeedMachine<ListedPost>
        /// What was found before, shown until what was asked for since is answered.
        var before: (results: FeedState<ListedPost>, query: SearchQuery)?
        var isFollowingHistory = false
        /// The number of the wait that is under way, and of the last one.
        var (wait, lastWait): (Int?, Int) = (nil, 0)

        /// The result at the top of the screen, as the app said last.
        public var anchor: Post.ID? { feed.anchor }

        /// A search that nobody has begun.
        public init(_ rules: SearchRules = SearchRules(), look: PostLook = PostLook(), board: Board? = nil) {
            self.rules = rules
            self.look = look
            self.board = board
            state = State(target: rules.target)
            var feedRules = FeedRules<ListedPost>()
            feedRules.kind = .search
            feedRules.order = rules.order.feedOrder
            feedRules.patience = rules.patience
            feed = FeedMachine(feedRules)
            listRows()
            show()
        }

        /// Takes in what happened, and says what is to be done.
        public mutating func handle(_ event: Event) -> [Effect] {
            let (entries, text, language) = (entries, state.text, look.style.language)
            let effects = react(to: event)
            if self.entries != entries || state.text != text || look.style.language != language { listRows() }
            show()
            return effects
        }

        private mutating func react(to event: Event) -> [Effect] {
            switch event {
            case .focus: return focus()
            case .type(let text): return type(text)
            case .submit: return search(state.text, target: state.target)
            case .choose(let target): return search(state.text, target: target)
            case .reopen(let key): return search(key.keyword, target: key.target)
            case .forget(let key): return [.change(.delete([key]))]
            case .forgetAll: return [.change(.clear(keepingPinned: true))]
            case .cancel: return cancel()
            case .retry: return (state.historyFailure == nil ? [] : followHistory()) + results(.retry)
            case .results(let event, let look): return results(event, look: look)
            case .board(let board): return open(board)
            case .history(let entries):
                self.entries = entries
                state.historyFailure = nil
                return []
            case .historyRead(let failure):
                isFollowingHistory = failure == nil
                state.historyFailure = failure
                return []
            case .historyChanged(let failure):
                state.historyFailure = failure
                return []
            case .paused(let number):
                guard number == wait else { return [] }
                wait = nil
                return typedQuery.map { find($0) } ?? []
            case .changed(let change): return take(change)
            case .looked(let look):
                guard !look.agrees(with: self.look) else { return [] }
                self.look = look
                if let cells = state.query.map(cells) { feed.mapItems { cells.listed($0.post) } }
                if var shown = before {
                    shown.results.items = FeedItems(cells(of: shown.query).listed(anew: Array(shown.results.items)))
                    before = shown
                }
                return []
            }
        }
    }
}
