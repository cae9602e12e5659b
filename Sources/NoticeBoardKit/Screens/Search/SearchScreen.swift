public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// The search of a board: earlier searches, suggestions and results.
///
/// ```swift
/// let search = SearchScreen(service: client, history: history, selection: selection)
/// search.focus()                      // the field was tapped: lists the earlier searches
/// search.type("메일")                  // suggests four targets, and earlier searches that match the text
/// search.choose(.title)               // searches, records the search, and shows the results
/// for await state in search.states { show(state.mode, …) }
/// ```
///
/// - **Isolation**: it belongs to the main actor; requests run off the main actor.
/// - **Cancellation**: a new search cancels the former one, and releasing the screen cancels everything except the recording.
/// - **Errors**: they are part of the state. If the history can't be read or written, searching works all the same.
@MainActor public final class SearchScreen: FeedScreen, StateForwarding {
    let store: StateStore<State>
    let rules: SearchRules
    private let service: any NoticeBoardService
    private let selection: BoardSelection
    private let now: @Sendable () -> Date
    let time: TimeSource
    private let clock: ScreenClock
    private let marks: ReadMarks?
    private var observations: [StateObservation] = []
    private var style: PostRowStyle
    private var goneBoard = GoneBoard()

    /// The state to publish at the end of the present call.
    var page: State
    var earlier: EarlierSearches
    /// The results of the present query, which are shown or loading.
    var results: Results?
    /// The results of a former query, which are shown until the present one is answered.
    var former: Results?
    /// The last query that the user submitted or chose, while its results are shown or loading.
    var submitted: SearchQuery?
    /// The search that the user submitted or chose, and that waits for a board.
    var waiting: SearchHistoryEntry.Key?
    /// The hash of the field's text when the search ended.
    ///
    /// Text fields report it again, at the end of editing for example.
    var echo: Int?
    /// The delay after which the text is searched.
    var delay: Task<Void, Never>?
    /// What the rows of ``State/history`` and ``State/suggestions`` were made of.
    private var listed: (entries: [SearchHistoryEntry], text: String, language: Language)

    /// The results to hide; changing it sends no request.
    public var filter = PostFilter() { didSet { applyFilter() } }

    /// Creates a search on the open board.
    ///
    /// - Parameters:
    ///   - service: The service of posts.
    ///   - history: Records searches.
    ///   - selection: The open board.
    ///   - rules: Delays, limits and targets.
    ///   - style: Language, dates and snippets of the rows.
    ///   - changes: The bus of changed posts, which results follow; `nil` follows none.
    ///   - marks: Which posts the user has read; `nil` shows none as read.
    ///   - now: Returns the time, for "today" and "yesterday".
    ///   - time: The clock for delays while typing, slow requests and the end of the day.
    public init(
        service: any NoticeBoardService, history: any SearchHistoryRepository, selection: BoardSelection,
        rules: SearchRules = SearchRules(), style: PostRowStyle = PostRowStyle(), changes: ChangeBus<PostChange>? = nil,
        marks: ReadMarks? = nil, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        self.service = service
        self.rules = rules
        self.selection = selection
        self.style = style
        self.now = now
        self.marks = marks
        self.time = time
        clock = ScreenClock(now, time)
        earlier = EarlierSearches(history)
        page = State(target: rules.target)
        page.builder = PostRowBuilder(style: style, now: now())
        store = StateStore(page)
        listed = ([], "", style.language)
        earlier.onAnswer = { [weak self] in self?.publish() }
        observations = [
            selection.observe { [weak self] in self?.follow($0) },
            changes?.observe { [weak self] change in
                self?.former?.apply(change)
                self?.results?.apply(change)
            },
            marks?.observe(applyFilter: { [weak self] in self?.applyFilter() }, publish: { [weak self] in self?.publish() }),
            clock.observe { [weak self] _ in self?.publish() },
        ].compactMap(\.self)
    }

