public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// A search: the field, earlier searches, suggestions and results, for any service.
///
/// ```swift
/// let search = SearchScreen<Topic>(history: history) { query, position in
///     try await client.page(of: ForumAPI.search(query.keyword), at: position)
/// }
/// search.begin()                      // the field was tapped: lists the earlier searches
/// search.setText("swift")             // suggests targets, and earlier searches that match the text
/// search.submit()                     // searches, records the search, and shows the results
/// for await state in search.states { show(state.mode, …) }
/// ```
///
/// ``list`` has the calls that every list has. Only this screen ends the search: ``end()``.
///
/// - **Isolation**: it belongs to the main actor; requests run off the main actor.
/// - **Cancellation**: a new search cancels the former one, and releasing the screen cancels everything except the recording.
/// - **Errors**: they are part of the state. If the history can't be read or written, searching works all the same.
@MainActor public final class SearchScreen<Item: Identifiable & Equatable & Sendable>: StateForwarding where Item.ID: Sendable {
    /// Loads a page of the results of a query.
    public typealias Load = @Sendable (_ query: SearchQuery, _ position: PagePosition?) async throws -> Page<Item>

    /// What the screen does; the results are apart, and may wait behind the suggestions.
    enum Stage: Equatable {
        case inactive
        /// Earlier searches or suggestions, as the text says.
        case listing
        /// A submitted search waits for a place.
        case waiting(SearchHistoryEntry.Key)
        case results
    }

    private let store: StateStore<State>
    let rules: SearchRules<Item>
    private let makeLoad: @MainActor (SearchQuery) -> Feed<Item>.Load
    let time: TimeSource
    /// The list of the results.
    ///
    /// Its state is ``State/results``.
    public let list: SearchResultList<Item>

    /// The state to publish at the end of the present call.
    var page: State
    var stage = Stage.inactive
    package private(set) var earlier: EarlierSearches
    /// The results of the present query, which are shown or loading.
    var results: SearchResults<Item>?
    /// The results of a former query, which are shown until the present one is answered.
    var former: SearchResults<Item>?
    /// The last query that the user submitted or chose, while its results are shown or loading.
    var submitted: SearchQuery?
    /// The hash of the field's text when the search ended.
    ///
    /// Text fields report it again, at the end of editing for example.
    var echo: Int?
    /// The delay after which the text is searched.
    package var delay: Task<Void, Never>?
    /// What the rows of ``State/history`` and ``State/suggestions`` were made of.
    private var listed: ListedRows

    private struct ListedRows: Equatable {
        var entries: [SearchHistoryEntry] = []
        var text = ""
        var language: Language
    }

    /// Decides which results of a query are hidden, in place of the filter of the rules; call ``applyFilter()`` when its answer
    /// changes.
    public var filter: (@MainActor (SearchQuery) -> FeedRules<Item>.Filter?)? { didSet { applyFilter() } }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - history: Records searches.
    ///   - place: Where it searches; ``setPlace(_:)`` changes it.
    ///   - rules: Delays, limits and targets.
    ///   - language: The language of the rows.
    ///   - time: The clock for delays while typing and slow requests.
    ///   - search: Loads a page of results.
    public convenience init(
        history: any SearchHistoryRepository, place: SearchPlace = .everywhere, rules: SearchRules<Item> = SearchRules(),
        language: Language = .preferred, time: TimeSource = .system, search: @escaping Load
    ) {
        self.init(history: history, place: place, rules: rules, language: language, time: time) { query in
            { try await search(query, $0) }
        }
    }

    /// Creates a search with a loader for each query, which is released with the query's results.
    package init(
        history: any SearchHistoryRepository, place: SearchPlace, rules: SearchRules<Item>, language: Language, time: TimeSource,
        makeLoad: @escaping @MainActor (SearchQuery) -> Feed<Item>.Load
    ) {
        self.rules = rules
        self.time = time
        self.makeLoad = makeLoad
        earlier = EarlierSearches(history)
        page = State(target: rules.target, language: language)
        page.place = place
        store = StateStore(page)
        listed = ListedRows(language: language)
        let requests = WeakRequests<Item>()
        list = SearchResultList { requests.screen?.carryOut($0) }
        requests.screen = self
        earlier.onAnswer = { [weak self] in self?.publish() }
    }

