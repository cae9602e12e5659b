public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The posts of the open board.
///
/// ```swift
/// let list = PostList(service: client, selection: selection)
/// list.open()                                   // the list appeared
/// list.rowAppeared(row.id)                      // a row appeared
/// for await state in list.states { show(state.title, state.display, state.rows) }
/// ```
///
/// When another board is opened, the list is empty at once and loads that board's posts if it is visible.
///
/// - **Isolation**: it belongs to the main actor; requests run off the main actor.
/// - **Cancellation**: another board, or releasing the list, cancels its requests.
/// - **Errors**: they are part of the state, and posts stay visible under them.
@MainActor public final class PostList: FeedScreen, StateForwarding {
    private let driver: MachineDriver<Machine, FeedWork>
    private let clock: ScreenClock
    private let marks: ReadMarks?
    private let selection: BoardSelection
    private let now: @Sendable () -> Date
    private let ownFilter: FeedRules<Post>.Filter?
    private var observations: [StateObservation] = []

    /// The posts to hide; changing it sends no request.
    public var filter = PostFilter() { didSet { applyFilter() } }

    /// Creates a list of the posts of the open board.
    ///
    /// - Parameters:
    ///   - service: The service of posts.
    ///   - selection: The open board.
    ///   - order: Sort order of the loaded posts; `.server` keeps the order of `rules`.
    ///   - style: How rows look.
    ///   - pageSize: The number of posts in a request.
    ///   - rules: The rules of the list.
    ///   - changes: Changes of posts by other screens.
    ///   - marks: The read marks, which also record the posts that the list shows.
    ///   - now: Returns the time, for "today" and "yesterday".
    ///   - time: The clock for slow requests and the end of the day.
    public init(
        service: any NoticeBoardService, selection: BoardSelection, order: PostOrder = .server,
        style: PostRowStyle = PostRowStyle(), pageSize: Int = 30, rules: FeedRules<Post> = FeedRules(),
        changes: ChangeBus<PostChange>? = nil, marks: ReadMarks? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        let reading = marks.map { PostReading($0.state.log, board: selection.board?.id) }
        let builder = PostRowBuilder(style: style, now: now(), reading: reading)
        (self.now, self.marks, self.selection, clock) = (now, marks, selection, ScreenClock(now, time))
        ownFilter = rules.filter
        driver = MachineDriver(Machine(selection: selection.state, order: order, builder: builder, rules: rules)) {
            effect, state in
            switch effect {
            case .feed(let effect, let board):
                effect.chore(
                    { try await service.postPage(in: board, at: $0, limit: pageSize) }, shown: state.feed.items,
                    time: time, event: { .feed($0) }, key: { $0 })
            case .opened(let board): .now { marks?.opened(board) }
            case .saw(let posts, let board): .now { marks?.saw(posts, on: board) }
            }
        }
        observations = [
            clock.observe { [weak self] _ in self?.updateBuilder() },
            selection.observe { [weak self] in
                self?.driver.handle(.selected($0))
                self?.updateBuilder()
                self?.applyFilter()
            },
            marks?.observe { [weak self] _ in self?.updateBuilder() },
            changes?.observe { [weak driver] change in
                if driver?.read({ $0.isConcerned(by: change) }) == true { driver?.handle(.changed(change)) }
            },
        ].compactMap(\.self)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { driver }
    /// The state of the posts.
    public var feed: FeedState<Post> { state.feed }

    /// The row of a post, for a cell provider; `nil` if it is not in the list.
    public subscript(id: Post.ID) -> PostRow? { state.rows[id: id] }

    /// The post at the top of the screen: set it while scrolling, to build the screen again at the same place.
    ///
    /// If the post leaves the list, its neighbor takes its place. Setting it changes no state.
    public var anchor: Post.ID? {
        get { driver.read(\.anchor) }
        set { scrolled(to: newValue) }
    }

    /// The posts to keep for the next launch, with the present time; `nil` without posts.
    public var snapshot: FeedSnapshot<Post>? {
        var snapshot = driver.read(\.snapshot)
        if snapshot?.storedAt == nil { snapshot?.storedAt = now() }
        return snapshot
    }

    /// Shows kept posts of a board until the list is refreshed; does nothing if the board is not open or its posts are loaded.
    public func restore(_ memory: FeedSnapshot<Post>, of board: Board.ID) { driver.handle(.kept(memory, of: board)) }

    /// Sends a request to the list; without an open board, it waits for one.
    ///
    /// If the boards could not be loaded, a retry or a refresh loads them. ``BoardMenu/reset()`` also empties the list.
    public func send(_ request: FeedRequest<Post.ID>) {
        if request == .open { marks?.load() }
        updateBuilder()
        if request == .open || request == .refresh, filter.hidesRead { applyFilter() }
        driver.handle(.feed(.request(request)))
        age()
        if request == .retry || request == .refresh { selection.retry() }
    }

    /// Shows the rows in another style, or as of now, without a request.
    ///
    /// Rows also follow the end of the day and every request by themselves.
    public func restyle(_ style: PostRowStyle? = nil) {
        updateBuilder(style)
        age()
    }

    private var reading: PostReading? { marks.map { PostReading($0.state.log, board: selection.board?.id) } }

    private func applyFilter() {
        driver.handle(.feed(.filtered(filter.rule(reading: reading, besides: ownFilter))))
    }

    private func updateBuilder(_ style: PostRowStyle? = nil) {
        driver.handle(.looked(PostRowBuilder(style: style ?? driver.read(\.builder.style), now: now(), reading: reading)))
    }

    /// Starts or stops checking every minute whether the day has changed.
    private func age() { clock.run(driver.read { $0.isOpen && $0.builder.style.date.dependsOnDay }) }
}

extension PostList {
    /// The state of a list: the board and its posts.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: PostListing {
        /// The open board.
        public var selection: BoardSelection.State
        /// The posts, and the phases of their loading.
        public var feed: FeedState<Post>
        /// How the rows look.
        public var builder: PostRowBuilder

