import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch

/// Searching: from the text of the field to results.
extension SearchScreen.Machine {
    /// The query that a submit would search.
    var typedQuery: SearchQuery? {
        board.flatMap { SearchQuery(state.text, target: state.target, in: $0.id) }
    }

    private var isBlank: Bool { SearchHistoryEntry.Key(state.text).keyword.isEmpty }

    /// The mode without results.
    private var ownMode: SearchScreen.Mode { isBlank ? .history : .suggestions }

    /// Activates the search.
    private mutating func begin() -> [Effect] {
        defer { (state.isActive, state.refusal, echo) = (true, nil, nil) }
        return state.isActive ? [] : earlier.follow()
    }

    package mutating func focus() -> [Effect] {
        // Another tap loads a history that could not be loaded.
        let given = begin() + earlier.follow()
        // Results of a search while typing stay visible: they belong to the text of the field.
        if state.mode != .results || rules.typingDelay == nil || waiting != nil { (state.mode, waiting) = (ownMode, nil) }
        return given
    }

    package mutating func type(_ text: String) -> [Effect] {
        let key = SearchHistoryEntry.Key(text)
        // Text fields also report their text at the end of editing and after the search has ended.
        if !state.isActive, key.keyword.isEmpty || echo?.hash == key.hashValue { return note(text) }
        let isSame = key == SearchHistoryEntry.Key(state.text)
        state.text = text
        if isSame, state.isActive { return [] }
        let given = begin()
        if waiting != nil { (state.mode, waiting) = (ownMode, nil) }
        guard !isBlank else {
            state.mode = .history
            return given + stopWaiting() + drop()
        }
        guard let delay = rules.typingDelay else {
            state.mode = .suggestions
            return given + drop()
        }
        return given + searchSoon(after: delay)
    }

    /// Takes over the text of a field while the search is not active.
    private mutating func note(_ text: String) -> [Effect] {
        guard echo?.isKept != false else { return [] }
        state.text = text
        state.mode = ownMode
        return []
    }

    /// Searches the text after a delay, or shows its results if they are there.
    private mutating func searchSoon(after delay: Double) -> [Effect] {
        if let query = typedQuery, query == state.query, !isAbandoned {
            state.mode = .results
            return stopWaiting()
        }
        if state.mode == .history { state.mode = .suggestions }
        // Results are not replaced by suggestions for an unfinished syllable, unless it stays for a while.
        let isFinished = typedQuery?.isFinished == true
        guard isFinished || state.mode == .results else { return stopWaiting() }
        let isShort = !isFinished || typedQuery.map { $0.keyword.count <= 2 } == true
        isWaiting = true
        return [.wait(isShort ? delay + 0.2 : delay)]
    }

    /// Searches the text, when the last delay is over.
    package mutating func pauseIsOver() -> [Effect] {
        isWaiting = false
        guard let query = typedQuery, query.isFinished else {
            state.mode = ownMode
            return []
        }
        return find(query)
    }

    /// Searches the text of the field in these fields, or in those that were searched last.
    package mutating func submit(_ target: SearchTarget? = nil) -> [Effect] {
        search(state.text, target: target ?? state.target)
    }

    /// Records and runs a search that the user submitted or chose.
    package mutating func search(_ keyword: String, target: SearchTarget) -> [Effect] {
        let given = begin() + stopWaiting()
        let key = SearchHistoryEntry.Key(keyword, target: target)
        (state.text, state.target) = (key.keyword, target)
        guard !key.keyword.isEmpty else {
            state.mode = .history
            return given + drop()
        }
        guard let board, let query = SearchQuery(keyword, target: target, in: board.id) else {
            waiting = key
            showWaiting()
            return given
        }
        waiting = nil
        let saved = earlier.ask(.save(query.key))
        // The same search again reloads its results.
        if query == submitted, query == state.query, feed.state.failure == nil, feed.state.isLoaded {
            state.mode = .results
            return given + saved + listen(.request(.refresh))
        }
        submitted = query
        return given + saved + find(query)
    }

