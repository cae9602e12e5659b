public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

extension SearchScreen {
    /// What the search screen shows: one of three things.
    public enum Mode: Sendable, Hashable {
        /// The earlier searches: nothing is typed.
        case history
        /// What can be searched with what is typed.
        case suggestions
        /// What was found.
        case results
    }

    /// What is to be seen of the search.
    ///
    /// A plain value that can be made by hand, for a preview or a test. No description of it shows what is typed.
    public struct State: FeedStateProviding, PostListing {
        /// Which of its three things it shows.
        public var mode = Mode.history
        /// Whether somebody searches; otherwise the board is shown.
        public var isActive = false
        /// What stands in the search field, as it was typed.
        public var text = ""
        /// What an empty search field says: `<board>에서 검색`; nothing without a board.
        public var placeholder = ""
        /// What the field reads while results are shown: `전체 : keyword`, with the places of both.
        public var title: SearchTitle?
        /// The earlier searches, newest first.
        public var history: [SearchRow] = []
        /// Whether the earlier searches were read, so that none is known to be none.
        public var isHistoryRead = false
        /// Whether searches are recorded.
        public var recording = SearchHistoryPolicy.Recording.on
        /// How many earlier searches an undo would bring back: those that were removed last.
        public var undoable = 0
        /// Earlier searches that one may be on the way to typing, then the targets to search in.
        public var suggestions: [SearchRow] = []
        /// What was searched last, while its results are shown or on their way.
        public var query: SearchQuery?
        /// What was found, for ``answered``; how its loading stands is that of ``query``.
        public var results = FeedState<Post>()
        /// How what was found looks, with what was searched marked.
        public var builder = PostRowBuilder()
        /// The search that ``results`` answer.
        public var answered: SearchQuery?
        /// Whether ``results`` answer another search than what stands in the field: to be dimmed until the answer comes.
        public var isBehind = false
        /// The fields that a submit searches.
        public var target: SearchTarget
        /// Why the last search could not be sent: no board is chosen.
        public var refusal: NoticeBoardError?
        /// Why the earlier searches could not be read or changed; the search itself goes on, and `retry()`
        /// repeats it.
        public var historyFailure: NoticeBoardError?

        /// What a search shows that nobody has begun.
        public init(target: SearchTarget = .all) { self.target = target }
    }
}

/// What follows from it.
extension SearchScreen.State {
    /// The one thing that the screen's place shows, in every mode.
    public var display: FeedDisplay {
        if refusal != nil { return .empty }
        switch mode {
        case .history:
            if !history.isEmpty { return .items }
            if isHistoryRead { return .empty }
            return historyFailure.map(FeedDisplay.failure) ?? .placeholder
        case .suggestions: return .items
        case .results: return results.display
        }
    }

    /// Why there are no rows, as a value.
    public var empty: EmptyText? {
        guard display == .empty else { return nil }
        if refusal != nil { return .noBoardSelected }
        guard mode == .history else { return results.hidden.isEmpty ? .noResults : .hidden }
        return switch recording {
        case .on: .noHistory
        case .paused: .historyPaused
        case .off: .historyOff
        }
    }

    /// The sentence to show when ``display`` is `.empty`.
    public var emptyText: String? { empty == .hidden ? results.hiddenText(in: language) : empty?.text(in: language) }
    /// Why the last request failed, whether or not rows stay visible; `retry()` repeats it.
    public var failure: NoticeBoardError? { refusal ?? results.failure ?? historyFailure }
    /// A sentence to show above rows that stay visible: why they could not be refreshed, or why searches are not recorded.
    public var notice: String? {
        let shown = display == .items ? results.refresh.failure ?? historyFailure : historyFailure
        if case .failure = display { return nil }
        return shown?.text(in: language)
    }

    /// The language of what is said.
    public var language: Language { builder.style.language }
    /// What was found, as a list: ``results``.
    public var feed: FeedState<Post> { results }
    /// What was found, as rows with the hits marked.
    public var hits: FeedRows<PostRowBuilder> { FeedRows(results.items, builder) }
}

