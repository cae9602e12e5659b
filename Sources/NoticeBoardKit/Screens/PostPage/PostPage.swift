public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The page of a post: what it says, with the hits of the search that it came from, and the posts beside it in its list.
///
/// ```swift
/// let page = PostPage(selection: selection, marks: marks, changes: changes)
/// page.open(row.id, from: list)                 // a row was tapped, of a list or of a search
/// for await state in page.states { show(state.row, state.display, state.content) }
/// page.nextHit()
/// page.next()                                   // the next post of the list, which is read on where it has to be
/// page.close()                                  // the page went out of sight
/// ```
///
/// The service has no call for one post: all there is to see came with the list.
///
/// - **Isolation**: it belongs to the main actor; what a post says is made outside of it.
/// - **Cancellation**: what is not wanted any more is given up, and with the page.
/// - **Errors**: they are part of the state, as is what becomes of the post while it is read.
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
    ///   - selection: Which board is open; a page tells when it is not that of its post any more.
    ///   - style: How a post looks that is opened from no list.
    ///   - marks: What was read on the device: a post that is opened is.
    ///   - changes: What becomes of posts on other screens.
    ///   - baseURL: Where relative addresses of pictures and links in posts lead from.
    ///   - now: The clock that tells what is today and yesterday.
    ///   - time: The clock for the end of the day; a test turns it by hand.
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

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { driver }

    /// Opens a post of a list or of a search: what was searched is marked in it.
    public func open<Screen: FeedScreen>(_ id: Post.ID, from screen: Screen) where Screen.State: PostListing {
        following = nil
        list.follow(screen)
        // Followed once the post is open: what a list says means nothing to the post of another.
        // The list may be closed, and show what was today when it was looked at last.
        driver.handle(.open(id, Listing(screen.state, now: now())))
        following = screen.observe { [weak driver, now] in driver?.handle(.listed(Listing($0, now: now()))) }
    }

    /// Opens a post that stands in no list: one that was kept, or came with a notification.
    public func open(_ post: Post, marking: HighlightRules? = nil) {
        leaveList()
        driver.handle(.show(post, builder(on: selection.board?.id, marking: marking)))
    }

    /// Goes on to the next post of the list; where that has to be loaded, the page goes on when it has come.
    public func next() {
        // A list that is gone brings no more.
        if !list.isThere, var listing = driver.read(\.listing) {
            listing.hasMore = false
            driver.handle(.listed(listing))
        }
        driver.handle(.next)
    }
    /// Goes back to the post before.
    public func previous() { driver.handle(.previous) }
    /// Goes on to the next hit; behind the last one comes the first.
    public func nextHit() { driver.handle(.nextHit) }
    /// Goes back to the hit before; before the first one comes the last.
    public func previousHit() { driver.handle(.previousHit) }

    /// The same as ``close()``: at signing out.
    public func reset() { close() }

    /// Shows nothing any more, as if no post had been opened: when it goes out of sight.
    public func close() {
        leaveList()
        driver.handle(.close)
    }

    private func leaveList() {
        following = nil
        list.leave()
    }

    /// Shows the page in another style, or as it looks now.
    public func restyle(_ style: PostRowStyle? = nil) {
        driver.handle(.looked(builder(style, on: state.board?.id ?? selection.board?.id)))
    }

    /// How the page looks now; without marks of its own it goes by those of the list.
    private func builder(_ style: PostRowStyle? = nil, on board: Board.ID?, marking: HighlightRules? = nil) -> PostRowBuilder {
        let before = state.builder
        let reading = marks.map { PostReading($0.state.log, board: board) } ?? before.reading
        return PostRowBuilder(style: style ?? before.style, now: now(), marking: marking, reading: reading)
    }
}

/// The list from which a post was opened: it is kept alive as long as the next post is on its way, and no longer.
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
