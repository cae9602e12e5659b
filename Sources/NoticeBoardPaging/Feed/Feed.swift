public import NoticeBoardBase

/// A list on a screen: it loads as rows come into sight, refreshes, and takes in changes.
///
/// ```swift
/// let feed = Feed { position in try await service.page(at: position) }
/// feed.open()                                   // the list came into sight
/// feed.appeared(row.id)                         // each row, as it comes into sight
/// for await state in feed.states { show(state.display, state.items) }
/// ```
///
/// - **Isolation**: it belongs to the main actor. The closure runs outside of it.
/// - **Cancellation**: what is under way is cancelled when it is not wanted any more, and with the feed.
/// - **Errors**: they are part of the state, and content stays visible under them.
///
/// What it does is decided by ``FeedMachine``, which can be driven by other means as well.
@MainActor public final class Feed<Item: Identifiable & Equatable & Sendable>: StateSource where Item.ID: Sendable {
    /// Loads the page at a position, or the first one when there is none.
    public typealias Load = @concurrent @Sendable (PagePosition?) async throws -> Page<Item>

    private let driver: MachineDriver<FeedMachine<Item>, FeedWork>
    private var observation: StateObservation?

    /// A feed of the pages that `load` brings, which follows `changes` where there are any.
    public convenience init(
        _ rules: FeedRules<Item> = FeedRules(), changes: FeedChanges<Item>? = nil, load: @escaping Load
    ) {
        self.init(rules, changes: changes, pause: .system, load: load)
    }

    /// The same with a clock of the caller's.
    package init(
        _ rules: FeedRules<Item> = FeedRules(), changes: FeedChanges<Item>? = nil, pause: Pause, load: @escaping Load
    ) {
        driver = MachineDriver(FeedMachine(rules)) { $0.chore(load, pause: pause, event: { $0 }, key: { $0 }) }
        observation = changes?.observe { [weak self] in self?.driver.handle(.changed($0)) }
    }

    /// What is to be seen now.
    public var state: FeedState<Item> { driver.state }
    /// What is to be seen now, then every later state that there was time for.
    public var states: AsyncStream<FeedState<Item>> { driver.states }
    /// Calls `body` with every new state, as long as what this returns is held.
    public func observe(_ body: @escaping @MainActor (FeedState<Item>) -> Void) -> StateObservation { driver.observe(body) }

    /// The row at the top of the screen, as the app says, so that it can build the screen anew where it stood.
    ///
    /// When the row leaves the list its neighbour takes its place. Setting it changes no state.
    public var anchor: Item.ID? {
        get { driver.read(\.anchor) }
        set { driver.handle(.scrolled(newValue)) }
    }

    /// The list came into sight: it is loaded, unless it was before.
    public func open() { driver.handle(.open) }
    /// Asks for the list's head again; what is below it stays.
    public func refresh() { driver.handle(.refresh) }
    /// Begins the list anew; what is shown stays until the answer comes.
    public func reload() { driver.handle(.reload) }
    /// A row came into sight: near the end it asks for more.
    public func appeared(_ id: Item.ID) { driver.handle(.appeared(id)) }
    /// Asks for a further page, whatever is in sight.
    public func loadMore() { driver.handle(.more) }
    /// Loads the list to its end; ``FeedState/progress`` tells how far it is.
    public func loadAll() { driver.handle(.all) }
    /// Tries again what failed, and only that.
    public func retry() { driver.handle(.retry) }
    /// Empties the list, as if it had never been asked for: at signing out, for example.
    public func reset() { driver.handle(.reset) }

    /// Asks for the list's head again, and returns when that has ended: for SwiftUI's `refreshable`.
    public func refreshed() async {
        refresh()
        await state { !$0.refresh.isLoading }
    }
}
