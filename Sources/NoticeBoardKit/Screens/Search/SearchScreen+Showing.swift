import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch

/// What the screen shows, made from what it knows.
extension SearchScreen.Machine {
    /// Lists the earlier searches, and what can be searched with what is typed.
    mutating func listRows() {
        let (typed, language) = (SearchHistoryEntry.Key(state.text).keyword, look.style.language)
        state.history = earlier.entries.prefix(max(rules.historyLimit, 0)).map { SearchRow($0, in: language) }
        guard !typed.isEmpty else { return state.suggestions = [] }
        let suggestions = SearchHistorySuggestions(typed, options: rules.marking.subtracting(.caseSensitive))
        state.suggestions =
            suggestions.ranked(earlier.entries, limit: rules.suggestions).map {
                SearchRow($0, in: language, typed: suggestions.highlighter(for: $0.keyword))
            } + rules.targets.map { SearchRow($0, keyword: typed, in: language) }
    }

    /// Shows the results, or those of the search before while they are on their way, and what goes with them.
    mutating func show() {
        let now = feed.state
        let isAnswered = now.display != .placeholder
        if isAnswered { before = nil }
        state.results = before?.results(whileLoading: now) ?? now
        state.answered = before?.query ?? (isAnswered ? state.query : nil)
        let look = look.marking(before.map(\.marking) ?? marking, on: (before?.query ?? state.query)?.board)
        // The same object as long as it looks the same: rows compare theirs at once then.
        if state.look != look { state.look = look }
        state.isBehind = state.mode == .results && state.answered != nil && state.answered != typedQuery
        state.placeholder = board?.searchPlaceholder(in: look.style.language) ?? ""
        state.title = nil
        if state.mode == .results, let query = state.query {
            state.title = SearchTitle(query.keyword, target: query.target, in: look.style.language)
        }
        (state.isHistoryRead, state.recording) = (earlier.isRead, earlier.recording)
        (state.undoable, state.historyFailure) = (earlier.removed.count, earlier.failure)
    }

    /// A post that changed stays where the search finds it still, and goes where it does not.
    mutating func take(_ change: PostChange) -> [Effect] {
        before?.take(change)
        guard let query = state.query, let marking else { return [] }
        return results(.edited { change.edits(in: $0, on: query.board, foundBy: marking) })
    }
}

extension SearchScreen.Machine.Former {
    /// What is shown while `feed` has not answered: these results, and how the loading of those stands.
    fileprivate func results(whileLoading feed: FeedState<Post>) -> FeedState<Post> {
        var results = self.feed.state
        (results.refresh, results.older, results.isLoadingAll) = (feed.refresh, .idle, feed.isLoadingAll)
        return results
    }

    /// What happened reaches it too; nothing is loaded for it any more.
    fileprivate mutating func take(_ change: PostChange) {
        guard let marking else { return }
        _ = feed.handle(.edited { [query] in change.edits(in: $0, on: query.board, foundBy: marking) })
    }
}

extension PostChange {
    /// What it means to the results of a search.
    fileprivate func edits(in shown: FeedItems<Post>, on board: Board.ID, foundBy marking: HighlightRules) -> [FeedEdit<Post>] {
        edits(in: shown) { post in
            guard post.boardID == nil || post.boardID == board else { return false }
            if marking.finds(post) { return true }
            // A service may find what no hit can be marked in, and is believed.
            if case .edited = self, let old = shown[id: post.id] { return !marking.finds(old) }
            return false
        }
    }
}

extension HighlightRules {
    /// Whether anything would be marked: by the rules of the marks, and in the texts that are read.
    fileprivate func finds(_ post: Post) -> Bool {
        if let title = highlighter(of: .title), title.isMatch(in: post.shownTitle) { return true }
        if let writer = highlighter(of: .writer), let name = post.writer?.name, writer.isMatch(in: name) { return true }
        guard let contents = highlighter(of: .contents) else { return false }
        return contents.isMatch(in: PlainText.line(of: post.contents))
    }
}
