public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
import NoticeBoardScreens

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
    private let posts: Feed<Post>
    private let store: StateStore<State>
    private let clock: ScreenClock
    private let marks: PostMarks?
    private let boards: BoardSelection
    private let load: @Sendable (Board.ID, PagePosition?) async throws -> Page<Post>
    private let ownFilter: FeedRules<Post>.Filter?
    private var observations: [StateObservation] = []

    private var board = ListedBoard()
    private var opening = ListOpening()
    private var style: PostRowStyle

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
        changes: ChangeBus<PostChange>? = nil, marks: PostMarks? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        self.marks = marks
        self.style = style
        boards = selection
        clock = ScreenClock(now, time)
        ownFilter = rules.filter
        load = { board, position in
            let page = try await service.postPage(in: board, at: position, limit: pageSize)
            await MainActor.run {
                guard !Task.isCancelled else { return }
                let isBoardEmpty = (position ?? .offset(0)) == .offset(0) && page.items.isEmpty && page.skipped.isEmpty
                if isBoardEmpty { marks?.markEmpty(board) } else { marks?.markShown(page.items, in: board) }
            }
            return page
        }
        var rules = rules
        rules.sort(in: order)
        // Without a board, nothing is requested.
        posts = Feed(rules, time: time) { _ in throw CancellationError() }
        store = StateStore(State(builder: PostRowBuilder(style: style, now: now())))
        observations = [
            clock.observe { [weak self] _ in self?.publish() },
            posts.observe { [weak self] _ in self?.publish() },
            selection.observe { [weak self] in self?.follow($0) },
            marks?.observe(applyFilter: { [weak self] in self?.applyFilter() }, publish: { [weak self] in self?.publish() }),
            changes?.observe { [weak self] in self?.apply($0) },
        ].compactMap(\.self)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }
    /// The state of the posts.
    public var feed: FeedState<Post> { state.feed }

    /// The row of a post, for a cell provider; `nil` if it is not in the list.
    public subscript(id: Post.ID) -> PostRow? { state.rows[id: id] }

    /// The row at the top of the screen.
    ///
    /// Set it while scrolling and store it, to restore the scroll position.
    ///
    /// If the post leaves the list, its neighbor takes its place. Setting it changes no state.
    public var anchor: Post.ID? {
        get { posts.anchor }
        set { scrolled(to: newValue) }
    }

    /// The posts to keep for the next launch, with the present time; `nil` without posts.
    public var snapshot: FeedSnapshot<Post>? { posts.snapshot?.dated(clock.now()) }

    /// Shows kept posts of a board until the list is refreshed; does nothing if the board is not open or its posts are loaded.
    public func restore(_ snapshot: FeedSnapshot<Post>, of board: Board.ID) {
        guard self.board.id == board, !posts.state.isLoaded else { return }
        posts.restore(snapshot)
        if opening.isVisible { posts.open() }
    }

    /// Sends a request to the list; without an open board, it waits for one.
    ///
    /// If the boards could not be loaded, a retry or a refresh loads them. ``BoardMenu/reset()`` also empties the list.
    public func send(_ request: FeedRequest<Post.ID>) {
        if request == .open { marks?.load() }
        publish()
        opening.follow(request)
        if request == .open || request == .refresh, filter.hidesRead { applyFilter() }
        if board.id != nil { posts.send(request) } else { opening.keep(request) }
        age()
        if request == .retry || request == .refresh { boards.retry() }
    }

    /// Rebuilds the rows with a new style or the current date, without a request.
    ///
    /// The list does this itself at midnight and on every call.
    public func restyle(_ style: PostRowStyle? = nil) {
        self.style = style ?? self.style
        publish()
        age()
    }

    /// Starts or stops checking every minute whether the day has changed.
    private func age() { clock.run(opening.isVisible && style.date.dependsOnDay) }

    private var reading: PostReading? { marks.map { PostReading($0.state.log, board: board.id) } }

    private func applyFilter() { posts.hide(by: filter.rule(reading: reading, besides: ownFilter)) }

    private func follow(_ selection: BoardSelection.State) {
        // The board may only have another name.
        if board.follow(selection) {
            if let id = board.id {
                posts.reset { [load] in try await load(id, $0) }
                if opening.isVisible { posts.send(opening.request) }
            } else {
                posts.reset()
            }
            opening.forgetRequest()
        }
        applyFilter()
        publish()
    }

    /// Applies a change, unless it is about a post of another board.
    private func apply(_ change: PostChange) {
        guard let board = board.id else { return }
        if let post = change.post, let other = post.boardID, other != board, !posts.mayContain(post.id) { return }
        posts.edit { shown in
            // A post without a board ID belongs here if the list has it.
            change.edits(in: shown) { post in post.boardID.map { $0 == board } ?? shown.contains(id: post.id) }
        }
    }

    private func publish() {
        defer { if board.wasFoundGone(posts.state.failure) { boards.reloadBoards() } }
        var feed = board.shown(posts.state)
        if let visited = board.beginVisit(feed) { marks?.beginVisit(of: visited) }
        feed.showLoading(of: board.selection)
        store.state = State(
            selection: board.selection, feed: feed, builder: PostRowBuilder(style: style, now: clock.now(), reading: reading))
    }
}
