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
    public struct State: PostListing {
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
        public var look = PostRowBuilder()
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
    /// The one thing that the screen's place shows, whatever its mode.
    ///
    /// Rows stay visible under a failure: ``results`` and ``historyFailure`` tell of it.
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

    /// Why there is nothing to list, when there is not.
    public var empty: EmptyText? {
        guard display == .empty else { return nil }
        if refusal != nil { return .noBoardSelected }
        guard mode == .history else { return .noResults }
        return switch recording {
        case .on: .noHistory
        case .paused: .historyPaused
        case .off: .historyOff
        }
    }

    /// What stands where there is nothing to list.
    public var emptyText: String? { empty?.text(in: language) }
    /// The language of what is said.
    public var language: Language { look.style.language }
    /// What was found, as a list: ``results``.
    public var feed: FeedState<Post> { results }
    /// What was found, as rows with the hits marked.
    public var hits: FeedRows<PostRowBuilder> { FeedRows(results.items, look) }
}

extension SearchScreen.State: Redacted {
    /// The mode and the counts; never what is typed.
    public var description: String { "\(mode), \(history.count) earlier, \(results.items.count) found" }
    /// The mode and the counts; never what is typed.
    public var customMirror: Mirror { Mirror(self, children: ["state": description], displayStyle: .struct) }
}
