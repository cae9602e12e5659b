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
    /// The seconds that a call without a network waits for it to return, to be tried again at once; 0 for not at all.
    ///
    /// Counted from the first failure, and never longer than the call's timeout. Whether there is a network,
    /// ``APIClient/Configuration/network`` says. The call waits if it cannot have arrived, or may be repeated; the tries after a return
    /// are spread over a second, and need no ``budget`` and none of the ``attempts``.
    public var waitsForNetwork: Double

    /// Creates a policy; defaults suit most services.
    public init(
        attempts: Int = 3,
        firstWait: Double = 0.3,
        longestWait: Double = 30,
        statuses: Set<HTTPStatus> = [408, 425, 429, 500, 502, 503, 504],
        budget: Int = 10,
        waitsForNetwork: Double = 0
    ) {
        self.attempts = attempts
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.statuses = statuses
        self.budget = budget
        self.waitsForNetwork = waitsForNetwork
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
