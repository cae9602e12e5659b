import NoticeBoardBase

/// How many retries a client has in hand, for all of its calls together.
final class RetryBudget: Sendable {
    private let state: Locked<(left: Double, time: Double)>
    private let capacity: Double
    /// How many seconds it takes until one more is in hand.
    private static let interval = 10.0

    init(_ retries: Int) {
        capacity = Double(max(retries, 0))
        state = Locked((capacity, 0))
    }

    /// Takes one retry at `time`; false when none is left.
    func take(at time: Double) -> Bool {
        state.withLock { state in
            // What happened long ago says nothing of now: else a minute without a network would be paid for all day.
            state.left = min(state.left + max(time - state.time, 0) / Self.interval, capacity)
            state.time = time
            guard state.left >= 1 else { return false }
            state.left -= 1
            return true
        }
    }

    /// The server answered: gives back the retry that helped, or a tenth of one.
    func refill(afterRetry: Bool) {
        state.withLock { state in state.left = min(state.left + (afterRetry ? 1 : 0.1), capacity) }
    }
}
