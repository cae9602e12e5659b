public import NoticeBoardBase

/// A list on a screen that loads pages as rows appear, refreshes, and applies changes.
///
/// ```swift
/// let feed = Feed { position in try await service.page(at: position) }
/// feed.open()                                   // the list appears
/// feed.rowAppeared(row.id)                      // a row appears
/// for await state in feed.states { show(state.display, state.items) }
/// ```
///
/// - **Isolation**: the feed belongs to the main actor. The closure runs off it.
/// - **Cancellation**: loads are cancelled when they are no longer needed, and with the feed.
/// - **Errors**: they are part of the state; loaded content stays visible.
@MainActor public final class Feed<Item: Identifiable & Equatable & Sendable>: FeedScreen, StateForwarding
where Item.ID: Sendable {
    /// Loads the page at a position, or the first page for `nil`.
    public typealias Load = @Sendable (PagePosition?) async throws -> Page<Item>

    /// Work that an effect starts, with the number of the load.
    private enum Work: Hashable, Sendable { case load(Int), wait(Int) }

    private(set) var machine: FeedMachine<Item>
    private let store: StateStore<FeedState<Item>>
    /// The current load closure; a running load keeps the closure it started with.
    private var load: Load
    let time: TimeSource
    private var works: [Work: Task<Void, Never>] = [:]
    /// Events that arrived while another one is handled, for example from an observer.
    private var waiting: [FeedMachine<Item>.Event] = []
    private var isHandling = false
    private var observation: StateObservation?
    /// What the list does by itself; `nil` if it does nothing.
    var upkeep: FeedUpkeep<Item>?

    /// Creates a feed of the pages that `load` returns.
    ///
    /// It shows the snapshot `memory` until a refresh succeeds; after a failed one the snapshot stays. `time` measures slow
    /// loads; tests pass a manual clock.
    public init(
        _ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>? = nil, time: TimeSource = .system,
        load: @escaping Load
    ) {
        machine = FeedMachine(rules, from: memory)
        store = StateStore(machine.state)
        (self.time, self.load) = (time, load)
        if rules.fresh != nil || rules.life != nil { keepFresh(rules) }
    }

    deinit { for work in works.values { work.cancel() } }

    /// Passes an event to the machine, carries out its effects and publishes its state.
    func handle(_ event: FeedMachine<Item>.Event) {
        waiting.append(event)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !waiting.isEmpty {
            var event = waiting.removeFirst()
            let arrival = upkeep?.arrival(&event, machine.ticket)
            let effects = machine.handle(event)
            // First, because the end of a load drops the pages of its head.
            let arrivals = arrival.flatMap { upkeep?.arrivalsToPublish($0, lastHead: machine.lastHead) }
            for effect in effects { carryOut(effect) }
            if machine.follow != nil { upkeep?.carryOut(machine.takeFollowEffects()) }
            store.state = machine.state
            if let arrivals { upkeep?.publish(arrivals, from: machine.content.items) }
        }
    }

    private func carryOut(_ effect: FeedMachine<Item>.Effect) {
        switch effect {
        case .load(let position, let ticket):
            upkeep?.noteRequest(ticket)
            start(.load(ticket.number)) { [load, shown = machine.state.items] in
                await Self.result(of: load, at: position, ticket, shown)
            }
        case .wait(let seconds, let ticket):
            start(.wait(ticket.number)) { [time] in await time.over(seconds) ? .waited(ticket) : nil }
        case .cancel(let ticket):
            upkeep?.noteEnd(ticket)
            for work in [Work.load(ticket.number), .wait(ticket.number)] { works.removeValue(forKey: work)?.cancel() }
        }
    }

    private func start(_ key: Work, _ work: @escaping @Sendable () async -> FeedMachine<Item>.Event?) {
        works[key] = Task { [weak self] in
            let event = await work()
            guard !Task.isCancelled, let self else { return }
            works[key] = nil
            if let event { handle(event) }
        }
    }

    /// Loads a page off the main actor, because comparing two long equal texts reads both to the end: items equal to `shown` ones
    /// are replaced by the shown instances.
    private nonisolated static func result(
        of load: Load, at position: PagePosition?, _ ticket: FeedTicket, _ shown: FeedItems<Item>
    ) async -> FeedMachine<Item>.Event {
        do {
            var page = try await load(position)
            page.items = shown.instances(of: page.items)
            return .loaded(page, ticket)
        } catch is CancellationError {
            return .gaveUp(ticket)
        } catch {
            return .failed(NoticeBoardError(wrapping: error), ticket)
        }
    }

    /// Creates a feed that follows a service's changes; `translate` turns each into edits of this list.
    ///
    /// `translate` runs again over a page that was loading at the time, so it must depend only on the change and the shown items.
    public convenience init<Change: Sendable>(
        _ rules: FeedRules<Item> = FeedRules(), from memory: FeedSnapshot<Item>? = nil, changes: ChangeBus<Change>,
        translate: @escaping @Sendable (Change, FeedItems<Item>) -> [FeedEdit<Item>], time: TimeSource = .system,
        load: @escaping Load
    ) {
        self.init(rules, from: memory, time: time, load: load)
        observation = changes.observe { [weak self] change in
            self?.handle(.edited { shown in translate(change, shown) })
        }
        if let exchange = changes.exchange(of: Item.self) { share(by: exchange) }
    }

    /// The state of the list.
    public typealias State = FeedState<Item>
    /// The source of the state.
    public var stateSource: some StateSource<FeedState<Item>> { store }
    /// The state of the list, as every ``FeedScreen`` has it.
    public var feed: FeedState<Item> { state }
    /// Sends a request to the list.
    public func send(_ request: FeedRequest<Item.ID>) {
        handle(.request(request))
        if request == .open, let upkeep, upkeep.isTooOld, !machine.readsWhenConnected { handle(.request(.refresh)) }
    }

    /// Empties the list and loads it with another closure: another order, tag or search.
    ///
    /// Running loads are cancelled, and late responses dropped. A list that was never requested, or is closed, waits for
    /// ``FeedScreen/open()``.
    public func reset(loading load: @escaping Load) {
        let isInUse = machine.state.wasRequested && !machine.isClosed
        // First, because an observer of the reset may request a page.
        self.load = load
        send(.reset)
        if isInUse { send(.open) }
    }

    /// Shows a snapshot until a refresh succeeds; running loads are cancelled.
    package func restore(_ memory: FeedSnapshot<Item>) { handle(.restored(memory)) }

    /// Returns whether the list contains an item, which may be hidden, or loads a page that may have it.
    package func mayContain(_ id: Item.ID) -> Bool { machine.isLoading || machine.content.items.contains(id: id) }

    /// Edits the list: inserts, patches or removes items, also on a page that is loading.
    ///
    /// `edits` runs again over that page, so it must set values, never add differences.
    public func edit(_ edits: @escaping @Sendable (FeedItems<Item>) -> [FeedEdit<Item>]) { handle(.edited(edits)) }

    /// Hides the items for which `filter` returns a reason, and shows all others; nothing is reloaded.
    ///
    /// The filter runs for every new or changed item: it must be fast, and return the same result for the same item.
    public func hide(by filter: FeedRules<Item>.Filter?) { handle(.filtered(filter)) }

    /// The shown item with an ID, or `nil`.
    public subscript(id: Item.ID) -> Item? { machine.state.items[id: id] }
    /// The data to store for an offline start or a restored screen; `nil` if there are no items.
    public var snapshot: FeedSnapshot<Item>? { machine.snapshot }

    /// The row at the top of the screen, set by the app to restore the scroll position.
    ///
    /// If the row leaves the list, a neighbor replaces it. Setting it does not change the state.
    public var anchor: Item.ID? {
        get { machine.anchor }
        set { scrolled(to: newValue) }
    }
}