    deinit { delay?.cancel() }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }
    /// The state of the results.
    public var feed: FeedState<Post> { state.feed }

    /// Shows a stored snapshot as the results of `query` until the service responds.
    ///
    /// Call it after the search has started: it does nothing unless `query` is ``State/query`` and has no results yet.
    public func restore(_ kept: FeedSnapshot<Post>, of query: SearchQuery) {
        guard let results, results.query == query, !results.posts.state.isLoaded, !kept.items.isEmpty else { return }
        former = nil
        results.posts.restore(kept)
        results.posts.open()
    }

    /// Sends a request to the list of results; `.reset` empties the screen.
    ///
    /// `.retry` also repeats a failed change of the history. If the boards could not be loaded, a retry or a refresh loads them.
    public func send(_ request: FeedRequest<Post.ID>) {
        if request == .open || request == .refresh, filter.hidesRead { applyFilter() }
        switch request {
        case .retry: earlier.retry()
        case .reset: end()
        default: break
        }
        results?.posts.send(request)
        publish()
        if request == .retry || request == .refresh { selection.retry() }
    }

    /// The row of a result, for a cell provider; `nil` if it is not in the list.
    public subscript(id: Post.ID) -> PostRow? { state.hits[id: id] }

    /// The row at the top of the screen.
    ///
    /// Set it while scrolling and store it, to restore the scroll position.
    public var anchor: Post.ID? {
        get { results?.posts.anchor }
        set { scrolled(to: newValue) }
    }

    /// Rebuilds the rows with a new style or the current date, without a request.
    ///
    /// The screen does this itself at midnight and on every call.
    public func restyle(_ style: PostRowStyle? = nil) {
        self.style = style ?? self.style
        publish()
    }

    private func reading(on board: Board.ID? = nil) -> PostReading? {
        marks.map { PostReading($0.state.log, board: board) }
    }

    private func filterRule(on board: Board.ID) -> FeedRules<Post>.Filter? {
        filter.rule(reading: reading(on: board), besides: rules.feed.filter)
    }

    private func applyFilter() {
        for shown in [former, results] { if let shown { shown.posts.hide(by: filterRule(on: shown.query.board)) } }
    }

    /// Creates the results of a query, and loads them.
    func open(_ query: SearchQuery) {
        let marking = HighlightRules(Highlighter(query.keyword, options: rules.marking), target: query.target)
        var feedRules = rules.feed
        feedRules.sort(in: rules.order)
        feedRules.filter = filterRule(on: query.board)
        let posts = Feed(feedRules, time: time) { [service, rules, length = style.matchLength] position in
            let page = try await service.searchPage(
                query.keyword, in: query.board, target: query.target, at: position, limit: rules.pageSize)
            // Rows are drawn on the main actor, so the matches in long contents are found here.
            for post in page.items where !Task.isCancelled { _ = marking.matches(in: post, length: length) }
            return page
        }
        let results = Results(query, marking, matchLength: style.matchLength, posts)
        self.results = results
        posts.open()
        results.following = posts.observe { [weak self] _ in self?.publish() }
    }

    /// Makes the state of its parts, and publishes it.
    func publish() {
        defer { if goneBoard.isNews(results?.posts.state.failure) { selection.reloadBoards() } }
        // Without a load there will be no results.
        if page.mode == .results, isAbandoned { (page.mode, former) = (modeWithoutResults, nil) }
        var feed = results?.posts.state ?? FeedState()
        if waiting != nil { feed.showLoading(of: page.selection) }
        let isAnswered = feed.display != .placeholder
        if isAnswered { former = nil }
        page.results = former?.state(whileLoading: feed) ?? feed
        page.query = results?.query
        page.resultsQuery = former?.query ?? (isAnswered ? page.query : nil)
        page.showsPreviousResults = page.mode == .results && page.resultsQuery != nil && page.resultsQuery != typedQuery
        let shown = former ?? results
        let builder = PostRowBuilder(
            style: style, now: now(), marking: shown?.marking, reading: reading(on: shown?.query.board))
        // Kept if equal: rows with the same object compare fast. The matches of an ended search are gone.
        if page.builder != builder || page.builder.marking?.sharesMatches(with: builder.marking) == false {
            page.builder = builder
        }
        page.placeholder = page.selection.board?.searchPlaceholder(in: style.language) ?? ""
        page.title = nil
        if page.mode == .results, let key = page.query?.key ?? waiting {
            page.title = key.target.label(in: style.language) + " : " + key.keyword
        }
        (page.isHistoryLoaded, page.recording) = (earlier.isRead, earlier.recording)
        (page.undoable, page.historyFailure) = (earlier.removed.count, earlier.failure)
        listRows()
        clock.run(page.isActive && page.mode == .results && style.date.dependsOnDay)
        store.state = page
    }

    /// Makes the rows of the earlier searches and of the suggestions, if they are other ones.
    private func listRows() {
        let source = (earlier.entries, page.text, style.language)
        guard source != listed else { return }
        listed = source
        let (typed, language) = (SearchHistoryEntry.Key(page.text).keyword, style.language)
        page.history = earlier.entries.prefix(max(rules.historyLimit, 0)).map { SearchRow($0, in: language) }
        guard !typed.isEmpty else { return page.suggestions = [] }
        let suggestions = SearchHistorySuggestions(typed, options: rules.marking.subtracting(.caseSensitive))
        page.suggestions =
            suggestions.ranked(earlier.entries, limit: rules.suggestionLimit).map {
                SearchRow($0, in: language, typed: suggestions.highlighter(for: $0.keyword))
            } + rules.targets.map { SearchRow($0, keyword: typed, in: language) }
    }

    // MARK: - Changes of the history
    // ``State/historyFailure`` says what failed, and `retry()` repeats it.

    /// Deletes the earlier search of a row; does nothing for the row of a target.
    public func delete(_ row: SearchRow) {
        if row.isDeletable { change(.delete([row.id.key])) }
    }
    /// Deletes every earlier search that is not pinned.
    public func deleteHistory() { change(.deleteAll(keepingPinned: true)) }
    /// Erases every earlier search without a trace.
    ///
    /// This can't be undone. It also discards failed changes that a retry would repeat, except for settings.
    public func eraseHistory() { change(.erase) }
    /// Restores the searches that were deleted last; ``State/undoable`` is their number.
    public func undo() {
        earlier.undo()
        publish()
    }
    /// Pins or unpins the earlier search of a row; does nothing for the row of a target.
    public func pin(_ row: SearchRow, _ isPinned: Bool = true) {
        if row.isDeletable { change(.pin(row.id.key, isPinned)) }
    }
    /// Sets whether searches are recorded.
    ///
    /// To remove the recorded ones, call ``eraseHistory()`` as well.
    public func setRecording(_ recording: SearchHistoryPolicy.Recording) { change(.record(recording)) }
    /// Uses the history of another account from now on; pending changes are still made in the former one.
    public func setHistory(_ history: any SearchHistoryRepository) {
        use(EarlierSearches(history))
        if page.isActive { earlier.follow() }
        publish()
    }

    func use(_ earlier: EarlierSearches) {
        self.earlier = earlier
        earlier.onAnswer = { [weak self] in self?.publish() }
    }

    private func change(_ change: SearchHistoryChange) {
        earlier.apply(change)
        publish()
    }
}
