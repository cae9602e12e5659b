import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch

/// What the screen shows, made from what it knows.
extension SearchScreen.Machine {
    /// Lists the earlier searches, and what can be searched with what is typed.
    mutating func listRows() {
        let (typed, language) = (SearchHistoryEntry.Key(state.text).keyword, look.style.language)
        state.history = entries.map { SearchRow($0, in: language) }
        guard !typed.isEmpty else { return state.suggestions = [] }
        let marking = Highlighter(typed, options: rules.marking.union(.hangulTyping))
        let earlier = SearchHistorySuggestions(typed).ranked(entries, limit: rules.suggestions)
        state.suggestions =
            earlier.map { SearchRow($0, in: language, typed: marking) }
            + rules.targets.map { SearchRow($0, keyword: typed, in: language) }
    }

    /// Shows the results, or those of the search before while they are on their way, and what goes with them.
    mutating func show() {
        let isAnswered = feed.state.display != .placeholder
        if isAnswered { before = nil }
        state.results = before?.results ?? feed.state
        state.answered = before?.query ?? (isAnswered ? state.query : nil)
        state.isBehind = state.mode == .results && state.answered != nil && state.answered != typedQuery
        state.placeholder = board?.searchPlaceholder(in: look.style.language) ?? ""
        state.title = nil
        if state.mode == .results, let query = state.query {
            state.title = SearchTitle(query.keyword, target: query.target, in: look.style.language)
        }
        state.emptyText = emptyText?.text(in: look.style.language)
    }

    private var emptyText: EmptyText? {
        if state.refusal != nil { return .noBoardSelected }
        switch state.mode {
        case .history: return state.history.isEmpty ? .noHistory : nil
        case .suggestions: return nil
        case .results: return state.results.display == .empty(.noMatch) ? .noResults : nil
        }
    }

    /// A post that changed stays where the search finds it still, and goes where it does not.
    mutating func take(_ change: FeedChange<Post>) -> [Effect] {
        guard let query = state.query else { return [] }
        let cells = cells(of: query)
        switch change {
        case .removed(let id): return results(.changed(.removed(id)))
        case .inserted(let post): return results(.changed(isFound(post) ? .inserted(cells.listed(post)) : .removed(post.id)))
        case .updated(let post): return results(.changed(leaves(post) ? .removed(post.id) : .updated(cells.listed(post))))
        }
    }

    /// Whether the search finds a post no longer now that it changed.
    ///
    /// A service may find what no hit can be marked in, and is believed.
    private func leaves(_ post: Post) -> Bool {
        guard !isFound(post), let shown = feed.state.items.first(where: { $0.id == post.id }) else { return false }
        return isFound(shown.post) || !isOnBoard(post)
    }

    /// Makes cells of what `query` found.
    func cells(of query: SearchQuery) -> SearchCells { SearchCells(of: query, marking: rules.marking, look: look) }

    private func isFound(_ post: Post) -> Bool {
        guard let query = state.query, isOnBoard(post) else { return false }
        return !PostMarks(of: post, Highlighter(query.keyword), target: query.target).isEmpty
    }

    private func isOnBoard(_ post: Post) -> Bool { post.boardID == nil || post.boardID == state.query?.board }
}