        /// Creates the state of a list; by default, of one that was not opened yet.
        public init(
            selection: BoardSelection.State = .pending, feed: FeedState<Post> = FeedState(),
            builder: PostRowBuilder = PostRowBuilder()
        ) {
            (self.selection, self.feed, self.builder) = (selection, feed, builder)
        }

        /// The open board; `nil` if none is open.
        public var board: Board? { selection.board }
        /// The board's name; empty if none is open.
        public var title: String { board?.name ?? "" }
        /// The rows.
        public var rows: FeedRows<PostRowBuilder> { FeedRows(feed.items, builder) }
        /// The placeholder of the board's search field; `nil` if no board is open.
        public var searchPlaceholder: String? { board?.searchPlaceholder(in: language) }
        /// The language of the texts.
        public var language: Language { builder.style.language }

        /// The one thing that the list's place shows.
        public var display: FeedDisplay {
            switch selection {
            case .pending, .loading: .placeholder
            case .failed(let error): .failure(error)
            case .nothing, .noBoards, .signedOut: .empty
            case .open: feed.display
            }
        }

        /// Why the list is empty, as a value.
        public var empty: EmptyText? {
            switch selection {
            case .open: feed.display == .empty ? (feed.hidden.isEmpty ? .noPosts : .hidden) : nil
            case .nothing: .noBoardOpen
            case .noBoards: .noBoards
            case .signedOut: .signedOut
            case .pending, .loading, .failed: nil
            }
        }
        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? { empty == .hidden ? feed.hiddenText(in: language) : empty?.text(in: language) }
        /// Why the last request failed, whether or not posts stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { if case .failed(let error) = selection { error } else { feed.failure } }
        /// A sentence to show above posts that stay visible: why they could not be refreshed.
        public var notice: String? { display == .items ? feed.refresh.failure?.text(in: language) : nil }
    }
}

/// The state of a list from which posts are opened.
package protocol PostListing: Sendable, Equatable {
    /// The state of the list.
    var feed: FeedState<Post> { get }
    /// How the rows look, with the matches of a search.
    var builder: PostRowBuilder { get }
}
