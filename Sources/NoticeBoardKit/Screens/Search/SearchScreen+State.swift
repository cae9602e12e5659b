public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

extension SearchScreen {
    /// What the search screen shows.
    public enum Mode: Sendable, Hashable {
        /// The earlier searches, while no text is typed.
        case history
        /// The targets to search the typed text in, and earlier searches that match it.
        case suggestions
        /// The results.
        case results
    }

    /// The state of a search screen.
    ///
    /// A plain value that can be made by hand, for a preview or a test. No description of it shows the text.
    public struct State: PostListing, FailingState, Redacted {
        /// What the screen shows.
        public var mode = Mode.history
        /// Whether the search is active; otherwise the board is shown.
        public var isActive = false
        /// The open board.
        public var selection = BoardSelection.State.pending
        /// The text of the search field.
        public var text = ""
        /// The placeholder of an empty search field; empty without a board.
        public var placeholder = ""
        /// The line for the field while results are shown: `전체 : keyword`.
        public var title: String?
        /// The earlier searches, newest first.
        public var history: [SearchRow] = []
        /// Whether the earlier searches were loaded.
        public var isHistoryLoaded = false
        /// Whether searches are recorded.
        public var recording = SearchHistoryPolicy.Recording.on
        /// How many removed searches an undo restores.
        public var undoable = 0
        /// Earlier searches that match the text, then the targets to search in.
        public var suggestions: [SearchRow] = []
        /// The present query, while its results are shown or loading.
        public var query: SearchQuery?
        /// The results of ``resultsQuery``, with the loading phases of ``query``.
        public var results = FeedState<Post>()
        /// How the results look, with their matches.
        public var builder = PostRowBuilder()
        /// The query whose posts ``results`` holds.
        public var resultsQuery: SearchQuery?
        /// Whether ``results`` belong to another query than the text: dim them until the answer arrives.
        public var showsPreviousResults = false
        /// The target of a submit.
        public var target: SearchTarget
        /// Why the last search is not sent yet: no board is open.
        ///
        /// It is sent once one is.
        public var refusal: NoticeBoardError?
        /// Why the earlier searches could not be loaded or changed; searching goes on, and `retry()` repeats it.
        public var historyFailure: NoticeBoardError?

        /// Creates the state of a search that has not begun.
        public init(target: SearchTarget = .all) { self.target = target }

        /// The mode and the counts; never the text.
        public var description: String { "\(mode), \(history.count) earlier, \(results.items.count) found" }

        /// The one thing that the screen's place shows, in every mode.
        public var display: FeedDisplay {
            if refusal != nil { return .empty }
            switch mode {
            case .history:
                if !history.isEmpty { return .items }
                if isHistoryLoaded { return .empty }
                return historyFailure.map(FeedDisplay.failure) ?? .placeholder
            case .suggestions: return .items
            case .results: return results.display
            }
        }

        /// Why there are no rows, as a value.
        public var empty: EmptyText? {
            guard display == .empty else { return nil }
            if refusal != nil {
                return switch selection {
                case .noBoards: .noBoards
                case .signedOut: .signedOut
                default: .noBoardSelected
                }
            }
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
        /// Why the search has stopped; `nil` while it loads, and if nothing failed.
        package var restingFailure: NoticeBoardError? {
            if case .failure(let error) = display { error } else { refusal ?? results.restingFailure }
        }
        /// A sentence to show above rows that stay visible: why they could not be refreshed or come from the device, or why
        /// searches are not recorded.
        public var notice: String? {
            let shown = display == .items ? results.refresh.failure ?? results.networkFailure ?? historyFailure : historyFailure
            if case .failure = display { return nil }
            return shown?.text(in: language)
        }

        /// The language of the texts.
        public var language: Language { builder.style.language }
        /// The results.
        public var feed: FeedState<Post> { results }
        /// The rows of the results.
        public var hits: FeedRows<PostRowBuilder> { FeedRows(results.items, builder) }
    }
}

/// A row of the search screen without results: an earlier search, or a target to search in.
///
/// No description shows the keyword.
public struct SearchRow: Sendable, Hashable, Identifiable, Redacted {
    /// Identifies a row: an earlier search and a target can have the same key.
    public struct ID: Sendable, Hashable {
        let key: SearchHistoryEntry.Key
        let isEarlier: Bool

