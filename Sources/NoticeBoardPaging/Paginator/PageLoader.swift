import NoticeBoardBase

/// An iterator's position: drives a walk, keeps pages in flight, and hands them or their items out in order.
///
/// It is an object so that copies of an iterator share one walk, and so that dropping the last copy, which is the end of a
/// loop, cancels every request in flight. Safe to use from any task.
@usableFromInline
final class PageLoader<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The result of a request for a page.
    enum Answer {
        case page(LoadedPage<Item>)
        /// Another caller on the same iterator took it.
        case taken
        case end
    }

    private struct State {
        var walk: PageWalk<Item>
        /// In the walk's order; the first one is due next.
        var flights: [PageFlight<Item>] = []
        /// The page whose items are handed out, and the index of the next one.
        var page: LoadedPage<Item>?
        var index = 0
        /// Later pages; only used if several tasks wait on the same iterator.
        var queued: [LoadedPage<Item>] = []

        mutating func pop() -> Item? {
            while let page {
                if index < page.items.count {
                    index += 1
                    return page.items[index - 1]
                }
                guard !queued.isEmpty else { return nil }
                (self.page, index) = (queued.removeFirst(), 0)
            }
            return nil
        }

        mutating func append(_ next: LoadedPage<Item>) {
            let isUsedUp = queued.isEmpty && index >= page?.items.count ?? 0
            if isUsedUp { (page, index) = (next, 0) } else { queued.append(next) }
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
        (self.load, self.onGap) = (load, onGap)
        self.ahead = max(ahead, 0)
        state = Locked(State(walk: walk))
    }

    deinit { cancel() }

    /// Where to continue after the items or pages handed out.
    var bookmark: PageBookmark<Item.ID> {
        state.withLock { $0.page?.bookmark(after: $0.index) ?? $0.walk.bookmark }
    }

    /// Returns the next loaded item, without suspending.
    @usableFromInline
    func pop() -> Item? { state.withLock { $0.pop() } }

    /// Loads pages until there is an item; returns `nil` at the end.
    @usableFromInline
    func loadAndPop(isolation: isolated (any Actor)?) async throws -> Item? {
        while true {
            let answer = try await next(keepsItems: true)
            // Another task may have taken the page, and left items of it.
            if let item = pop() { return item }
            if case .end = answer { return nil }
        }
    }

    /// Returns the next whole page, or `nil` at the end.
    func nextPage() async throws -> LoadedPage<Item>? {
        while true {
            switch try await next() {
            case .page(let page): return page
            case .taken: continue
            case .end: return nil
            }
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

    /// Loads the next page; with `keepsItems`, its items are handed out by ``pop()``.
    ///
    /// After an error, the next call requests only the failed page again. A cancelled task gets `CancellationError`, and all
    /// requests in flight are cancelled.
    func next(keepsItems: Bool = false) async throws -> Answer {
        while true {
            guard !Task.isCancelled else {
                cancel()
                throw CancellationError()
            }
            guard let flight = try due() else {
                // Another caller on the same iterator may have cancelled the page that was due.
                if state.withLock({ $0.walk.end != nil }) { return .end }
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
                let wasDue = state.withLock { state in
                    let isDue = state.flights.first === flight
                    if isDue { state.flights.removeFirst() }
                    return isDue
                }
                // Likewise: another caller cancelled it, so request it again.
                if error is CancellationError, !wasDue, !Task.isCancelled { continue }
                throw Task.isCancelled ? CancellationError() : error
            }
            guard let answer = take(page, from: flight, keepsItems) else { continue }
            if case .page(let loaded) = answer { for gap in loaded.gaps { onGap?(gap) } }
            return answer
        }
    }

    /// Returns the flight of the page that is due; `nil` at the end.
    private func due() throws -> PageFlight<Item>? {
        if let failure = state.withLock({ $0.walk.takeFailure() }) { throw failure }
        fly(max(ahead, 1))
        return state.withLock { $0.flights.first }
    }

    /// Passes a page to the walk; returns `nil` if the page must be requested again.
    private func take(_ page: Page<Item>, from flight: PageFlight<Item>, _ keepsItems: Bool) -> Answer? {
        var stale: [PageFlight<Item>] = []
        let answer: Answer? = state.withLock { state in
            guard state.flights.first === flight else { return .taken }
            state.flights.removeFirst()
            let generation = state.walk.generation
            let loaded = state.walk.accept(page)
            // Under the lock, so that pages taken by several tasks are kept in the list's order.
            if keepsItems, let loaded { state.append(loaded) }
            if state.walk.generation != generation { swap(&stale, &state.flights) }
            return loaded.map(Answer.page)
        }
        for flight in stale { flight.cancel() }
        if case .taken = answer { return answer }
        fly(ahead)
        return answer
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
