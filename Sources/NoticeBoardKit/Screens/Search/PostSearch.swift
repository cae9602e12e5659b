public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardScreens
public import NoticeBoardSearch

/// The search of a board: earlier searches, suggestions and results.
///
/// ```swift
/// let search = PostSearch(service: client, history: history, selection: selection)
/// search.begin()                      // the field was tapped: lists the earlier searches
/// search.setText("메일")               // suggests four targets, and earlier searches that match the text
/// search.choose(.title)               // searches, records the search, and shows the results
/// for await state in search.states { show(state.mode, …) }
/// ```
///
/// It is a ``NoticeBoardScreens/SearchScreen`` whose place is the open board and whose results are rows of posts.
///
/// - **Isolation**: it belongs to the main actor; requests run off the main actor.
/// - **Cancellation**: a new search cancels the former one, and releasing the screen cancels everything except the recording.
/// - **Errors**: they are part of the state. If the history can't be read or written, searching works all the same.
@MainActor public final class PostSearch: FeedScreen, StateForwarding {
    private let store: StateStore<State>
    let screen: SearchScreen<Post>
    private let highlights: SearchHighlights
    private let rules: PostSearchRules
    private let selection: BoardSelection
    private let clock: ScreenClock
    private let marks: PostMarks?
    private var observations: [StateObservation] = []
    private var style: PostRowStyle
    private var goneBoard = GoneBoard()
    /// The state to publish at the end of the present call.
    private var page: State

