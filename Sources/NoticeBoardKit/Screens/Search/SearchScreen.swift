public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// The search of a board: earlier searches, suggestions and results.
///
/// ```swift
/// let search = SearchScreen(service: client, history: history, selection: selection)
/// search.focus()                      // the field was tapped: lists the earlier searches
/// search.type("메일")                  // suggests four targets, and earlier searches that the text may become
/// search.choose(.title)               // searches, records the search, and shows the results
/// for await state in search.states { show(state.mode, …) }
/// ```
///
/// - **Isolation**: it belongs to the main actor; requests run off the main actor.
/// - **Cancellation**: a new search cancels the former one, and releasing the screen cancels everything except the recording.
/// - **Errors**: they are part of the state. If the history can't be read or written, searching works all the same.
@MainActor public final class SearchScreen: FeedScreen, StateForwarding {
    enum Work: Hashable {
        case results(FeedWork)
        case wait
    }

    private let driver: MachineDriver<Machine, Work>
    private let link: SearchHistoryLink
    private let selection: BoardSelection
    private let now: @Sendable () -> Date
    private let clock: ScreenClock
    private let marks: ReadMarks?
    private let ownFilter: FeedRules<Post>.Filter?
    private var observations: [StateObservation] = []

    /// The results to hide; changing it sends no request.
    public var filter = PostFilter() { didSet { applyFilter() } }

