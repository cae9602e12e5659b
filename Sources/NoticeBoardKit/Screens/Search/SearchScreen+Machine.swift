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

        /// How rows look, before anything is marked in them.
        public internal(set) var look: PostLook
        var board: Board?
        var entries: [SearchHistoryEntry] = []
        var feed: FeedMachine<Post>
        /// What is marked in what is searched now.
        var marking: PostMarking?
        /// What was found before, shown until what was asked for since is answered.
        var before: (results: FeedState<Post>, query: SearchQuery, marking: PostMarking?)?
        private var day = DayWatch()
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
            var feedRules = rules.feed
            feedRules.order = rules.order.precedes ?? feedRules.order
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
            return effects + waitForDay()
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
            case .reset: return reset()
            case .results(let event): return results(event)
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
            case .looked(let look): return see(look)
            case .dayOver(let now):
                day.end()
                return see(PostLook(style: look.style, now: now))
            }
        }

        private mutating func see(_ look: PostLook) -> [Effect] {
            if look != self.look { self.look = look }
            return []
        }

        /// While results are shown, somebody looks when the day is over.
        private mutating func waitForDay() -> [Effect] {
            guard state.isActive, state.mode == .results, let seconds = day.begin(look) else { return [] }
            return [.waitForDay(seconds)]
        }
    }
}
