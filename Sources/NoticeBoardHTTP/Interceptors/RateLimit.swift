import NoticeBoardBase

/// The most requests that a client sends in a period, so that a service need not refuse them.
///
/// ```swift
/// configuration.rateLimit = RateLimit(10, per: 1)      // never more than ten within a second
/// ```
///
/// Each attempt of a call counts, a redirect does not. A request over the limit waits its turn, in the order of the calls.
public struct RateLimit: Sendable, Hashable {
    /// The maximum number of requests within any period of ``seconds``.
    public var requests: Int
    /// The length of the period, in seconds.
    public var seconds: Double

    /// Creates a limit of so many requests, at least one, within any so many seconds.
    public init(_ requests: Int, per seconds: Double) {
        self.requests = max(requests, 1)
        self.seconds = max(seconds, 0)
    }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
extension RateLimit {
    /// Creates a limit with its period as a duration: `RateLimit(100, per: .seconds(60))`.
    public init(_ requests: Int, per period: Duration) { self.init(requests, per: period.inSeconds) }
}
