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
    /// No description of it shows what is typed.
    public struct State: FeedShowing {
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
        /// Earlier searches that one may be on the way to typing, then the targets to search in.
        public var suggestions: [SearchRow] = []
        /// What was searched last, while its results are shown or on their way.
        public var query: SearchQuery?
        /// What was found, for ``answered``.
        public var results = FeedState<Post>()
        /// How what was found looks, with what was searched marked.
        public var look = PostLook()
        /// The search that ``results`` answer.
        public var answered: SearchQuery?
        /// Whether ``results`` answer another search than what stands in the field: to be dimmed until the answer comes.
        public var isBehind = false
        /// The fields that a submit searches.
        public var target: SearchTarget
        /// Why the last search could not be sent: no board is chosen.
        public var refusal: NoticeBoardError?
        /// Why the earlier searches could not be read or recorded; the search itself goes on.
        public var historyFailure: NoticeBoardError?
        /// What stands where there is nothing to list.
        public var emptyText: String?

        /// What was found, as a list: ``results``.
        public var feed: FeedState<Post> { results }
        /// What was found, as rows with the hits marked.
        public var hits: FeedRows<PostLook> { FeedRows(results.items, look) }
    }
}

extension SearchScreen.State: Redacted {
    /// The mode and the counts; never what is typed.
    public var description: String { "\(mode), \(history.count) earlier, \(results.items.count) found" }
    /// The mode and the counts; never what is typed.
    public var customMirror: Mirror { Mirror(self, children: ["state": description], displayStyle: .struct) }
}