    /// The results to hide; changing it sends no request.
    public var filter = PostFilter() { didSet { screen.applyFilter() } }

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
        rules: PostSearchRules = PostSearchRules(), style: PostRowStyle = PostRowStyle(),
        changes: ChangeBus<PostChange>? = nil, marks: PostMarks? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        self.rules = rules
        self.selection = selection
        self.style = style
        self.marks = marks
        clock = ScreenClock(now, time)
        page = State(
            search: SearchScreen<Post>.State(target: rules.target, language: style.language),
            builder: PostRowBuilder(style: style, now: now()))
        store = StateStore(page)
        let pageSize = rules.pageSize
        let options = rules.highlighting
        let highlights = SearchHighlights(matchLength: style.matchLength)
        self.highlights = highlights
        screen = SearchScreen(
            history: history, place: SearchPlace(selection.state), rules: rules.ofScreen, language: style.language, time: time
        ) { query in
            let search = highlights.begin(
                query, SearchHighlighting(Highlighter(query.keyword, options: options), target: query.target))
            return { position in
                let page = try await service.searchPage(
                    query.keyword, in: query.board, target: query.target, at: position, limit: pageSize)
                // Rows are drawn on the main actor, so the matches in long contents are found here.
                for post in page.items where !Task.isCancelled {
                    _ = search.rules.matches(in: post, length: search.matchLength)
                }
                return page
            }
        }
        screen.filter = { [weak self] query in self?.filterRule(on: query.board) }
        observations = [
            selection.observe { [weak self] in self?.follow($0) },
            screen.observe { [weak self] _ in self?.publish() },
            changes?.observe { [weak self] in self?.apply($0) },
            marks?.observe(
                applyFilter: { [weak self] in self?.screen.applyFilter() }, publish: { [weak self] in self?.publish() }),
            clock.observe { [weak self] _ in self?.publish() },
        ].compactMap(\.self)
    }

    /// The earlier searches.
    var earlier: EarlierSearches { screen.earlier }
    /// The delay after which the text is searched.
    var delay: Task<Void, Never>? { screen.delay }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }
    /// The state of the results.
    public var feed: FeedState<Post> { state.feed }

    // MARK: Searching

    /// Begins a search; call it when the user taps the field.
    ///
    /// Shows the earlier searches, or suggestions if the field has text. Results of a search while typing stay visible.
    public func begin() { screen.begin() }
    /// Updates the search text; call it whenever the field's text changes.
    public func setText(_ text: String) { screen.setText(text) }
    /// Searches for the text of the field in `state.target`.
    ///
    /// That is the last chosen target, or that of the rules after ``end()``.
    public func submit() { screen.submit() }
    /// Searches the text in the fields of a target.
    public func choose(_ target: SearchTarget) { screen.choose(target) }
    /// Runs the search of a row of `state.history` or `state.suggestions`.
    public func choose(_ row: SearchRow) { screen.choose(row) }
    /// Ends the search; the board is shown as before.
    public func end() { screen.end() }

    /// Shows a stored snapshot as the results of `query` until the service responds.
    ///
    /// Call it after the search has started: it does nothing unless `query` is `state.query` and has no results yet.
    public func restore(_ snapshot: FeedSnapshot<Post>, of query: SearchQuery) { screen.restore(snapshot, of: query) }

    /// Sends a request to the list of results; `.reset` empties the screen.
    ///
    /// `.retry` also repeats a failed change of the history. If the boards could not be loaded, a retry or a refresh loads them.
    public func send(_ request: FeedRequest<Post.ID>) {
        if request == .open || request == .refresh, filter.hidesRead { screen.applyFilter() }
        screen.send(request)
        publish()
        if request == .retry || request == .refresh { selection.retry() }
    }

    /// The row of a result, for a cell provider; `nil` if it is not in the list.
    public subscript(id: Post.ID) -> PostRow? { state.hits[id: id] }

    /// The row at the top of the screen.
    ///
    /// Set it while scrolling and store it, to restore the scroll position.
    public var anchor: Post.ID? {
        get { screen.anchor }
        set { scrolled(to: newValue) }
    }

    /// Rebuilds the rows with a new style or the current date, without a request.
    ///
    /// The screen does this itself at midnight and on every call.
    public func restyle(_ style: PostRowStyle? = nil) {
        self.style = style ?? self.style
        highlights.matchLength = self.style.matchLength
        screen.setLanguage(self.style.language)
        publish()
    }

    // MARK: Changes of the history
    // `state.historyFailure` says what failed, and `retry()` repeats it.

    /// Deletes the earlier search of a row; does nothing for the row of a target.
    public func delete(_ row: SearchRow) { screen.delete(row) }
    /// Deletes every earlier search that is not pinned.
    public func deleteHistory() { screen.deleteHistory() }
    /// Erases every earlier search without a trace.
    ///
    /// This can't be undone. It also discards failed changes that a retry would repeat, except for settings.
    public func eraseHistory() { screen.eraseHistory() }
    /// Restores the searches that were deleted last; `state.undoable` is their number.
    public func undo() { screen.undo() }
    /// Pins or unpins the earlier search of a row; does nothing for the row of a target.
    public func pin(_ row: SearchRow, _ isPinned: Bool = true) { screen.pin(row, isPinned) }
    /// Sets whether searches are recorded.
    ///
    /// To remove the recorded ones, call ``eraseHistory()`` as well.
    public func setRecording(_ recording: SearchHistoryPolicy.Recording) { screen.setRecording(recording) }
    /// Uses the history of another account from now on; pending changes are still made in the former one.
    public func setHistory(_ history: any SearchHistoryRepository) { screen.setHistory(history) }

    // MARK: Boards, marks and changes

    private func follow(_ selection: BoardSelection.State) {
        page.selection = selection
        screen.setPlace(SearchPlace(selection))
        publish()
    }

    private func reading(on board: Board.ID? = nil) -> PostReading? {
        marks.map { PostReading($0.state.log, board: board) }
    }

    private func filterRule(on board: Board.ID) -> FeedRules<Post>.Filter? {
        filter.rule(reading: reading(on: board), besides: rules.feed.filter)
    }

    /// Keeps a changed post if the search still finds it, and removes it otherwise.
    private func apply(_ change: PostChange) {
        screen.edit { query in
            let search = highlights[query]
            return { shown in
                guard let search else { return [] }
                return change.edits(in: shown) { search.keeps($0, of: query, change, shown[id: $0.id]) }
            }
        }
    }

    // MARK: Publishing

    /// Makes the state of its parts, and publishes it.
    private func publish() {
        defer { if goneBoard.isNews(screen.resultsFailure) { selection.reloadBoards() } }
        page.search = screen.state
        let query = screen.shownQuery
        let builder = PostRowBuilder(
            style: style, now: clock.now(), highlighting: highlights[query]?.rules, reading: reading(on: query?.board))
        // Kept if equal: rows with the same object compare fast. The matches of an ended search are gone.
        if page.builder != builder || page.builder.highlighting?.sharesMatches(with: builder.highlighting) == false {
            page.builder = builder
        }
        clock.run(page.search.isActive && page.search.mode == .results && style.date.dependsOnDay)
        store.state = page
    }
}