    /// Creates a search on the open board.
    ///
    /// - Parameters:
    ///   - service: The service of posts.
    ///   - history: Records searches.
    ///   - selection: The open board.
    ///   - rules: The rules of the search.
    ///   - style: How rows look.
    ///   - changes: Changes of posts by other screens.
    ///   - marks: The read marks.
    ///   - now: Returns the time, for "today" and "yesterday".
    ///   - time: The clock for delays while typing, slow requests and the end of the day.
    public init(
        service: any NoticeBoardService, history: any SearchHistoryRepository, selection: BoardSelection,
        rules: SearchRules = SearchRules(), style: PostRowStyle = PostRowStyle(), changes: ChangeBus<PostChange>? = nil,
        marks: ReadMarks? = nil, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        (self.now, self.marks, self.selection, clock) = (now, marks, selection, ScreenClock(now, time))
        ownFilter = rules.feed.filter
        let link = SearchHistoryLink(history)
        self.link = link
        let builder = PostRowBuilder(style: style, now: now(), reading: marks.map { PostReading($0.state.log) })
        driver = MachineDriver(Machine(rules, builder: builder, selection: selection.state)) { effect, state in
            switch effect {
            case .results(let effect, let query):
                effect.chore(
                    { [marking = state.marking, length = state.builder.style.matchLength] position in
                        let page = try await service.searchPage(
                            query.keyword, in: query.board, target: query.target, at: position, limit: rules.pageSize)
                        // Rows are drawn on the main actor, so the matches in long contents are found here.
                        for post in page.items where !Task.isCancelled { _ = marking?.matches(in: post, length: length) }
                        return page
                    }, shown: state.results.items, time: time,
                    event: { event in { $0.listen(event) } }, key: { .results($0) })
            case .readHistory: .now { link.read() }
            case .leaveHistory: .now { link.leave() }
            case .change(let change, let number): .now { link.apply(change, number) }
            case .wait(let seconds):
                .start(.wait) {
                    guard await time.over(seconds) else { return nil }
                    return { $0.pauseIsOver() }
                }
            case .stopWaiting: .stop([.wait])
            }
        }
        link.send = { [weak driver] in driver?.handle($0) }
        observations = [
            selection.observe { [weak driver] selection in driver?.handle { $0.follow(selection) } },
            changes?.observe { [weak driver] change in driver?.handle { $0.take(change) } },
            marks?.observe { [weak self] _ in self?.restyle() },
            driver.observe { [clock] state in
                clock.run(state.isActive && state.mode == .results && state.builder.style.date.dependsOnDay)
            },
            clock.observe { [weak self] _ in self?.restyle() },
        ].compactMap(\.self)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { driver }
    /// The state of the results.
    public var feed: FeedState<Post> { state.feed }

    /// Lists the earlier searches: the field was tapped.
    public func focus() { handle { $0.focus() } }
    /// Takes over the text of the field.
    public func type(_ text: String) { handle { $0.type(text) } }
    /// Searches the text in the fields that were searched last.
    public func submit() { handle { $0.submit() } }
    /// Searches the text in the fields of a target.
    public func choose(_ target: SearchTarget) { handle { $0.submit(target) } }
    /// Runs the search of a row of ``State/history`` or ``State/suggestions``.
    public func choose(_ row: SearchRow) {
        handle { row.id.isEarlier ? $0.search(row.keyword, target: row.target) : $0.submit(row.target) }
    }
    /// Ends the search; the board is shown as before.
    public func cancel() { handle { $0.cancel() } }

    /// Shows kept posts for `query` until it is answered; does nothing if it was answered or another search began.
    public func restore(_ kept: FeedSnapshot<Post>, of query: SearchQuery) { handle { $0.show(kept, of: query) } }

    /// Sends a request to the list of results; `.reset` empties the screen.
    ///
    /// `.retry` also repeats failed changes of the history. If the boards could not be loaded, a retry or a refresh loads them.
    public func send(_ request: FeedRequest<Post.ID>) {
        if request == .open || request == .refresh, filter.hidesRead { applyFilter() }
        switch request {
        case .retry: handle { $0.retry() }
        case .reset: handle { $0.reset() }
        default: handle { $0.listen(.request(request)) }
        }
        if request == .retry || request == .refresh { selection.retry() }
    }

    /// The row of a result, for a cell provider; `nil` if it is not in the list.
    public subscript(id: Post.ID) -> PostRow? { state.hits[id: id] }

    /// The result at the top of the screen: set it while scrolling, to build the screen again at the same place.
    public var anchor: Post.ID? {
        get { driver.read(\.anchor) }
        set { scrolled(to: newValue) }
    }

    /// Shows the rows in another style, or as of now, without a request.
    ///
    /// Rows also follow the end of the day and every request by themselves.
    public func restyle(_ style: PostRowStyle? = nil) {
        let builder = PostRowBuilder(
            style: style ?? driver.read(\.builder.style), now: now(), reading: marks.map { PostReading($0.state.log) })
        driver.handle { $0.restyle(builder) }
    }

    private func applyFilter() {
        let filter = filter.rule(reading: marks.map { PostReading($0.state.log) }, besides: ownFilter)
        driver.handle { $0.filter(filter) }
    }

    private func handle(_ event: @escaping Machine.Event) {
        restyle()
        driver.handle(event)
    }
}

/// Changes of the history; ``State/historyFailure`` says what failed, and `retry()` repeats it.
extension SearchScreen {
    /// Deletes the earlier search of a row.
    public func delete(_ row: SearchRow) {
        if row.isDeletable { change(.delete([row.id.key])) }
    }
    /// Deletes every earlier search that is not pinned.
    public func deleteHistory() { change(.deleteAll(keepingPinned: true)) }
    /// Erases every earlier search without a trace.
    ///
    /// It cannot be undone, and drops every failed save and restore.
    public func eraseHistory() { change(.erase) }
    /// Restores the searches that were deleted last; ``State/undoable`` is their number.
    public func undo() { handle { $0.earlier.undo() } }
    /// Pins or unpins the earlier search of a row.
    public func pin(_ row: SearchRow, _ isPinned: Bool = true) {
        if row.isDeletable { change(.pin(row.id.key, isPinned)) }
    }
    /// Sets whether searches are recorded.
    ///
    /// To remove the recorded ones, call ``eraseHistory()`` as well.
    public func record(_ recording: SearchHistoryPolicy.Recording) { change(.record(recording)) }
    /// Uses the history of another account from now on; pending changes are still made in the former one.
    public func use(_ history: any SearchHistoryRepository) {
        link.use(history)
        handle { $0.followOtherHistory() }
    }

    private func change(_ change: SearchHistoryChange) { handle { $0.earlier.ask(change) } }
}

/// The rules of a search screen.
public struct SearchRules: Sendable {
    /// How many seconds after the last key the text is searched; `nil` searches only when the user submits or chooses.
    ///
    /// Up to two characters wait 0.2 s longer, since most words are still growing. A search while typing is not recorded.
    public var typingDelay: Double?
    /// The fields to search in until others are chosen.
    public var target = SearchTarget.all
    /// The suggested targets, in order.
    public var targets = SearchTarget.wellKnown
    /// The maximum number of listed earlier searches; the history's own policy limits the stored ones.
    public var historyLimit = Int.max
    /// The maximum number of suggested earlier searches.
    public var suggestions = 5
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
