import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch

/// What the screen does about a search.
extension SearchScreen.Machine {
    /// What would be searched if what is typed were submitted.
    var typedQuery: SearchQuery? {
        board.flatMap { SearchQuery(state.text, target: state.target, in: $0.id) }
    }

    private var isBlank: Bool { SearchHistoryEntry.Key(state.text).keyword.isEmpty }

    /// What is shown of what is typed while nothing is found for it.
    private var ownMode: SearchScreen.Mode { isBlank ? .history : .suggestions }

    /// Somebody searches.
    private mutating func begin() -> [Effect] {
        defer { (state.isActive, state.refusal, echo) = (true, nil, nil) }
        return state.isActive ? [] : earlier.follow().map(Effect.init)
    }

    mutating func focus() -> [Effect] {
        // Whoever taps the field again tries again what could not be read.
        let given = begin() + earlier.follow().map(Effect.init)
        // What is searched while it is typed stays in sight: it is what the field says, or will be.
        if state.mode != .results || rules.searchesWhileTyping == nil { state.mode = ownMode }
        return given
    }

    mutating func type(_ text: String) -> [Effect] {
        let key = SearchHistoryEntry.Key(text)
        // Text fields also tell what they hold when nobody typed: at the end of editing, and after the search is over.
        if !state.isActive, key.keyword.isEmpty || echo?.mayBe(key) == true { return note(text) }
        let isSame = key == SearchHistoryEntry.Key(state.text)
        state.text = text
        if isSame, state.isActive { return [] }
        let given = begin()
        guard !isBlank else {
            state.mode = .history
            return given + stopWaiting() + drop()
        }
        guard let pace = rules.searchesWhileTyping else {
            state.mode = .suggestions
            return given + drop()
        }
        return given + searchSoon(pace)
    }

    /// A field speaks while nobody searches.
    private mutating func note(_ text: String) -> [Effect] {
        guard echo?.isKept != false else { return [] }
        state.text = text
        state.mode = ownMode
        return []
    }

    /// What was typed is searched after a pause; what is found already is shown.
    private mutating func searchSoon(_ pace: SearchPace) -> [Effect] {
        if let query = typedQuery, query == state.query, !isForsaken {
            state.mode = .results
            return stopWaiting()
        }
        if state.mode == .history { state.mode = .suggestions }
        let seconds = typedQuery.flatMap { pace.wait(for: $0.keyword) }
        // What is not worth sending is shown as it is once it is known to stay: results are not taken away for half a syllable.
        guard let seconds = seconds ?? (state.mode == .results ? pace.shortWait : nil) else { return stopWaiting() }
        lastWait += 1
        wait = lastWait
        return [.wait(seconds, lastWait)]
    }

    /// Whether a query is sent that nobody submitted.
    private func isWorthSending(_ query: SearchQuery) -> Bool { rules.searchesWhileTyping?.wait(for: query.keyword) != nil }

    mutating func pauseIsOver() -> [Effect] {
        wait = nil
        guard let query = typedQuery, isWorthSending(query) else {
            state.mode = ownMode
            return []
        }
        return find(query)
    }

    /// A search that somebody asked for: it is recorded, and its results are shown.
    mutating func search(_ keyword: String, target: SearchTarget) -> [Effect] {
        let given = begin() + stopWaiting()
        let key = SearchHistoryEntry.Key(keyword, target: target)
        (state.text, state.target) = (key.keyword, target)
        guard let board else {
            state.mode = ownMode
            state.refusal = NoticeBoardError(.noBoardSelected, "A search needs a board to search on.")
            return given
        }
        guard let query = SearchQuery(keyword, target: target, in: board.id) else {
            state.mode = .history
            return given + drop()
        }
        let saved = earlier.ask(.save(query.key)).map(Effect.init)
        // The same search a second time: the person wants to know whether more is found by now.
        if query == submitted, query == state.query, feed.state.failure == nil, feed.state.isLoaded {
            state.mode = .results
            return given + saved + listen(.refresh)
        }
        submitted = query
        return given + saved + find(query)
    }

    /// Shows what `query` finds: what is there already or on its way, and else what it is asked for; results of another search
    /// that are shown stay until it is answered.
    private mutating func find(_ query: SearchQuery) -> [Effect] {
        if query == state.query, feed.state.wasRequested {
            state.mode = .results
            return results(.retry)
        }
        if state.mode == .results, state.results.display == .items, let answered = state.answered {
            before = before ?? Former(feed: feed, query: answered, marking: marking)
        } else {
            before = nil
        }
        let given = results(.reset)
        (state.mode, state.query) = (.results, query)
        marking = HighlightRules(Highlighter(query.keyword, options: rules.marking), target: query.target)
        return given + results(.open) + (rules.loadsAll ? results(.all) : [])
    }

    /// Shows what was kept for a search, unless another one is wanted by now or it has been answered.
    mutating func show(_ kept: FeedSnapshot<Post>, of query: SearchQuery) -> [Effect] {
        guard query == state.query, !feed.state.isLoaded, !kept.items.isEmpty else { return [] }
        before = nil
        let given = feed.reset(to: kept).map { Effect.results($0, of: query) }
        return given + results(.open) + (rules.loadsAll ? results(.all) : [])
    }

    /// Something happened to the list of results.
    mutating func listen(_ event: FeedMachine<Post>.Event) -> [Effect] {
        var effects = results(event)
        switch event {
        case .open, .refresh, .reload, .retry:
            if rules.loadsAll, feed.isLoading || feed.state.isLoaded { effects += results(.all) }
        default: break
        }
        // What is typed is shown instead.
        if state.mode == .results, isForsaken { (state.mode, before) = (ownMode, nil) }
        return effects
    }

    /// Whether nothing was found and nothing will be: a load was given up, and not by this screen.
    private var isForsaken: Bool { !feed.isLoading && feed.state.display == .placeholder }

    mutating func cancel() -> [Effect] {
        if state.isActive || !isBlank { echo = Echo(state.text, isKept: true) }
        (state.isActive, state.mode, state.text, state.target, state.refusal) = (false, .history, "", rules.target, nil)
        earlier.leave()
        return stopWaiting() + drop()
    }

    mutating func reset() -> [Effect] {
        let given = cancel()
        echo = echo?.forgotten
        return given + earlier.forget().map(Effect.init)
    }

    /// Another board: what was found on the former one is shown no more, and what is typed is searched on this one.
    mutating func open(_ board: Board?) -> [Effect] {
        let isOther = board?.id != self.board?.id
        let wasSearched = typedQuery == state.query
        self.board = board
        guard isOther else { return [] }
        state.refusal = nil
        guard state.mode == .results else { return drop() }
        let given = drop()
        state.mode = ownMode
        // What was typed since is waited for, and searched when that is over.
        guard let again = typedQuery, wasSearched else { return given }
        return given + find(again)
    }

    /// Hands an event to the list of results.
    mutating func results(_ event: FeedMachine<Post>.Event) -> [Effect] {
        guard let query = state.query else { return [] }
        return feed.handle(event).map { .results($0, of: query) }
    }

    private mutating func drop() -> [Effect] {
        defer { (state.query, submitted, marking, before) = (nil, nil, nil, nil) }
        return results(.reset)
    }

    private mutating func stopWaiting() -> [Effect] {
        defer { wait = nil }
        return wait == nil ? [] : [.stopWaiting]
    }
}