    /// Shows why a search waits: the boards are being loaded or could not be loaded, or the user has to choose one.
    private mutating func showWaiting() {
        switch state.selection {
        case .pending, .loading, .failed: (state.mode, state.refusal) = (.results, nil)
        case .nothing, .noBoards, .signedOut, .open:
            state.mode = ownMode
            state.refusal = NoticeBoardError(.noBoardSelected, "A search needs a board to search on.")
        }
    }

    /// Shows the results of a query, and loads them unless they are loaded or loading.
    ///
    /// Visible results of another query stay until then.
    private mutating func find(_ query: SearchQuery) -> [Effect] {
        if query == state.query, feed.state.wasRequested {
            state.mode = .results
            return results(.request(.retry))
        }
        if state.mode == .results, state.results.display == .items, let answered = state.answered {
            before = before ?? Former(feed: feed, query: answered, marking: state.marking)
        } else {
            before = nil
        }
        let given = results(.request(.reset))
        (state.mode, state.query) = (.results, query)
        state.marking = HighlightRules(Highlighter(query.keyword, options: rules.marking), target: query.target)
        return given + results(.request(.open))
    }

    /// Shows kept posts for a query, unless the query has changed or was answered.
    package mutating func show(_ kept: FeedSnapshot<Post>, of query: SearchQuery) -> [Effect] {
        guard query == state.query, !feed.state.isLoaded, !kept.items.isEmpty else { return [] }
        before = nil
        let given = feed.reset(to: kept).map { Effect.results($0, of: query) }
        return given + results(.request(.open))
    }

    /// Handles an event of the list of results.
    package mutating func listen(_ event: FeedMachine<Post>.Event) -> [Effect] {
        let effects = results(event)
        // Without a load there will be no results.
        if state.mode == .results, isAbandoned { (state.mode, before) = (ownMode, nil) }
        return effects
    }

    /// Whether the results were neither loaded nor are loading, because another part canceled the load.
    private var isAbandoned: Bool { waiting == nil && !feed.isLoading && feed.state.display == .placeholder }

    package mutating func cancel() -> [Effect] {
        if state.isActive || !isBlank { echo = (SearchHistoryEntry.Key(state.text).hashValue, isKept: true) }
        (state.isActive, state.mode, state.text, state.target, state.refusal) = (false, .history, "", rules.target, nil)
        earlier.leave()
        return stopWaiting() + drop()
    }

    package mutating func reset() -> [Effect] {
        let given = cancel()
        echo?.isKept = false
        return given + earlier.forget()
    }

    /// Searches on another board: what waited for a board, or the text again.
    package mutating func follow(_ selection: BoardSelection.State) -> [Effect] {
        let isOther = selection.board?.id != board?.id
        let wasSearched = typedQuery == state.query
        state.selection = selection
        if let waiting {
            if selection.board != nil { return search(waiting.keyword, target: waiting.target) }
            showWaiting()
        }
        guard isOther else { return [] }
        state.refusal = nil
        guard state.mode == .results else { return drop() }
        let given = drop()
        state.mode = ownMode
        // A text that was not searched yet is searched after its delay.
        guard let again = typedQuery, wasSearched else { return given }
        return given + find(again)
    }

    /// Repeats what failed.
    package mutating func retry() -> [Effect] { earlier.retry() + results(.request(.retry)) }

    /// Follows another account's history.
    package mutating func followOtherHistory() -> [Effect] {
        _ = earlier.forget()
        return state.isActive ? earlier.follow() : []
    }

    /// Sends an event to the list of results.
    mutating func results(_ event: FeedMachine<Post>.Event) -> [Effect] {
        guard let query = state.query else { return [] }
        return feed.handle(event).map { .results($0, of: query) }
    }

    private mutating func drop() -> [Effect] {
        defer { (state.query, state.marking, submitted, before, waiting) = (nil, nil, nil, nil, nil) }
        return results(.request(.reset))
    }

    private mutating func stopWaiting() -> [Effect] {
        defer { isWaiting = false }
        return isWaiting ? [.stopWaiting] : []
    }
}

extension SearchQuery {
    /// Whether the keyword does not end in an unfinished syllable, as `공ㅈ` on the way to 공지.
    fileprivate var isFinished: Bool { keyword.last?.isLoneJamo == false }
}

extension Character {
    /// Whether this is a Korean letter outside a syllable.
    fileprivate var isLoneJamo: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC: true
            default: false
            }
        }
    }
}
