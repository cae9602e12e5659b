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
        let look = look.marking(before?.marking ?? marking)
        // The same object as long as it looks the same: rows compare theirs at once then.
        if state.look != look { state.look = look }
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
        case .results: return state.results.display == .empty ? .noResults : nil
        }
    }

    /// A post that changed stays where the search finds it still, and goes where it does not.
    mutating func take(_ change: PostChange) -> [Effect] {
        guard let query = state.query else { return [] }
        return results(.edited { change.edits(in: $0, foundBy: query) })
    }
}

extension PostChange {
    /// What it means to the results of a search.
    fileprivate func edits(in shown: FeedItems<Post>, foundBy query: SearchQuery) -> [FeedEdit<Post>] {
        edits(in: shown) { post in
            guard post.boardID == nil || post.boardID == query.board else { return false }
            if query.finds(post) { return true }
            // A service may find what no hit can be marked in, and is believed.
            if case .edited = self, let old = shown[id: post.id] { return !query.finds(old) }
            return false
        }
    }
}

extension SearchQuery {
    fileprivate func finds(_ post: Post) -> Bool { !PostMarks(of: post, Highlighter(keyword), target: target).isEmpty }
}
