public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The posts of the board that is open.
///
/// ```swift
/// let list = PostList(service: client, selection: selection)
/// list.open()                                   // the list came into sight
/// list.rowAppeared(row.id)                         // each row, as it comes into sight
/// for await state in list.states { show(state.title, state.display, state.rows) }
/// ```
///
/// When another board is opened the list is empty at once and, if it is in sight, loads that board's posts.
///
/// - **Isolation**: it belongs to the main actor; posts are loaded outside of it.
/// - **Cancellation**: what is under way is cancelled when it is not wanted any more, and with the list.
/// - **Errors**: they are part of the state, and posts stay visible under them.
///
/// What it does is decided by ``Machine``, which can be driven by other means as well.
@MainActor public final class PostList: FeedScreen, StateForwarding {
    private let driver: MachineDriver<Machine, FeedWork>
    private let clock: ScreenClock
    private let marks: ReadMarks?
    private let selection: BoardSelection
    private let now: @Sendable () -> Date
    private let ownFilter: FeedRules<Post>.Filter?
    private var observations: [StateObservation] = []

    /// Which posts are hidden; it changes at any time, and nothing is loaded for it.
    public var filter = PostFilter() { didSet { applyFilter() } }

    /// A list of the posts of `service` on the board that is open in `selection`.
    ///
    /// - Parameters:
    ///   - service: Where the posts are.
    ///   - selection: Which board is open.
    ///   - order: The order of everything that is loaded; where it is the server's, that of `rules` stands.
    ///   - style: How rows look.
    ///   - pageSize: How many posts are asked for at a time.
    ///   - rules: How the feed behaves.
    ///   - changes: What becomes of posts on other screens; those of this board are taken in.
    ///   - marks: What was read on the device; the list tells them which posts it showed.
    ///   - now: The clock that tells what is today and yesterday.
    ///   - time: The clock for what is slow, and for the end of the day; a test turns it by hand.
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

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { driver }

    /// The row of a post, if it is shown: for a cell provider, which is given its number.
    public subscript(id: Post.ID) -> PostRow? { state.rows[id: id] }

    /// The post at the top of the screen, as the app says, so that it can build the screen anew where it stood.
    ///
    /// When the post leaves the list its neighbour takes its place. Setting it changes no state.
    public var anchor: Post.ID? {
        get { driver.read(\.anchor) }
        set { scrolled(to: newValue) }
    }

    /// What to keep of the list for the next launch, with the time at which it is kept; `nil` while there are no posts.
    public var snapshot: FeedSnapshot<Post>? {
        var snapshot = driver.read(\.snapshot)
        if snapshot?.storedAt == nil { snapshot?.storedAt = now() }
        return snapshot
    }

    /// Shows what was kept of the list of a board, where that is open and was not loaded: until it is refreshed, which
    /// opening the list does.
    public func restore(_ memory: FeedSnapshot<Post>, of board: Board.ID) { driver.handle(.kept(memory, of: board)) }

    /// Asks the list for something.
    ///
    /// While no board is open it waits for one; where the boards could not be loaded, a retry or a refresh loads them. Signing
    /// out needs no more than ``BoardMenu/reset()``: where no board is open, there are no posts.
    public func send(_ request: FeedRequest<Post.ID>) {
        if request == .open { marks?.load() }
        updateBuilder()
        if request == .open || request == .refresh, filter.hidesRead { applyFilter() }
        driver.handle(.feed(FeedMachine.Event(request)))
        age()
        switch (request, selection.state) {
        case (.retry, .failed), (.retry, .noBoards), (.refresh, .failed), (.refresh, .noBoards): selection.reloadBoards()
        default: break
        }
    }

    /// Shows the rows in another style, or as they look now; nothing is loaded or made anew.
    ///
    /// A list that is open looks for itself when the day is over, and whenever it is asked for something.
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

    /// While the list is in sight, its rows are looked at again every minute, if another day changes them.
    private func age() { clock.run(driver.read { $0.isOpen && $0.builder.style.date.dependsOnDay }) }
}

extension PostList {
    /// What is to be seen of a list: which board it is of, and its posts.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: FeedStateProviding, PostListing {
        /// Which board is open.
        public var selection: BoardSelection.State
        /// The board's posts and how their loading stands.
        public var feed: FeedState<Post>
        /// How the rows look.
        public var builder: PostRowBuilder

        /// What a list shows; nothing was asked for, unless told otherwise.
        public init(
            selection: BoardSelection.State = .pending, feed: FeedState<Post> = FeedState(),
            builder: PostRowBuilder = PostRowBuilder()
        ) {
            (self.selection, self.feed, self.builder) = (selection, feed, builder)
        }

        /// The open board, if there is one.
        public var board: Board? { selection.board }
        /// The board's name; empty when none is open.
        public var title: String { board?.name ?? "" }
        /// The rows, in the order in which they are shown.
        public var rows: FeedRows<PostRowBuilder> { FeedRows(feed.items, builder) }
        /// What stands in the empty field of the board's search; nothing when no board is open.
        public var searchPlaceholder: String? { board?.searchPlaceholder(in: language) }
        /// The language of what is said.
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
package protocol PostListing: FeedStateProviding where Item == Post {
    /// How the rows look, with the matches of a search.
    var builder: PostRowBuilder { get }
}
