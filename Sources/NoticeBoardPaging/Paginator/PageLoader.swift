import NoticeBoardBase

/// Drives a walk: keeps pages in flight and hands them out in order.
///
/// Safe to use from any task, but meant for one iterator.
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
    }

    private let load: @Sendable (PagePosition?) async throws -> Page<Item>
    private let ahead: Int
    private let state: Locked<State>

    /// Creates a loader that keeps `ahead` pages in flight.
    init(_ walk: PageWalk<Item>, ahead: Int, _ load: @escaping @Sendable (PagePosition?) async throws -> Page<Item>) {
        self.load = load
        self.ahead = max(ahead, 0)
        state = Locked(State(walk: walk))
    }

    /// Where to continue after the pages handed out.
    var bookmark: PageBookmark<Item.ID> { state.withLock { $0.walk.bookmark } }

    /// Cancels all calls in flight; each has observed it when this returns.
    func cancel() {
        let flights = state.withLock { state in
            defer { state.flights = [] }
            return state.flights
        }
        for flight in flights { flight.cancel() }
    }

    /// Loads the next page.
    ///
    /// After an error, the next call requests only the failed page again. A cancelled task gets `CancellationError`, and all
    /// requests in flight are cancelled.
    ///
    /// `onPage` is called under the loader's lock, so that pages taken by several tasks are stored in the list's order.
    func next(onPage: @Sendable (LoadedPage<Item>) -> Void = { _ in }) async throws -> Answer {
        while true {
            guard !Task.isCancelled else {
                cancel()
                throw CancellationError()
            }
            guard let flight = try due() else {
                // Another caller on the same iterator may have cancelled the page that was due.
                if isAtEnd { return .end }
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
                let wasDue = forget(flight)
                // Likewise: another caller cancelled it, so request it again.
                if error is CancellationError, !wasDue, !Task.isCancelled { continue }
                throw Task.isCancelled ? CancellationError() : error
            }
            if let answer = take(page, from: flight, onPage) { return answer }
        }
    }

    /// Returns the flight of the page that is due; `nil` at the end.
    private func due() throws -> PageFlight<Item>? {
        let flying = try state.withLock { state in
            if let failure = state.walk.takeFailure() { throw failure }
            return state.flights.first.flatMap { $0.position == state.walk.position ? $0 : nil }
        }
        if let flying { return flying }
        fly(max(ahead, 1))
        return state.withLock { $0.flights.first }
    }

    private var isAtEnd: Bool { state.withLock { $0.walk.end != nil } }

    /// Removes a flight, and returns whether it was due.
    private func forget(_ flight: PageFlight<Item>) -> Bool {
        state.withLock { state in
            guard state.flights.first === flight else { return false }
            state.flights.removeFirst()
            return true
        }
    }

    /// Passes a page to the walk; returns `nil` if the page must be requested again.
    private func take(
        _ page: Page<Item>, from flight: PageFlight<Item>, _ onPage: (LoadedPage<Item>) -> Void
    ) -> Answer? {
        var stale: [PageFlight<Item>] = []
        let answer: Answer? = state.withLock { state in
            guard state.flights.first === flight else { return .taken }
            state.flights.removeFirst()
            let generation = state.walk.generation
            let loaded = state.walk.accept(page)
            if let loaded { onPage(loaded) }
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
