public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The page of a post: its contents with the hits of a search, and its neighbors in the list.
///
/// ```swift
/// let page = PostPage(selection: selection, marks: marks, changes: changes)
/// page.open(row.id, from: list)                 // a row was tapped, of a list or of a search
/// for await state in page.states { show(state.row, state.display, state.content) }
/// page.nextHit()
/// page.next()                                   // the next post; loads the list's next page if needed
/// page.close()                                  // the page went out of sight
/// ```
///
/// The service has no call for one post: everything comes with the list.
///
/// - **Isolation**: it belongs to the main actor; contents are prepared off the main actor.
/// - **Cancellation**: closing or releasing the page cancels its work.
/// - **Errors**: they are part of the state.
@MainActor public final class PostPage: StateForwarding {
    private enum Work: Hashable { case content }

    private let driver: MachineDriver<Machine, Work>
    private let now: @Sendable () -> Date
    private let clock: ScreenClock
    private let selection: BoardSelection
    private let marks: ReadMarks?
    private let list = ListBehind()
    private var following: StateObservation?
    private var observations: [StateObservation] = []

    /// A page for posts of the board that is open in `selection`.
    ///
    /// - Parameters:
    ///   - selection: The open board; the page says if it is no longer the post's.
    ///   - style: How a post looks that was not opened from a list.
    ///   - marks: The read marks; opening a post marks it as read.
    ///   - changes: Changes of posts by other screens.
    ///   - baseURL: The base of relative addresses in posts.
    ///   - now: Returns the time, for "today" and "yesterday".
    ///   - time: The clock for the end of the day.
    public init(
        selection: BoardSelection, style: PostRowStyle = PostRowStyle(), marks: ReadMarks? = nil,
        changes: ChangeBus<PostChange>? = nil, baseURL: URL? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        (self.now, self.selection, self.marks, clock) = (now, selection, marks, ScreenClock(now, time))
        let builder = PostRowBuilder(style: style, now: now())
        driver = MachineDriver(Machine(selection: selection.state, builder: builder)) { [list] effect in
            switch effect {
            case .prepare(let contents, let marking, let number):
                .start(.content) {
                    .prepared(PostContent(contents, marking: marking?.highlighter, baseURL: baseURL), number)
                }
            case .stopPreparing: .stop([.content])
            case .read(let post, let board): .now { marks?.read(post, on: board) }
            case .reached(let id):
                .now {
                    list.send(.rowAppeared(id))
                    list.send(.scrolled(id))
                }
            case .older: .now { list.send(.older) }
            }
        }
        observations = [
            selection.observe { [weak driver] in driver?.handle(.selected($0)) },
            changes?.observe { [weak driver] in driver?.handle(.changed($0)) },
            driver.observe { [list, clock] state in
                list.hold(state.isWaitingForNext)
                clock.run(state.post != nil && state.builder.style.date.dependsOnDay)
            },
            clock.observe { [weak self] _ in self?.restyle() },
            marks?.observe { [weak self] _ in self?.restyle() },
        ].compactMap(\.self)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { driver }

    /// Opens a post of a list.
    public func open(_ id: Post.ID, from list: PostList) { open(id, following: list) }
    /// Opens a post of a search, whose matches are marked in it.
    public func open(_ id: Post.ID, from search: SearchScreen) { open(id, following: search) }

    package func open<Screen: FeedScreen>(_ id: Post.ID, following screen: Screen) where Screen.State: PostListing {
        following = nil
        list.follow(screen)
        // Followed after the post is open: the former post has nothing to do with this list.
        driver.handle(.open(id, Listing(screen.state, now: now())))
        following = screen.observe { [weak driver, now] in driver?.handle(.listed(Listing($0, now: now()))) }
    }

    /// Opens a post that is in no list: a kept one, or one from a notification.
    public func open(_ post: Post, marking: HighlightRules? = nil) {
        leaveList()
        driver.handle(.show(post, builder(on: selection.board?.id, marking: marking)))
    }

    /// Goes to the next post of the list, once it is loaded; after a failure, tries again.
    public func next() {
        // A released list loads nothing.
        if !list.isThere, var listing = driver.read(\.listing) {
            listing.feed.end = listing.feed.end ?? .lastPage
            driver.handle(.listed(listing))
        }
        driver.handle(.next)
    }
    /// Goes to the previous post.
    public func previous() { driver.handle(.previous) }
    /// Goes to the next hit; from the last one to the first.
    public func nextHit() { driver.handle(.nextHit) }
    /// Goes to the previous hit; from the first one to the last.
    public func previousHit() { driver.handle(.previousHit) }

    /// Closes the page, at a sign-out.
    public func reset() { close() }

    /// Closes the post, when the page goes out of sight.
    public func close() {
        leaveList()
        driver.handle(.close)
    }

    private func leaveList() {
        following = nil
        list.leave()
    }

    /// Shows the page in another style, or as of now.
    public func restyle(_ style: PostRowStyle? = nil) {
        driver.handle(.looked(builder(style, on: state.board?.id ?? selection.board?.id)))
    }

    /// Returns how the page looks now; without marks of its own it uses those of the list.
    private func builder(_ style: PostRowStyle? = nil, on board: Board.ID?, marking: HighlightRules? = nil) -> PostRowBuilder {
        let before = state.builder
        let reading = marks.map { PostReading($0.state.log, board: board) } ?? before.reading
        return PostRowBuilder(style: style ?? before.style, now: now(), marking: marking, reading: reading)
    }
}

/// The list from which a post was opened, which is retained only while the next post is being loaded.
@MainActor private final class ListBehind {
    private weak var screen: AnyObject?
    private var awaited: AnyObject?
    private var ask: ((FeedRequest<Post.ID>) -> Void)?

    init() {}

    var isThere: Bool { screen != nil }
    func hold(_ isAwaited: Bool) { awaited = isAwaited ? screen : nil }
    func send(_ request: FeedRequest<Post.ID>) { ask?(request) }

    func follow<Screen: FeedScreen>(_ screen: Screen) where Screen.State: PostListing {
        (self.screen, ask) = (screen, { [weak screen] in screen?.send($0) })
    }

    func leave() { (screen, awaited, ask) = (nil, nil, nil) }
}
