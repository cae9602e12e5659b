import Foundation
import NoticeBoardBase

/// When a call is sent again, and how long is waited before (back-off with full jitter).
///
/// Only calls that may be repeated are: those whose method is idempotent, that carry an `Idempotency-Key`, or that say so.
public struct RetryPolicy: Sendable, Hashable {
    /// How many times a call is sent at most, the first time included.
    public var attempts: Int
    /// How many seconds the first wait takes at most; each further one may take twice as long (exponential back-off).
    ///
    /// How long each is within that is random (full jitter), so that clients which failed together do not come back together.
    public var firstWait: Double
    /// How many seconds a wait takes at most.
    ///
    /// A server that asks for more with `Retry-After` is taken at its word: the call is not sent again, and the error's
    /// remedy names the time.
    public var longestWait: Double
    /// The statuses that may be gone when asked again.
    public var statuses: Set<HTTPStatus>
    /// How many retries a client has in hand.
    ///
    /// Each takes one. One that helps gives it back, and so do ten calls that needed none, and ten seconds: a server that is
    /// down for good gets each call once and a retry every ten seconds.
    public var budget: Int

    /// A policy; what is not given suits most services.
    public init(
        attempts: Int = 3,
        firstWait: Double = 0.3,
        longestWait: Double = 30,
        statuses: Set<HTTPStatus> = [408, 425, 429, 500, 502, 503, 504],
        budget: Int = 10
    ) {
        self.attempts = attempts
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.statuses = statuses
        self.budget = budget
    }

    /// Three attempts.
    public static let standard = RetryPolicy()
    /// Every call is sent once.
    public static let never = RetryPolicy(attempts: 1)

    /// How many seconds to wait after `failures` failures, `random` being drawn from 0 to 1; nothing when the server asks for
    /// more than the longest wait.
    func wait(after failures: Int, asked: Double?, random: Double) -> Double? {
        if let asked, asked > longestWait { return nil }
        // Infinity times zero is NaN.
        let most = min(
            Self.finite(firstWait) * Double(sign: .plus, exponent: min(failures - 1, 900), significand: 1), longestWait)
        return max(Self.finite(most) * random, asked ?? 0)
    }

    /// The number as a wait that every clock takes; NaN is no wait.
    private static func finite(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 1e9) : 0 }
}

/// Sends a call again that failed in a way which may be over by then, and notes each time that it was sent.
struct RetryInterceptor: HTTPInterceptor {
    let policy: RetryPolicy
    let budget: RetryBudget
    let time: TimeSource
    /// Draws from 0 to 1.
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
                guard let next = waitAfter(response, sent, request) else {
                    response.attempts = call.attempts
                    return response
                }
                wait = next
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // Other libraries end a cancelled call with errors of their own.
                try Task.checkCancellation()
                // An error of a transport of the app's own says nothing: it is taken for a connection that failed.
                var known = error as? NoticeBoardError
                let cause = known?.code ?? .unreachable
                attempt = .init(cause: cause, delay: delay)
                call.end(attempt)
                guard let next = waitAfter(cause, sent, request) else {
                    known?.attempts = call.attempts
                    throw known ?? error
                }
                wait = next
            }
            call.send(.retried(attempt, number: sent + 1, wait: wait))
            try await time.sleep(wait)
            delay = wait
        }
    }

    /// How long to wait after an answer before the call is sent again; nothing when it is not.
    private func waitAfter(_ response: HTTPResponse, _ sent: Int, _ request: HTTPRequest) -> Double? {
        guard policy.statuses.contains(response.status) else {
            budget.refill(afterRetry: sent > 1)
            return nil
        }
        return waitBeforeNext(sent, request, asked: response.retryAfter())
    }

    /// The same after a failure.
    private func waitAfter(_ cause: NoticeBoardError.Code, _ sent: Int, _ request: HTTPRequest) -> Double? {
        guard Self.mayPass.contains(cause) else { return nil }
        // A server that restarts loses all its connections at once, more than a budget holds.
        let isFirstLoss = cause == .connectionLost && sent == 1 && policy.budget > 0
        return waitBeforeNext(sent, request, isFree: isFirstLoss)
    }

    /// Failures of a connection that may be gone when asked again.
    private static let mayPass: Set<NoticeBoardError.Code> = [.connectionLost, .unreachable, .proxyUnreachable]

    /// How long to wait before a call that was sent so often is sent again; nothing when it is not.
    private func waitBeforeNext(
        _ sent: Int, _ request: HTTPRequest, asked: Double? = nil, isFree: Bool = false
    ) -> Double? {
        guard sent < policy.attempts, request.mayBeRepeated,
            let wait = policy.wait(after: sent, asked: asked, random: random())
        else { return nil }
        let now = time.now()
        // A wait until after the timeout is useless. A request that is shared has no timeout, whoever began it.
        if request.options.timeout != nil, let due = request.call?.due, now + wait >= due { return nil }
        return budget.take(at: now) || isFree ? wait : nil
    }
}

extension HTTPRequest {
    /// Whether sending it twice does no harm.
    var mayBeRepeated: Bool {
        switch options.retries {
        case .always: true
        case .never: false
        case .ifIdempotent: method.isIdempotent || headers[.idempotencyKey] != nil
        }
    }
}

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
