import NoticeBoardBase

/// The waits of one call for the network.
struct NetworkWait {
    private let network: any NetworkStatus
    private let policy: RetryPolicy
    private let time: TimeSource
    /// A random number in 0...1.
    private let random: @Sendable () -> Double
    /// When the call stops to wait; `nil` before its first failure.
    private var end: Double?
    /// The tries so far.
    private var tries = 0

    init(network: any NetworkStatus, policy: RetryPolicy, time: TimeSource, random: @escaping @Sendable () -> Double) {
        self.network = network
        self.policy = policy
        self.time = time
        self.random = random
    }

    /// Waits until the network has returned after `error`, and returns the seconds that it took.
    ///
    /// Returns `nil` if the failure has another reason, if the call may have arrived and must not be repeated, or if the time is over.
    mutating func wait(
        after error: NoticeBoardError, number: Int, of request: HTTPRequest, _ call: CallContext
    ) async throws -> Double? {
        guard error.code == .noNetwork || error.code.isOfConnection, request.options.retries != .never,
            request.mayBeRepeated || !error.mayHaveArrived
        else { return nil }
        let wasOffline = network.isOnline == false
        let returns = network.returns()
        // Read again, since a probe begins only now; and before, since the network may have returned in between.
        guard error.code == .noNetwork || wasOffline || network.isOnline == false else { return nil }
        let start = time.now()
        let end = self.end ?? start + min(policy.waitsForNetwork, 1e9)
        self.end = end
        let due = request.options.timeout == nil ? end : min(call.notes.withLock { $0.due } ?? end, end)
        guard start < due else { return nil }
        tries += 1
        let attempt = error.attempts.last ?? .init(cause: error.code)
        call.send(.waitedForNetwork(attempt, number: number + 1, atMost: due - start))
        guard try await hasReturned(returns, within: due - start) else { return nil }
        // All calls of all devices would be sent at the same moment.
        try await time.sleep(min(random(), max(due - time.now(), 0)))
        return time.now() - start
    }

    private func hasReturned(_ returns: AsyncStream<Void>, within seconds: Double) async throws -> Bool {
        // The device says that there is a network, the call said that there is none: one of them is late.
        guard network.isOnline == true, let wait = policy.wait(after: tries, retryAfter: nil, random: 1), wait < seconds else {
            return try await returns.hasElement(within: seconds, time)
        }
        let start = time.now()
        if try await returns.hasElement(within: wait, time) { return true }
        // The device may say only now that there is no network. Its next return must not be missed.
        let later = network.returns()
        guard network.isOnline == false else { return true }
        return try await later.hasElement(within: seconds - (time.now() - start), time)
    }
}

extension AsyncStream where Element: Sendable {
    /// Waits for the next element, at most so many seconds; returns whether there was one.
    func hasElement(within seconds: Double, _ time: TimeSource) async throws -> Bool {
        let hasElement = try await time.result(within: seconds) {
            for await _ in self { return true }
            return false
        }
        // A stream ends without an error if its reader is cancelled.
        try Task.checkCancellation()
        return hasElement == true
    }
}
