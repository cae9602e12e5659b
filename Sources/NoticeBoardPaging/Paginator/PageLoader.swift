import NoticeBoardBase

/// An iterator's position: drives a walk, keeps pages in flight, and hands them or their items out in order.
///
/// It is an object so that copies of an iterator share one walk, and so that dropping the last copy, which is the end of a
/// loop, cancels every request in flight. Safe to use from any task.
@usableFromInline
final class PageLoader<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    private struct State {
        var walk: PageWalk<Item>
        /// In the walk's order; the first one is due next.
        var flights: [PageFlight<Item>] = []
        /// Loaded pages that were not handed out.
        var queued: [LoadedPage<Item>] = []
        /// The page whose items are handed out, its items, and the index of the next one.
        var page: LoadedPage<Item>?
        var items: [Item] = []
        var index = 0
        /// Where to continue after the last page that was handed out.
        var lastBookmark: PageBookmark<Item.ID>?

        /// Where to continue after all pages; a limit may have cut the last one.
        var endBookmark: PageBookmark<Item.ID> {
            guard walk.end == .limit, let lastBookmark else { return walk.bookmark }
            return lastBookmark
        }

        /// Removes a flight that is due; returns whether it was.
        mutating func land(_ flight: PageFlight<Item>) -> Bool {
            guard flights.first === flight else { return false }
            flights.removeFirst()
            return true
        }

        mutating func popPage() -> LoadedPage<Item>? {
            guard !queued.isEmpty else { return nil }
            let page = queued.removeFirst()
            lastBookmark = page.bookmark
            return page
        }

        mutating func pop() -> Item? {
            while index == items.count {
                guard let next = popPage() else { return nil }
                page = next
                items = next.items
                index = 0
            }
            defer { index += 1 }
            return items[index]
        }
    }

    private let load: @Sendable (PagePosition?) async throws -> Page<Item>
    private let ahead: Int
    private let onGap: (@Sendable (PageGap<Item.ID>) -> Void)?
    private let state: Locked<State>

    /// Creates a loader that keeps `ahead` pages in flight.
    init(
        _ walk: PageWalk<Item>, ahead: Int, onGap: (@Sendable (PageGap<Item.ID>) -> Void)? = nil,
        _ load: @escaping @Sendable (PagePosition?) async throws -> Page<Item>
    ) {
        self.load = load
        self.onGap = onGap
        self.ahead = max(ahead, 0)
        state = Locked(State(walk: walk))
    }

    deinit { cancel() }

    /// Where to continue after the items or pages handed out.
    var bookmark: PageBookmark<Item.ID> {
        state.withLock { $0.page?.bookmark(after: $0.index) ?? $0.queued.first?.bookmark(after: 0) ?? $0.endBookmark }
    }

    /// Returns the next loaded item, without suspending.
    @usableFromInline
    func pop() -> Item? { state.withLock { $0.pop() } }

    /// Loads pages until there is an item; returns `nil` at the end.
    @usableFromInline
    func loadAndPop(isolation: isolated (any Actor)?) async throws -> Item? { try await load { pop() } }

    /// Returns the next whole page, or `nil` at the end.
    func nextPage() async throws -> LoadedPage<Item>? { try await load { state.withLock { $0.popPage() } } }

    private func load<Value: Sendable>(until pop: () -> Value?) async throws -> Value? {
        while true {
            let isAtEnd = try await !loadNext()
            // Another task may have loaded the last page, and left items of it.
            if let value = pop() { return value }
            if isAtEnd { return nil }
        }
    }

    /// Cancels all calls in flight; each has observed it when this returns.
    func cancel() {
        let flights = state.withLock { state in
            defer { state.flights = [] }
            return state.flights
        }
        for flight in flights { flight.cancel() }
    }

    /// Loads and queues the next page, or waits until another caller has; returns false at the end.
    ///
    /// After an error, the next call requests only the failed page again. A cancelled task gets `CancellationError`, and all
    /// requests in flight are cancelled.
    private func loadNext() async throws -> Bool {
        while true {
            guard !Task.isCancelled else {
                cancel()
                throw CancellationError()
            }
            if let failure = state.withLock({ $0.walk.takeFailure() }) { throw failure }
            fly(max(ahead, 1))
            guard let flight = state.withLock({ $0.flights.first }) else {
                // Another caller on the same iterator may have cancelled the page that was due.
                if state.withLock({ $0.walk.end != nil }) { return false }
                continue
            }
            let page: Page<Item>
            do {
                page = try await withTaskCancellationHandler {
                    try await flight.page()
                } onCancel: {
                    cancel()
                }
            } catch {
                let wasDue = state.withLock { $0.land(flight) }
                // Likewise: another caller cancelled it, so request it again, whatever error the service made of that.
                if !wasDue, !Task.isCancelled, flight.isCancelled { continue }
                throw Task.isCancelled ? CancellationError() : error
            }
            if take(page, from: flight) { return true }
        }
    }

    /// Passes a page to the walk and queues it; returns false if the page must be requested again.
    private func take(_ page: Page<Item>, from flight: PageFlight<Item>) -> Bool {
        var stale: [PageFlight<Item>] = []
        var gaps: [PageGap<Item.ID>] = []
        let isQueued = state.withLock { state in
            // Another caller on the same iterator may have queued it.
            guard state.land(flight) else { return true }
            let generation = state.walk.generation
            let loaded = state.walk.accept(page)
            // Under the lock, so that pages taken by several tasks are kept in the list's order.
            if let loaded { (state.queued, gaps) = (state.queued + [loaded], loaded.gaps) }
            if state.walk.generation != generation { swap(&stale, &state.flights) }
            return loaded != nil
        }
        for flight in stale { flight.cancel() }
        fly(ahead)
        for gap in gaps { onGap?(gap) }
        return isQueued
    }

    /// Matches the flights to the positions that the walk wants.
    ///
    /// Obsolete flights are cancelled before new ones start, to limit the number in flight, and outside the lock: cancellation
    /// handlers are foreign code.
    private func fly(_ count: Int) {
        while true {
            let stale: [PageFlight<Item>] = state.withLock { state in
                let (wanted, flying) = (state.walk.upcoming(count), state.flights)
                state.flights = flying.filter { wanted.contains($0.position) }
                if state.flights.count < flying.count { return flying.filter { !wanted.contains($0.position) } }
                state.flights = wanted.map { position in
                    flying.first { $0.position == position } ?? PageFlight(position, load)
                }
                return []
            }
            if stale.isEmpty { return }
            for flight in stale { flight.cancel() }
        }
    }
}
