import NoticeBoardBase

/// Retries calls at once after failures of a connection and some statuses, and records each attempt.
struct RetryInterceptor: HTTPInterceptor {
    let policy: RetryPolicy
    let budget: RetryBudget
    /// `nil` if no call waits for the network.
    let network: (any NetworkStatus)?
    let time: TimeSource
    /// A random number in 0...1.
    let random: @Sendable () -> Double

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let (call, request) = request.withCall()
        var sent = 0
        /// Those that followed a return of the network.
        var returns = 0
        var delay = 0.0
        var networkWait = network.map { NetworkWait(network: $0, policy: policy, time: time, random: random) }
        while true {
            call.begin(delay: delay)
            sent += 1
            let attempt: NoticeBoardError.Attempt
            let wait: Double
            do {
                var response = try await next(request)
                attempt = .init(status: response.status.rawValue, delay: delay)
                call.end(attempt)
                let seconds = takeRetry(
                    after: attempt, number: sent - returns, of: request, retryAfter: response.retryAfter())
                guard let seconds else {
                    response.attempts = call.attempts
                    return response
                }
                wait = seconds
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // Other libraries throw their own errors for a cancelled call.
                try Task.checkCancellation()
                // Those of an app's own interceptor count as a failed connection.
                var known = error as? NoticeBoardError
                let cause = known?.code ?? .unreachable
                // Timed out before a connection was there: the attempt counts as unsent.
                attempt = .init(cause: cause == .timedOut && call.isWaiting ? nil : cause, delay: delay)
                call.end(attempt)
                known?.attempts = call.attempts
                if let known, let waited = try await networkWait?.wait(after: known, number: sent, of: request, call) {
                    delay = waited
                    returns += 1
                    continue
                }
                guard let seconds = takeRetry(after: attempt, number: sent - returns, of: request) else {
                    throw known ?? error
                }
                wait = seconds
            }
            call.send(.retried(attempt, number: sent + 1, wait: wait))
            try await time.sleep(wait)
            delay = wait
        }
    }

    /// Takes a retry from the budget and returns the wait before it; `nil` for no retry.
    ///
    /// A response that is not retried refills the budget.
    private func takeRetry(
        after attempt: NoticeBoardError.Attempt, number sent: Int, of request: HTTPRequest, retryAfter: Double? = nil
    ) -> Double? {
        let status = attempt.status.map(HTTPStatus.init(rawValue:))
        let isRetried = status.map(policy.statuses.contains) ?? attempt.cause?.isOfConnection ?? false
        if status != nil, !isRetried { budget.refill(afterRetry: sent > 1) }
        guard isRetried, sent < policy.attempts, request.mayBeRepeated,
            let wait = policy.wait(after: sent, retryAfter: retryAfter, random: random())
        else { return nil }
        let now = time.now()
        // A wait beyond the timeout is useless. A shared request has no timeout, regardless of its callers.
        if request.options.timeout != nil, let due = request.call?.notes.withLock({ $0.due }), now + wait >= due { return nil }
        // A call's first lost connection is retried even without budget: a restarting server drops all connections at once.
        let needsNoBudget = attempt.cause == .connectionLost && sent == 1 && policy.budget > 0
        return budget.take(at: now) || needsNoBudget ? wait : nil
    }
}
