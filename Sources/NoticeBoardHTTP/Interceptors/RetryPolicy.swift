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
