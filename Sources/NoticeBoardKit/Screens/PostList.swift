public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The posts of the board that is open.
///
/// ```swift
/// let list = PostList(service: client, selection: selection)
/// list.open()                                   // the list came into sight
/// list.appeared(cell.id)                        // each cell, as it comes into sight
/// for await state in list.states { show(state.title, state.display, state.items) }
/// ```
///
/// When another board is opened the list is empty at once and, if it is in sight, loads that board's posts.
///
/// - **Isolation**: it belongs to the main actor. Posts are loaded, and made into rows, outside of it.
/// - **Cancellation**: what is under way is cancelled when it is not wanted any more, and with the list.
/// - **Errors**: they are part of the state, and posts stay visible under them.
///
/// What it does is decided by ``Machine``, which can be driven by other means as well.
@MainActor public final class PostList: FeedScreen {
    private let driver: MachineDriver<Machine, FeedWork>
    private let now: @Sendable () -> Date
    private var observations: [StateObservation] = []

    /// A list of the posts of `service` on the board that is open in `selection`.
    ///
    /// - Parameters:
    ///   - service: Where the posts are.
    ///   - selection: Which board is open.
    ///   - order: The order of everything that is loaded, whatever that of the service.
    ///   - style: How rows look.
    ///   - rules: How the feed behaves; their order is that of `order`.
    ///   - changes: What becomes of posts on other screens; those of this board are taken in.
    ///   - now: The clock that tells what is today and yesterday.
    public convenience init(
        service: any NoticeBoardService, selection: BoardSelection, order: PostOrder = .server,
        style: PostRowStyle = PostRowStyle(), rules: FeedRules<ListedPost> = FeedRules(), changes: FeedChanges<Post>? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            service: service, selection: selection, order: order, style: style, rules: rules, changes: changes, now: now,
            pause: .system)
    }

    /// The same with a clock of the caller's for what is slow.
    package init(
        service: any NoticeBoardService, selection: BoardSelection, order: PostOrder = .server,
        style: PostRowStyle = PostRowStyle(), rules: FeedRules<ListedPost> = FeedRules(), changes: FeedChanges<Post>? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, pause: Pause
    ) {
        // Places are places in the server's order; the list makes its own.
        let service = service.inServerOrder
        let look = PostLook(style: style, now: now())
        self.now = now
        driver = MachineDriver(Machine(selection: selection.state, order: order, look: look, rules: rules)) { effect in
            switch effect {
            case .feed(let effect, let board, let look):
                effect.chore(
                    { position in look.listed(try await service.postPage(in: board, at: position)) }, pause: pause,
                    event: { .feed($0, look: look) }, key: { $0 })
            }
        }
        observations.append(selection.observe { [weak self] in self?.driver.handle(.selected($0)) })
        if let changes {
            observations.append(
                changes.observe { [weak self] change in
                    self?.restyle()
                    self?.driver.handle(.changed(change))
                })
        }
    }

    /// What is to be seen now.
    public var state: State { driver.state }
    /// What is to be seen now, then every later state that there was time for.
    public var states: AsyncStream<State> { driver.states }
    /// Calls `body` with every new state, as long as what this returns is held.
    public func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation { driver.observe(body) }

    /// The post at the top of the screen, as the app says, so that it can build the screen anew where it stood.
    ///
    /// When the post leaves the list its neighbour takes its place. Setting it changes no state.
    public var anchor: Post.ID? {
        get { driver.read(\.anchor) }
        set { driver.handle(.feed(.scrolled(newValue))) }
    }

    /// Asks the list for something.
    ///
    /// While no board is open it waits for one. Signing out needs no more than ``BoardMenu/reset()``: where no board is open,
    /// there are no posts.
    public func tell(_ request: FeedRequest<Post.ID>) {
        restyle()
        driver.handle(.feed(FeedMachine.Event(request)))
    }

    /// Makes the rows anew, in another style if one is given; where the list stands and what is under way stay.
    ///
    /// Whenever the list is asked for something it looks for itself whether a midnight has passed. An app that wants its rows
    /// to change at that moment calls this when the system tells of it.
    public func restyle(_ style: PostRowStyle? = nil) {
        driver.handle(.looked(PostLook(style: style ?? driver.read(\.look.style), now: now())))
    }
}
