package import NoticeBoardBase
package import NoticeBoardPaging
package import NoticeBoardSearch

extension SearchScreen {
    /// The search screen as a value: what it shows, and what it makes of what a person does.
    ///
    /// What is typed is trimmed here, and nowhere below. It is always searched or shown: what is found for it, a wait after
    /// which it is searched, or what can be searched with it.
    package struct Machine: StateMachine {
        /// What is to be seen.
        package internal(set) var state: State
        /// How it behaves.
        package let rules: SearchRules

        /// How rows look, before anything is marked in them.
        package internal(set) var builder: PostRowBuilder
        var board: Board?
        var earlier = EarlierSearches()
        var feed: FeedMachine<Post>
        /// What is marked in what is searched now.
        var marking: HighlightRules?
        /// The last search that was submitted or chosen, as long as its results are shown or on their way.
        var submitted: SearchQuery?
        /// What was found before, shown until what was asked for since is answered.
        var before: Former?
        /// What the field held when the search was over.
        var echo: Echo?
        /// The number of the wait that is under way, and of the last one.
        var (wait, lastWait): (Int?, Int) = (nil, 0)

        /// The result at the top of the screen, as the app said last.
        package var anchor: Post.ID? { feed.anchor }

        /// A search that nobody has begun.
        package init(_ rules: SearchRules = SearchRules(), builder: PostRowBuilder = PostRowBuilder(), board: Board? = nil) {
            self.rules = rules
            self.builder = builder
            self.board = board
            state = State(target: rules.target)
            var feedRules = rules.feed
            feedRules.order = rules.order.precedes ?? feedRules.order
            feed = FeedMachine(feedRules)
            show()
        }

        /// Takes in what happened, and says what is to be done.
        package mutating func handle(_ event: Event) -> [Effect] {
            let (entries, text, language) = (earlier.entries, state.text, builder.style.language)
            let effects = react(to: event)
            if earlier.entries != entries || state.text != text || builder.style.language != language { listRows() }
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
            case .change(let change): return earlier.ask(change).map(Effect.init)
            case .undo: return earlier.undo().map(Effect.init)
            case .cancel: return cancel()
            case .retry: return earlier.retry().map(Effect.init) + results(.retry)
            case .reset: return reset()
            case .results(let event): return listen(event)
            case .kept(let kept, let query): return show(kept, of: query)
            case .board(let board): return open(board)
            case .history(let entries): earlier.list(entries)
            case .historyRead(let failure): earlier.endReading(failure)
            case .historyChanged(let removed, let number):
                return earlier.carriedOut(number, removing: removed).map(Effect.init)
            case .historyNotChanged(let why, let number): earlier.refused(number, why)
            case .recording(let recording): earlier.recording = recording
            case .otherHistory:
                _ = earlier.forget()
                return state.isActive ? earlier.follow().map(Effect.init) : []
            case .paused(let number): return number == wait ? pauseIsOver() : []
            case .changed(let change): return take(change)
            case .looked(let builder): if builder != self.builder { self.builder = builder }
            case .filtered(let filter):
                _ = before?.feed.handle(.filtered(filter))
                let effects = feed.handle(.filtered(filter))
                return state.query.map { query in effects.map { .results($0, of: query) } } ?? []
            }
            return []
        }
    }
}

extension SearchScreen.Machine.Effect {
    init(_ work: EarlierSearches.Work) {
        self =
            switch work {
            case .read: .readHistory
            case .leave: .leaveHistory
            case .change(let change, let number): .change(change, number)
            }
    }
}

extension SearchScreen.Machine {
    /// What a search found that is no longer the one that is asked for.
    struct Former: Sendable {
        var feed: FeedMachine<Post>
        let query: SearchQuery
        let marking: HighlightRules?
    }

    /// What a field held when the search was over: fields say it again, at the end of editing for example, and nobody types.
    struct Echo: Sendable {
        /// Of the text no more is kept than what tells it from others.
        private let hash: Int
        /// Whether the field's text is taken in; not of somebody who signed out.
        let isKept: Bool

        init(_ text: String, isKept: Bool) { (hash, self.isKept) = (SearchHistoryEntry.Key(text).hashValue, isKept) }
        private init(hash: Int, isKept: Bool) { (self.hash, self.isKept) = (hash, isKept) }

        /// The same, of somebody who signed out since.
        var forgotten: Echo { Echo(hash: hash, isKept: false) }

        /// Whether a field that says this may say it by itself; an empty one may always.
        func mayBe(_ key: SearchHistoryEntry.Key) -> Bool { key.hashValue == hash }
    }
}

extension SearchScreen.Machine {
    /// What can happen to the search.
    package enum Event: Sendable {
        /// The field was tapped: to begin, or to search for something else.
        case focus
        /// This stands in the field now.
        case type(String)
        /// What stands in the field is to be searched.
        case submit
        /// What stands in the field is to be searched in these fields.
        case choose(SearchTarget)
        /// An earlier search is to be made again.
        case reopen(SearchHistoryEntry.Key)
        /// The earlier searches are to be changed: one forgotten or pinned, all forgotten, none recorded any more, …
        case change(SearchHistoryChange)
        /// The earlier searches that were removed last are to come back.
        case undo
        /// The search is over; the board is shown again.
        case cancel
        /// What failed is to be tried again, and only that.
        case retry
        /// Everything is as if nothing had been searched and no history read: somebody signed out.
        case reset
        /// Something happened to the list of results: a row came into sight, a page came, …
        case results(FeedMachine<Post>.Event)
        /// These posts were kept for a search: they are shown until it is answered.
        case kept(FeedSnapshot<Post>, of: SearchQuery)

        /// Another board is open, or none.
        case board(Board?)
        /// These are the earlier searches now.
        case history([SearchHistoryEntry])
        /// The earlier searches were read, or not.
        case historyRead(NoticeBoardError?)
        /// The change of this number was carried out, and gave this back.
        case historyChanged([SearchHistoryEntry], Int)
        /// The change of this number was not carried out.
        case historyNotChanged(NoticeBoardError, Int)
        /// Searches are recorded, or not.
        case recording(SearchHistoryPolicy.Recording)
        /// Another history is followed from now on: that of another account.
        case otherHistory
        /// The pause after typing is over.
        case paused(Int)
        /// Something became of a post.
        case changed(PostChange)
        /// The reader looks in another way, or at another moment.
        case looked(PostRowBuilder)
        /// Which results are hidden is another now.
        case filtered(FeedRules<Post>.Filter?)
    }

    /// What the search wants to have done.
    package enum Effect: Sendable, Hashable {
        /// What the list of results wants, of what a search finds.
        case results(FeedMachine<Post>.Effect, of: SearchQuery)
        /// Begin to follow the earlier searches, and read them.
        case readHistory
        /// Follow the earlier searches no longer, and let go of changes that have not begun.
        case leaveHistory
        /// Change the earlier searches, after every change before, and say what became of it under this number:
        /// ``Event/historyChanged(_:_:)`` or ``Event/historyNotChanged(_:_:)``.
        case change(SearchHistoryChange, Int)
        /// Wait so many seconds, then say ``Event/paused(_:)``; an earlier wait is given up.
        case wait(Double, Int)
        /// Give up waiting.
        case stopWaiting
    }
}
