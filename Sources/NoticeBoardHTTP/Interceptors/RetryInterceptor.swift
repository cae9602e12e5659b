import Foundation
import NoticeBoardBase

/// Decides when a call is retried, and after which wait (exponential backoff with full jitter).
///
/// Only repeatable calls are retried: with an idempotent method, with an `Idempotency-Key`, or marked as such.
public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of attempts, including the first.
    public var attempts: Int
    /// The maximum of the first wait, in seconds; it doubles with each retry (exponential backoff).
    ///
    /// The actual wait is random (full jitter), so that clients that failed together do not return together.
    public var firstWait: Double
    /// The maximum of any wait, in seconds.
    ///
    /// If a server asks for more with `Retry-After`, the call is not retried, and the error's remedy names the time.
    public var longestWait: Double
    /// The response statuses that are retried.
    public var statuses: Set<HTTPStatus>
    /// The number of retries available to a client, and to those made from it with `APIClient.authorized(by:)`.
    ///
    /// Each retry takes one. A successful retry returns it; ten calls without a retry, or ten seconds, add one. A server that
    /// stays down gets each call once, and a retry every ten seconds.
    public var budget: Int

    /// Creates a policy; defaults suit most services.
    public init(
        attempts: Int = 3,
        firstWait: Double = 0.3,
        longestWait: Double = 30,
        statuses: Set<HTTPStatus> = [408, 425, 429, 500, 502, 503, 504],
        budget: Int = 10
    ) {
        (self.attempts, self.firstWait, self.longestWait) = (attempts, firstWait, longestWait)
        (self.statuses, self.budget) = (statuses, budget)
    }

    /// Up to three attempts.
    public static let standard = RetryPolicy()
    /// Every call is sent once.
    public static let never = RetryPolicy(attempts: 1)

    /// Returns the wait in seconds after `failures` failures, for a `random` in 0...1.
    ///
    /// `nil` if the server asks for more than the longest wait.
    func wait(after failures: Int, retryAfter: Double?, random: Double) -> Double? {
        if let retryAfter, retryAfter > longestWait { return nil }
        // Infinity times zero is NaN.
        let most = min(
            Self.finite(firstWait) * Double(sign: .plus, exponent: min(failures - 1, 900), significand: 1), longestWait)
        return max(Self.finite(most) * random, retryAfter ?? 0)
    }

    /// Returns a wait that every clock accepts; NaN means none.
    private static func finite(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 1e9) : 0 }
}

/// Retries calls after failures that may pass, and records each attempt.
struct RetryInterceptor: HTTPInterceptor {
    let policy: RetryPolicy
    let budget: RetryBudget
    let time: TimeSource
    /// A random number in 0...1.
    let random: @Sendable () -> Double

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let (call, request) = request.withCall()
        var (sent, delay) = (0, 0.0)
        while true {
            call.begin(delay: delay)
            sent += 1
            let attempt: NoticeBoardError.Attempt
            let wait: Double
            do {
                var response = try await next(request)
                attempt = .init(status: response.status.rawValue, delay: delay)
                call.end(attempt)
                guard let seconds = takeRetry(after: attempt, number: sent, of: request, retryAfter: response.retryAfter()) else {
                    response.attempts = call.attempts
                    return response
                }
                wait = seconds
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // Other libraries throw their own errors for a cancelled call.
                try Task.checkCancellation()
                // Unknown errors, of an app's own transport, count as a failed connection.
                var known = error as? NoticeBoardError
                let cause = known?.code ?? .unreachable
                // Timed out before a connection was there: the attempt counts as unsent.
                attempt = .init(cause: cause == .timedOut && call.isWaiting ? nil : cause, delay: delay)
                call.end(attempt)
                guard let seconds = takeRetry(after: attempt, number: sent, of: request) else {
                    known?.attempts = call.attempts
                    throw known ?? error
                }
                wait = seconds
            }
            call.send(.retried(attempt, number: sent + 1, wait: wait))
            try await time.sleep(wait)
            delay = wait
        }
    }

    /// Connection failures that are retried.
    private static let mayPass: Set<NoticeBoardError.Code> = [.connectionLost, .unreachable, .proxyUnreachable]

    /// Takes a retry from the budget and returns the wait before it; `nil` for no retry.
    ///
    /// A response that is not retried refills the budget.
    private func takeRetry(
        after attempt: NoticeBoardError.Attempt, number sent: Int, of request: HTTPRequest, retryAfter: Double? = nil
    ) -> Double? {
        let status = attempt.status.map(HTTPStatus.init(rawValue:))
        let mayPass = status.map(policy.statuses.contains) ?? attempt.cause.map(Self.mayPass.contains) ?? false
        if status != nil, !mayPass { budget.refill(afterRetry: sent > 1) }
        guard mayPass, sent < policy.attempts, request.mayBeRepeated,
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

extension HTTPRequest {
    /// Whether the request may be sent twice.
    var mayBeRepeated: Bool {
        switch options.retries {
        case .always: true
        case .never: false
        case .ifIdempotent: method.isIdempotent || headers[.idempotencyKey] != nil
        }
    }
}

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
