import NoticeBoardBase

/// How many retries a client has in hand, for all of its calls together.
final class RetryBudget: Sendable {
    /// In tenths of a retry.
    private let left: Locked<Int>
    private let capacity: Int

    init(_ retries: Int) {
        capacity = min(max(retries, 0), Int.max / 10) * 10
        left = Locked(capacity)
    }

    /// Takes one retry; false when none is left.
    func take() -> Bool {
        left.withLock { left in
            guard left >= 10 else { return false }
            left -= 10
            return true
        }
    }

    /// The server answered: gives back the retry that helped, or a tenth of one.
    func refill(afterRetry: Bool) {
        left.withLock { left in left = min(left + (afterRetry ? 10 : 1), capacity) }
    }
}
