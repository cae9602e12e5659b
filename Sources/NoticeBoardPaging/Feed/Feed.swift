public import NoticeBoardBase

/// A list on a screen: it loads as rows come into sight, refreshes, and takes in changes.
///
/// ```swift
/// let feed = Feed { position in try await service.page(at: position) }
/// feed.open()                                   // the list came into sight
/// feed.rowAppeared(row.id)                         // each row, as it comes into sight
/// for await state in feed.states { show(state.display, state.items) }
/// ```
///
/// - **Isolation**: it belongs to the main actor. The closure runs outside of it.
/// - **Cancellation**: what is under way is cancelled when it is not wanted any more, and with the feed.
/// - **Errors**: they are part of the state, and content stays visible under them.
///
/// What it does is decided by ``FeedMachine``, which can be driven by other means as well.
@MainActor public final class Feed<Item: Identifiable & Equatable & Sendable>: FeedScreen, StateForwarding
where Item.ID: Sendable {
    /// Loads the page at a position, or the first one when there is none.
    public typealias Load = @Sendable (PagePosition?) async throws -> Page<Item>

    /// What loads pages now; a load that is under way keeps the closure that it began with.
    private final class PageSource {
        var load: Load
        init(_ load: @escaping Load) { self.load = load }
    }

    private let driver: MachineDriver<FeedMachine<Item>, FeedWork>
    private let pages: PageSource
    private var observation: StateObservation?

    /// A feed of the pages that `load` brings.
    ///
    /// It shows what was kept of it in `memory` until it was refreshed; a refresh that fails leaves that standing. `time` is
    /// the clock for what is slow; a test turns it by hand.
    public init(
        _ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>? = nil, time: TimeSource = .system,
        load: @escaping Load
    ) {
        let machine = memory.map { FeedMachine(rules, from: $0) } ?? FeedMachine(rules)
        let pages = PageSource(load)
        self.pages = pages
        driver = MachineDriver(machine) { effect, state in
            effect.chore(pages.load, shown: state.items, time: time, event: { $0 }, key: { $0 })
        }
    }

    /// A feed that follows what happens at its service: `translate` says what a change means to this list.
    ///
    /// It is asked again for a page that was on its way meanwhile, so it goes by nothing but the change and what is shown.
    public convenience init<Change: Sendable>(
        _ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>? = nil, changes: ChangeBus<Change>,
        translate: @escaping @Sendable (Change, FeedItems<Item>) -> [FeedEdit<Item>], time: TimeSource = .system,
        load: @escaping Load
    ) {
        self.init(rules, from: memory, time: time, load: load)
        observation = changes.observe { [weak driver] change in
            driver?.handle(.edited { shown in translate(change, shown) })
        }
    }

    /// What the list shows.
    public typealias State = FeedState<Item>
    /// Where the state comes from.
    public var stateSource: some StateSource<FeedState<Item>> { driver }
    /// Asks the list for something.
    public func send(_ request: FeedRequest<Item.ID>) { driver.handle(FeedMachine.Event(request)) }

    /// Empties the list and loads it by another closure: in another order, for another tag, for another search.
    ///
    /// What was asked of the former closure is cancelled, and an answer that still comes is dropped. A list that was never
    /// asked for waits for ``FeedScreen/open()``.
    public func reset(loading load: @escaping Load) {
        let wasRequested = state.wasRequested
        driver.handle(.reset)
        pages.load = load
        if wasRequested { driver.handle(.open) }
    }

    /// Edits the list: inserts, patches or removes items, also on a page that is on its way.
    ///
    /// `edits` is run again over such a page, so it says what is so and never a difference.
    public func edit(_ edits: @escaping @Sendable (FeedItems<Item>) -> [FeedEdit<Item>]) { driver.handle(.edited(edits)) }

    /// Hides the items that `filter` gives a reason for, and shows all others; nothing is loaded for it.
    ///
    /// It is asked for every item whenever the list changes, so it is fast and says the same of the same item each time.
    public func hide(by filter: FeedRules<Item>.Filter?) { driver.handle(.filtered(filter)) }

    /// The item of an ID, if it is shown.
    public subscript(id: Item.ID) -> Item? { driver.read { $0.state.items[id: id] } }
    /// What is to be kept of the list, for an offline start or a screen that is restored; nothing while there is nothing.
    public var snapshot: FeedSnapshot<Item>? { driver.read(\.snapshot) }

    /// The row at the top of the screen, as the app says, so that it can build the screen anew where it stood.
    ///
    /// When the row leaves the list its neighbour takes its place. Setting it changes no state.
    public var anchor: Item.ID? {
        get { driver.read(\.anchor) }
        set { scrolled(to: newValue) }
    }
}
