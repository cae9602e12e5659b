public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

extension SearchScreen {
    /// The state of a search screen.
    ///
    /// A plain value that can be made by hand, for a preview or a test. No description of it shows the text.
    public struct State: Sendable, Equatable, FailingState, Redacted {
        /// What the search is doing.
        public var activity = SearchActivity.inactive
        /// Where it searches.
        public var place = SearchPlace.everywhere
        /// The text of the search field.
        public var text = ""
        /// The target of a submit.
        public var target: SearchTarget
        /// The earlier searches, newest first.
        public var history: [SearchRow] = []
        /// Whether the earlier searches were loaded.
        public var isHistoryLoaded = false
        /// Whether searches are recorded.
        public var recording = SearchHistoryPolicy.Recording.on
        /// How many removed searches an undo restores.
        public var undoable = 0
        /// Why the earlier searches could not be loaded or changed; searching goes on, and `retry()` repeats it.
        public var historyFailure: NoticeBoardError?
        /// Earlier searches that match the text, then the targets to search in.
        public var suggestions: [SearchRow] = []
        /// The results of ``resultsQuery``, with the loading phases of the present query.
        public var results = FeedState<Item>()
        /// The query of the items in ``results``.
        public var resultsQuery: SearchQuery?
        /// Whether ``results`` belong to another query than the text: dim them until the answer arrives.
        public var showsPreviousResults = false
        /// Finds the keyword of the shown results in their texts.
        public var highlighter: Highlighter?
        /// The language of the texts.
        public var language: Language

        /// Creates the state of a search that has not begun.
        public init(target: SearchTarget = .all, language: Language = .preferred) {
            self.target = target
            self.language = language
        }

        /// The mode and the counts; never the text.
        public var description: String { "\(mode), \(history.count) earlier, \(results.items.count) found" }

        /// Whether the search is active; otherwise the app shows its list.
        public var isActive: Bool { activity != .inactive }

        /// What the screen shows.
        ///
        /// A search that waits for its place shows results that are loading, unless no place will open by itself.
        public var mode: SearchMode {
            switch activity {
            case .inactive, .history: return .history
            case .suggestions: return .suggestions
            case .results: return .results
            case .waiting:
                if case .pending = place { return .results }
                return SearchHistoryEntry.Key(text).keyword.isEmpty ? .history : .suggestions
            }
        }

        /// The present query, while its results are shown or loading.
        public var query: SearchQuery? { if case .results(let query) = activity { query } else { nil } }

        /// Why the last search is not sent yet: no place is open.
        ///
        /// It is sent once one is.
        public var refusal: NoticeBoardError? {
            guard case .waiting = activity, case .closed(let error) = place else { return nil }
            return error
        }

        /// The line for the field while results are shown: `전체 : keyword`.
        public var title: String? {
            guard mode == .results else { return nil }
            switch activity {
            case .results(let query): return title(of: query.key)
            case .waiting(let key): return title(of: key)
            case .inactive, .history, .suggestions: return nil
            }
        }

        private func title(of key: SearchHistoryEntry.Key) -> String { key.target.label(in: language) + " : " + key.keyword }

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
        public var emptyReason: SearchEmptyReason? {
            guard display == .empty else { return nil }
            if refusal != nil { return .noPlace }
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
            if case .failure = display { return nil }
            let ofResults = display == .items ? results.refresh.failure ?? results.networkFailure : nil
            return (ofResults ?? historyFailure)?.text(in: language)
        }
    }
}
