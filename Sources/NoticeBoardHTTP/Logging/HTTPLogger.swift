/// Receives the events of a client's calls, for logs, metrics and bug reports.
///
/// ```swift
/// struct SlowCalls: HTTPLogger {
///     func log(_ event: HTTPEvent) {
///         if case .finished(_, _, let seconds) = event.kind, seconds > 1 { print(event) }
///     }
/// }
/// ```
///
/// A logger is called on any thread, also concurrently, and the call waits for it. Events contain no token, keyword, body or path
/// value. A logger that is also an ``HTTPInterceptor`` runs around each attempt, whose request has all secrets.
public protocol HTTPLogger: Sendable {
    /// Logs an event.
    func log(_ event: HTTPEvent)
}

extension HTTPEvent {
    /// The event as one line with its date: `2026-11-20T08:05:09.123Z GET boards […] started`.
    public var dated: String { "\(RFC3339.text(date) ?? "-") \(self)" }
}
