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

    mutating func focus() -> [Effect] {
        state.isActive = true
        state.refusal = nil
        state.mode = isBlank ? .history : .suggestions
        return stopWaiting() + (isFollowingHistory ? [] : followHistory())
    }

    mutating func followHistory() -> [Effect] {
        isFollowingHistory = true
        return [.readHistory]
    }

    mutating func type(_ text: String) -> [Effect] {
        let isSame = SearchHistoryEntry.Key(text) == SearchHistoryEntry.Key(state.text)
        state.text = text
        // Text fields also tell what they hold when nobody typed, at the end of editing for example.
        if isSame, state.isActive { return [] }
        state.isActive = true
        state.refusal = nil
        guard !isBlank else {
            state.mode = .history
            return stopWaiting() + drop()
        }
        guard let pace = rules.searchesWhileTyping else {
            state.mode = .suggestions
            return drop()
        }
        if state.mode == .history { state.mode = .suggestions }
        guard let query = typedQuery, query != state.query, let seconds = pace.wait(for: query.keyword) else {
            return stopWaiting()
        }
        lastWait += 1
        wait = lastWait
        return [.wait(seconds, lastWait)]
    }

    /// A search that somebody asked for: it is recorded, and its results are shown.
    mutating func search(_ keyword: String, target: SearchTarget) -> [Effect] {
        state.isActive = true
        state.refusal = nil
        let key = SearchHistoryEntry.Key(keyword, target: target)
        (state.text, state.target) = (key.keyword, target)
        guard let board else {
            state.mode = isBlank ? .history : .suggestions
            state.refusal = NoticeBoardError(.noBoardSelected, "A search needs a board to search on.")
            return stopWaiting()
        }
        guard let query = SearchQuery(keyword, target: target, in: board.id) else {
            state.mode = .history
            return stopWaiting() + drop()
        }
        // What was searched while it was typed is there already, or on its way.
        let isAsked = state.mode == .results && query == state.query && feed.state.refresh.failure == nil
        return stopWaiting() + [.change(.save(query.key))] + (isAsked ? [] : find(query))
    }

    /// Asks for what `query` finds; results of another search that are shown stay until it is answered.
    mutating func find(_ query: SearchQuery) -> [Effect] {
        if state.mode == .results, state.results.display == .items, let answered = state.answered {
            before = (state.results, answered, before?.marking ?? marking)
        } else {
            before = nil
        }
        let given = results(.reset)
        (state.mode, state.query) = (.results, query)
        marking = PostMarking(Highlighter(query.keyword, options: rules.marking), target: query.target)
        return given + results(.open)
    }

    mutating func cancel() -> [Effect] {
        (state.isActive, state.mode, state.text, state.target, state.refusal) = (false, .history, "", rules.target, nil)
        return stopWaiting() + drop()
    }

    mutating func reset() -> [Effect] {
        let given = cancel()
        (entries, state.historyFailure) = ([], nil)
        defer { isFollowingHistory = false }
        return given + (isFollowingHistory ? [.leaveHistory] : [])
    }

    /// Another board: what was found on the former one is shown no more, and is searched on this one.
    mutating func open(_ board: Board?) -> [Effect] {
        let isOther = board?.id != self.board?.id
        self.board = board
        guard isOther else { return [] }
        state.refusal = nil
        guard state.mode == .results, let query = state.query else { return stopWaiting() + drop() }
        let given = stopWaiting() + drop()
        state.mode = .suggestions
        guard let board, let again = SearchQuery(query.keyword, target: query.target, in: board.id) else { return given }
        return given + find(again)
    }

    /// Hands an event to the list of results.
    mutating func results(_ event: FeedMachine<Post>.Event) -> [Effect] {
        guard let query = state.query else { return [] }
        return feed.handle(event).map { .results($0, of: query) }
    }

    private mutating func drop() -> [Effect] {
        defer { (state.query, marking, before) = (nil, nil, nil) }
        return results(.reset)
    }

    private mutating func stopWaiting() -> [Effect] {
        defer { wait = nil }
        return wait == nil ? [] : [.stopWaiting]
    }
}