    deinit { delay?.cancel() }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }

    // MARK: Other parts of the app

    /// Searches in another place: what waited for one, or the text again.
    public func setPlace(_ place: SearchPlace) { follow(place) }

    /// Makes the rows in another language.
    public func setLanguage(_ language: Language) {
        page.language = language
        publish()
    }

    /// Asks ``filter`` again for the results that are shown.
    public func applyFilter() {
        for shown in [former, results] {
            guard let shown else { continue }
            shown.feed.hide(by: filterRule(of: shown.query))
        }
    }

    private func filterRule(of query: SearchQuery) -> FeedRules<Item>.Filter? {
        if let filter { filter(query) } else { rules.feed.filter }
    }

    /// Edits the results, for example after a change on another screen; `edits` is called for each query with results on the screen.
    public func edit(
        _ edits: @MainActor (SearchQuery) -> @Sendable (FeedItems<Item>) -> [FeedEdit<Item>]
    ) {
        former.map { $0.feed.edit(edits($0.query)) }
        results.map { $0.feed.edit(edits($0.query)) }
    }

    /// Shows a stored snapshot as the results of `query` until the service responds.
    ///
    /// Call it after the search has started: it does nothing unless `query` is ``State/query`` and has no results yet.
    public func restore(_ snapshot: FeedSnapshot<Item>, of query: SearchQuery) {
        guard let results, results.query == query, !results.feed.state.isLoaded, !snapshot.isEmpty else { return }
        former = nil
        results.feed.restore(snapshot)
        results.feed.open()
    }

    /// Repeats what failed: a load of the results, or a change of the history.
    public func retry() { send(.retry) }

    /// The item at the top of the results.
    ///
    /// Set it while scrolling and store it, to restore the scroll position.
    public var anchor: Item.ID? {
        get { results?.feed.anchor }
        set { send(.scrolled(newValue)) }
    }

    /// Sends a request to the results; `.retry` also repeats a failed change of the history, `.reset` clears the search.
    package func send(_ request: FeedRequest<Item.ID>) {
        switch request {
        case .retry: earlier.retry()
        case .reset: endAndForget()
        default: break
        }
        results?.feed.send(request)
        publish()
    }

    /// Carries out a request of the list, which never ends the search.
    fileprivate func carryOut(_ request: FeedRequest<Item.ID>) {
        if request == .reset {
            dropResults()
        } else {
            results?.feed.send(request)
        }
        publish()
    }

    /// Why the present results could not be loaded.
    package var resultsFailure: NoticeBoardError? { results?.feed.state.failure }
    /// The query of the present results, which may wait behind the suggestions.
    package var presentQuery: SearchQuery? { results?.query }
    /// The query of the items on the screen.
    package var shownQuery: SearchQuery? { (former ?? results)?.query }

    // MARK: Publishing

    /// Creates the results of a query, and loads them.
    func open(_ query: SearchQuery) {
        var feedRules = rules.feed
        feedRules.filter = filterRule(of: query)
        let feed = Feed(feedRules, time: time, load: makeLoad(query))
        let results = SearchResults(query, feed)
        self.results = results
        feed.open()
        results.following = feed.observe { [weak self] _ in self?.publish() }
    }

    /// Makes the state of its parts, and publishes it.
    package func publish() {
        // Without a load there will be no results.
        if stage == .results, isAbandoned {
            stage = .listing
            former = nil
        }
        var feed = results?.feed.state ?? FeedState()
        if case .waiting = stage, case .pending(let phase) = page.place, phase != .idle { feed.refresh = phase }
        let isAnswered = feed.display != .placeholder
        if isAnswered { former = nil }
        page.results = former?.state(whileLoading: feed) ?? feed
        page.activity = activity
        page.resultsQuery = former?.query ?? (isAnswered ? results?.query : nil)
        page.showsPreviousResults =
            page.mode == .results && page.resultsQuery != nil && page.resultsQuery != typedQuery
        showHighlighter()
        page.isHistoryLoaded = earlier.isRead
        page.recording = earlier.recording
        page.undoable = earlier.removed.count
        page.historyFailure = earlier.failure
        listRows()
        list.show(page.results)
        store.state = page
    }

    private var activity: SearchActivity {
        switch stage {
        case .inactive: return .inactive
        case .listing: return isBlank ? .history : .suggestions
        case .waiting(let key): return .waiting(key)
        case .results:
            if let results { return .results(results.query) }
            return isBlank ? .history : .suggestions
        }
    }

    private func showHighlighter() {
        let keyword = shownQuery?.keyword
        guard page.highlighter?.terms != keyword.map({ [$0] }) else { return }
        page.highlighter = keyword.map { Highlighter($0, options: rules.highlighting) }
    }

    /// Makes the rows of the earlier searches and of the suggestions, if they are other ones.
    private func listRows() {
        let source = ListedRows(entries: earlier.entries, text: page.text, language: page.language)
        guard source != listed else { return }
        listed = source
        let typed = SearchHistoryEntry.Key(page.text).keyword
        let language = page.language
        page.history = earlier.entries.prefix(max(rules.historyLimit, 0)).map { SearchRow($0, in: language) }
        guard !typed.isEmpty else { return page.suggestions = [] }
        let suggestions = SearchHistorySuggestions(typed, options: rules.highlighting.subtracting(.caseSensitive))
        let entries = suggestions.ranked(earlier.entries, limit: rules.suggestionLimit)
        page.suggestions =
            entries.map { SearchRow($0, in: language, typed: suggestions.highlighter(for: $0.keyword)) }
            + rules.targets.map { SearchRow($0, keyword: typed, in: language) }
    }

    func use(_ earlier: EarlierSearches) {
        self.earlier = earlier
        earlier.onAnswer = { [weak self] in self?.publish() }
    }
}

/// The screen to which a list sends its requests, weakly.
@MainActor private final class WeakRequests<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
    weak var screen: SearchScreen<Item>?
}
