import NoticeBoardBase
package import NoticeBoardPaging
package import NoticeBoardSearch

extension SearchScreen {
    /// The search screen as a value: it turns what the user does into state and effects.
    ///
    /// Text is trimmed here and nowhere below.
    package struct Machine: StateMachine {
        /// The state of the screen.
        package internal(set) var state: State
        /// The rules of the screen.
        package let rules: SearchRules

        /// How rows look without matches.
        package internal(set) var builder: PostRowBuilder
        var board: Board? { state.selection.board }
        package var earlier = EarlierSearches()
        var feed: FeedMachine<Post>
        /// The last query that the user submitted or chose, while its results are shown or loading.
        var submitted: SearchQuery?
        /// The search that the user submitted or chose, and that waits for a board.
        var waiting: SearchHistoryEntry.Key?
        /// The former search, which is shown until the present one is answered.
        var before: Former?
        /// The text of the field when the search ended.
        ///
        /// Text fields report it again, at the end of editing for example. It is a hash, so that the text itself is not kept; after a
        /// sign-out a repeated text is not shown.
        var echo: (hash: Int, isKept: Bool)?
        /// Whether a delay is running after which the text is searched.
        var isWaiting = false

        /// The result at the top of the screen, as the app said last.
        package var anchor: Post.ID? { feed.anchor }

        /// Creates a search that has not begun.
        package init(
            _ rules: SearchRules = SearchRules(), builder: PostRowBuilder = PostRowBuilder(),
            selection: BoardSelection.State = .pending
        ) {
            self.rules = rules
            self.builder = builder
            state = State(target: rules.target)
            state.selection = selection
            var feedRules = rules.feed
            feedRules.order = rules.order.precedes ?? feedRules.order
            feed = FeedMachine(feedRules)
            show()
        }

        /// A call of one of the machine's functions, which return the work for the driver.
        package typealias Event = @Sendable (inout Self) -> [Effect]

        /// Makes a call, and the state after it.
        package mutating func handle(_ event: Event) -> [Effect] {
            let (entries, text, language) = (earlier.entries, state.text, builder.style.language)
            let effects = event(&self)
            if earlier.entries != entries || state.text != text || builder.style.language != language { listRows() }
            show()
            return effects
        }
    }
}

extension SearchScreen.Machine {
    /// The results of a former search.
    struct Former: Sendable {
        var feed: FeedMachine<Post>
        let query: SearchQuery
        let marking: HighlightRules?
    }
}

extension SearchScreen.Machine {
    /// Work for the driver of the search.
    package enum Effect: Sendable, Hashable {
        /// Work of the list of results of a query.
        case results(FeedMachine<Post>.Effect, of: SearchQuery)
        /// Follows the history.
        case readHistory
        /// Stops following the history, and cancels changes that have not begun.
        case leaveHistory
        /// Changes the history, then reports the result under this number.
        case change(SearchHistoryChange, Int)
        /// Waits so many seconds, then calls `pauseIsOver`; cancels an earlier delay.
        case wait(Double)
        /// Cancels the delay.
        case stopWaiting
    }
}