        package init(_ key: SearchHistoryEntry.Key, isEarlier: Bool) { (self.key, self.isEarlier) = (key, isEarlier) }
    }

    /// Identifies the row.
    public let id: ID
    /// The name of the target: 전체, 제목, 내용, 작성자.
    public let label: String
    /// The keyword.
    public let keyword: String
    /// The row for VoiceOver.
    public let spoken: String
    /// The ranges of the typed text in ``keyword``.
    public let highlights: [Range<String.Index>]
    /// Whether the entry is pinned.
    public let isPinned: Bool

    /// The fields to search in.
    public var target: SearchTarget { id.key.target }
    /// Whether the row is an earlier search, which can be deleted.
    public var isDeletable: Bool { id.isEarlier }

    /// Creates the row of an earlier search; `typed` highlights the typed text.
    public init(_ entry: SearchHistoryEntry, in language: Language = .preferred, typed: Highlighter? = nil) {
        id = ID(entry.id, isEarlier: true)
        label = entry.target.label(in: language)
        keyword = entry.keyword
        let search = language.text(
            "search.earlier", words: [label, keyword], korean: "이전 검색, \(label): \(keyword)",
            english: "Earlier search, \(label): \(keyword)")
        spoken = entry.isPinned ? search + ", " + language.text("search.pinned", korean: "고정됨", english: "pinned") : search
        highlights = typed?.ranges(in: entry.keyword) ?? []
        isPinned = entry.isPinned
    }

    /// Creates the row that searches `keyword` in the fields of a target.
    public init(_ target: SearchTarget, keyword: String, in language: Language = .preferred) {
        id = ID(SearchHistoryEntry.Key(keyword, target: target), isEarlier: false)
        label = target.label(in: language)
        self.keyword = id.key.keyword
        spoken = language.text(
            "search.target", words: [label, self.keyword], korean: "\(label)에서 검색: \(self.keyword)",
            english: "Search, \(label): \(self.keyword)")
        highlights = []
        isPinned = false
    }

    /// The kind of row and the target; never the keyword.
    public var description: String { "\(isDeletable ? "earlier" : "target") \(id.key)" }
}

/// The rules of a search screen.
public struct SearchRules: Sendable {
    /// The delay after the last keystroke before the text is searched, in seconds; `nil` searches only on submit.
    ///
    /// Texts of one or two characters wait 0.2 s longer. A text that ends in an unfinished Korean syllable is not searched until
    /// it is submitted. Searches while typing are not recorded.
    public var typingDelay: Double?
    /// The fields to search in until others are chosen.
    public var target = SearchTarget.all
    /// The suggested targets, in order.
    public var targets = SearchTarget.wellKnown
    /// The maximum number of listed earlier searches; the history's own policy limits the stored ones.
    public var historyLimit = Int.max
    /// The maximum number of suggested earlier searches.
    public var suggestionLimit = 5
    /// Sort order of the results; `.server` keeps the order of ``feed``.
    public var order = PostOrder.server
    /// The number of results in a request.
    public var pageSize = 30
    /// The rules of the list of results.
    public var feed = FeedRules<Post>()
    /// The options for highlighting matches; suggestions use them too, but always ignore case.
    public var marking: Highlighter.Options = []

    /// Creates rules with four targets and without a search while typing.
    public init() {}
}

/// A keyword, a target and a board.
///
/// No description shows the keyword.
public struct SearchQuery: Sendable, Hashable {
    /// The board.
    public let board: Board.ID
    /// The keyword, composed and without outer white space, and the target.
    public let key: SearchHistoryEntry.Key

    /// Creates a query; `nil` if the keyword is blank.
    public init?(_ keyword: String, target: SearchTarget, in board: Board.ID) {
        key = SearchHistoryEntry.Key(keyword, target: target)
        self.board = board
        if key.keyword.isEmpty { return nil }
    }

    /// The keyword.
    public var keyword: String { key.keyword }
    /// The fields to search in.
    public var target: SearchTarget { key.target }
}
