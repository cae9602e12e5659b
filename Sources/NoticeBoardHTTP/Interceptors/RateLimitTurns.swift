import NoticeBoardBase

/// The turns of all calls of a client and of those made from it, in the order in which they were asked for.
final class RateLimitTurns: Sendable {
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// The times of the last turns, at most as many as the limit allows, oldest first.
        var recent: [Double] = []
        var waiting: [Waiting] = []
        var lastNumber = 0
        var hasTimer = false
        /// The last timer, which may have fired.
        var timer: TimeSource.Timer?
    }

    private let limit: RateLimit
    private let time: TimeSource
    private let state = Locked(State())

    init(_ limit: RateLimit, time: TimeSource) {
        self.limit = limit
        self.time = time
    }

    deinit { state.withLock { $0.timer }?.cancel() }

    /// Waits for a turn; throws `CancellationError` as soon as the task is cancelled, and takes none then.
    func take() async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.waiting.append(Waiting(number: number, continuation: continuation)) }
                // The handler may have run before there was anything to cancel.
                if Task.isCancelled { cancel(number) } else { serve() }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        let waiting = state.withLock { state -> Waiting? in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiting.remove(at: index)
        }
        waiting?.continuation.resume(throwing: CancellationError())
    }

    /// Gives the turns that are free now to those who wait, and returns at the time of the next one.
    private func serve(afterTimer: Bool = false) {
        let now = time.now()
        let (served, wait) = state.withLock { state -> ([Waiting], Double?) in
            if afterTimer { state.hasTimer = false }
            state.recent.removeAll { $0 + limit.seconds <= now }
            let free = min(max(limit.requests - state.recent.count, 0), state.waiting.count)
            let served = Array(state.waiting.prefix(free))
            state.waiting.removeFirst(free)
            state.recent += served.map { _ in now }
            guard !state.waiting.isEmpty, !state.hasTimer, let oldest = state.recent.first else { return (served, nil) }
            state.hasTimer = true
            return (served, oldest + limit.seconds - now)
        }
        // Unlocked: a resumed task may run at once, and a manual clock's timer begins a task.
        for waiting in served { waiting.continuation.resume() }
        guard let wait else { return }
        let timer = time.timer(after: wait) { [weak self] in self?.serve(afterTimer: true) }
        state.withLock { $0.timer = timer }
    }
}