extension SearchScreen.State: Redacted {
    /// The mode and the counts; never what is typed.
    public var description: String { "\(mode), \(history.count) earlier, \(results.items.count) found" }
    /// The mode and the counts; never what is typed.
    public var customMirror: Mirror { Mirror(self, children: ["state": description], displayStyle: .struct) }
}

// MARK: - Making the state

/// What the screen shows, made from what it knows.
extension SearchScreen.Machine {
    /// Lists the earlier searches, and what can be searched with what is typed.
    mutating func listRows() {
        let (typed, language) = (SearchHistoryEntry.Key(state.text).keyword, builder.style.language)
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
        let builder = builder.marking(before.map(\.marking) ?? marking, on: (before?.query ?? state.query)?.board)
        // The same object as long as it looks the same: rows compare theirs at once then.
        if state.builder != builder { state.builder = builder }
        state.isBehind = state.mode == .results && state.answered != nil && state.answered != typedQuery
        state.placeholder = board?.searchPlaceholder(in: builder.style.language) ?? ""
        state.title = nil
        if state.mode == .results, let query = state.query {
            state.title = SearchTitle(query.keyword, target: query.target, in: builder.style.language)
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

/// A row of the search screen before there are results: an earlier search, or a target to search in.
///
/// It holds everything to draw. The keyword is a secret to logs: no description shows it.
public struct SearchRow: Sendable, Hashable, Identifiable {
    /// What choosing the row does.
    public enum Kind: Sendable, Hashable {
        /// Searches again what was searched before.
        case history
        /// Searches what is typed in the fields of a target.
        case target
    }

    /// What tells a row from others.
    public struct ID: Sendable, Hashable {
        /// What choosing the row does.
        public let kind: Kind
        /// What is searched.
        public let key: SearchHistoryEntry.Key

        /// What tells a row from others.
        public init(_ kind: Kind, _ key: SearchHistoryEntry.Key) { (self.kind, self.key) = (kind, key) }
    }

    /// What tells the row from others: what is searched, and whether it was before.
    public let id: ID
    /// What the target is called: 전체, 제목, 내용, 작성자.
    public let label: String
    /// What stands beside the label: the keyword.
    public let keyword: String
    /// The row as it is spoken to a person who does not see it.
    public let spoken: String
    /// Where what is typed stands in ``keyword``, as far as it was typed.
    public let highlights: [Range<String.Index>]
    /// Whether the entry is pinned.
    public let isPinned: Bool

    /// What choosing the row does.
    public var kind: Kind { id.kind }
    /// The fields that are searched.
    public var target: SearchTarget { id.key.target }
    /// Whether the row can be deleted.
    public var isDeletable: Bool { kind == .history }

    /// The row of an earlier search, where `typed` marks what is typed by now.
    public init(_ entry: SearchHistoryEntry, in language: Language = .preferred, typed: Highlighter? = nil) {
        id = ID(.history, entry.id)
        label = entry.target.label(in: language)
        keyword = entry.keyword
        let search = language.text(
            "search.earlier", words: [label, keyword], korean: "이전 검색, \(label): \(keyword)",
            english: "Earlier search, \(label): \(keyword)")
        spoken = entry.isPinned ? search + ", " + language.text("search.pinned", korean: "고정됨", english: "pinned") : search
        highlights = typed?.ranges(in: entry.keyword) ?? []
        isPinned = entry.isPinned
    }

    /// The row that searches `keyword` in the fields of a target.
    public init(_ target: SearchTarget, keyword: String, in language: Language = .preferred) {
        id = ID(.target, SearchHistoryEntry.Key(keyword, target: target))
        label = target.label(in: language)
        self.keyword = id.key.keyword
        spoken = language.text(
            "search.target", words: [label, self.keyword], korean: "\(label)에서 검색: \(self.keyword)",
            english: "Search, \(label): \(self.keyword)")
        highlights = []
        isPinned = false
    }
}

extension SearchRow: Redacted {
    /// The kind and the target; never the keyword.
    public var description: String { "\(kind) \(id.key)" }
    /// The kind and the target; never the keyword.
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind, "key": id.key], displayStyle: .struct) }
}
