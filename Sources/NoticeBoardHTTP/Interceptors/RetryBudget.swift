import NoticeBoardBase

/// The retries available to a client and those made from it, for all their calls together.
final class RetryBudget: Sendable {
    private let state: Locked<(left: Double, time: Double)>
    private let capacity: Double
    /// The seconds until one more retry is available.
    private static let interval = 10.0

    init(_ retries: Int) {
        capacity = Double(max(retries, 0))
        state = Locked((capacity, 0))
    }

    /// Takes a retry at `time`; returns `false` if none is left.
    func take(at time: Double) -> Bool {
        state.withLock { state in
            // Refills over time: otherwise a minute without a network would block retries all day.
            state.left = min(state.left + max(time - state.time, 0) / Self.interval, capacity)
            state.time = time
            guard state.left >= 1 else { return false }
            state.left -= 1
            return true
        }
    }

    /// Refills after a response: the retry that helped, or a tenth of one.
    func refill(afterRetry: Bool) {
        state.withLock { state in state.left = min(state.left + (afterRetry ? 1 : 0.1), capacity) }
    }
}
