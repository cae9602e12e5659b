import NoticeBoardBase

/// How many retries a client has in hand, for all of its calls together.
final class RetryBudget: Sendable {
    private let left: Locked<Double>
    private let capacity: Double

    init(_ capacity: Int) {
        self.capacity = Double(max(capacity, 0))
        left = Locked(self.capacity)
    }

    /// Takes one retry; false when none is left.
    func take() -> Bool {
        left.withLock { left in
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }

    /// The server answered: gives back the retry that helped, or a tenth of one.
    func refill(afterRetry: Bool) {
        left.withLock { left in left = min(left + (afterRetry ? 1 : 0.1), capacity) }
    }
}
