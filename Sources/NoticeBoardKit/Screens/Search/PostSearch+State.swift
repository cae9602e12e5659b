public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardScreens
public import NoticeBoardSearch

extension PostSearch {
    /// What the search screen shows.
    public typealias Mode = SearchMode

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

        /// Takes over what the search screen below shows.
        mutating func take(_ state: SearchScreen<Post>.State, _ query: SearchQuery?) {
            mode = state.mode
            isActive = state.isActive
            text = state.text
            title = state.title
            history = state.history
            isHistoryLoaded = state.isHistoryLoaded
            recording = state.recording
            undoable = state.undoable
            suggestions = state.suggestions
            self.query = query
            results = state.results
            resultsQuery = state.resultsQuery
            showsPreviousResults = state.showsPreviousResults
            target = state.target
            refusal = state.refusal
            historyFailure = state.historyFailure
        }

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
        public var emptyReason: EmptyReason? {
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
        public var emptyText: String? {
            emptyReason == .hidden ? results.hiddenText(in: language) : emptyReason?.text(in: language)
        }
        /// Why the last request failed, whether or not rows stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { refusal ?? results.failure ?? historyFailure }
        /// Why the search has stopped; `nil` while it loads, and if nothing failed.
        package var restingFailure: NoticeBoardError? {
            if case .failure(let error) = display { error } else { refusal ?? results.restingFailure }
        }
        /// A sentence to show above rows that stay visible: why they could not be refreshed or come from the device, or why
        /// searches are not recorded.
        public var bannerText: String? {
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
