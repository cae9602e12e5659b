import NoticeBoardBase

/// Drives a walk: keeps pages in flight and hands them out in order.
///
/// The walk decides, this loads. It is safe to use from any task, but meant for one iterator.
final class PageLoader<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// What became of the wish for a page.
    enum Answer {
        case page(LoadedPage<Item>)
        /// Somebody else who waits on the same iterator has taken it.
        case taken
        case end
    }

    private struct State {
        var walk: PageWalk<Item>
        /// In the walk's order; the first is the one that is due.
        var flights: [PageFlight<Item>] = []
    }

    private let load: @Sendable (PagePosition?) async throws -> Page<Item>
    private let ahead: Int
    private let state: Locked<State>

    /// A loader that keeps `ahead` pages in flight.
    init(_ walk: PageWalk<Item>, ahead: Int, _ load: @escaping @Sendable (PagePosition?) async throws -> Page<Item>) {
        self.load = load
        self.ahead = max(ahead, 0)
        state = Locked(State(walk: walk))
    }

    /// Where to read on after the pages that were handed out.
    var bookmark: PageBookmark<Item.ID> { state.withLock { $0.walk.bookmark } }

    /// How many items have been handed out in pages, and how many there are.
    var progress: PageProgress { state.withLock { $0.walk.progress } }

    /// Tells all calls in flight that nobody wants them any more; each has observed it when this returns.
    func cancel() {
        let flights = state.withLock { state in
            defer { state.flights = [] }
            return state.flights
        }
        for flight in flights { flight.cancel() }
    }

    /// Loads the next page.
    ///
    /// After a failure the next call asks for the failed page again, and for no other. A cancelled task gets
    /// `CancellationError`, and every request in flight is cancelled.
    ///
    /// `onPage` is called under the loader's lock, so that pages that several tasks take are stored in the list's order.
    func next(onPage: @Sendable (LoadedPage<Item>) -> Void = { _ in }) async throws -> Answer {
        while true {
            guard !Task.isCancelled else {
                cancel()
                throw CancellationError()
            }
            guard let flight = try due() else {
                // Somebody else who waits on the same iterator may have given up what was due.
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
                // Likewise: nobody here gave it up, and it is asked for again.
                if error is CancellationError, !wasDue, !Task.isCancelled { continue }
                throw Task.isCancelled ? CancellationError() : error
            }
            guard let answer = take(page, from: flight, onPage) else { return .taken }
            if let loaded = answer { return .page(loaded) }
        }
    }

    /// The flight that brings the page that is due; none at the end.
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

    /// Lets go of a flight, and tells whether it was the one that is due.
    private func forget(_ flight: PageFlight<Item>) -> Bool {
        state.withLock { state in
            guard state.flights.first === flight else { return false }
            state.flights.removeFirst()
            return true
        }
    }

    /// What the walk makes of a page: a page to hand out, or none when it is to be asked for anew; nothing at all when
    /// somebody else was faster.
    private func take(
        _ page: Page<Item>, from flight: PageFlight<Item>, _ onPage: (LoadedPage<Item>) -> Void
    ) -> LoadedPage<Item>?? {
        let (answer, stale): (LoadedPage<Item>??, [PageFlight<Item>]) = state.withLock { state in
            guard state.flights.first === flight else { return (nil, []) }
            state.flights.removeFirst()
            let generation = state.walk.generation
            let loaded = state.walk.accept(page)
            if let loaded { onPage(loaded) }
            var stale: [PageFlight<Item>] = []
            if state.walk.generation != generation { swap(&stale, &state.flights) }
            return (.some(loaded), stale)
        }
        for flight in stale { flight.cancel() }
        if answer != nil { fly(ahead) }
        return answer
    }

    /// Makes what is in flight what the walk wants.
    ///
    /// What it does not want any more is cancelled before anything new begins, so that never more are in flight, and outside
    /// of the lock, since handlers of cancellation are foreign code.
    private func fly(_ count: Int) {
        while true {
            let stale: [PageFlight<Item>] = state.withLock { state in
                let wanted = state.walk.upcoming(count)
                // As it mostly is: what flies is the beginning of what is wanted.
                if zip(state.flights, wanted).allSatisfy({ $0.position == $1 }), state.flights.count <= wanted.count {
                    for position in wanted[state.flights.count...] { state.flights.append(PageFlight(position, load)) }
                    return []
                }
                let stale = state.flights.filter { !wanted.contains($0.position) }
                state.flights.removeAll { flight in stale.contains { $0 === flight } }
                guard stale.isEmpty else { return stale }
                let flying = state.flights
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
