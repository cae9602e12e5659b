/// Hears what becomes of calls, for logs, measurements and bug reports.
///
/// ```swift
/// struct SlowCalls: HTTPObserver {
///     func observe(_ event: HTTPEvent) {
///         if case .finished(_, _, let seconds) = event.kind, seconds > 1 { print(event) }
///     }
/// }
/// ```
///
/// Choose an observer to look on; to change what travels, choose an ``HTTPInterceptor``. No event holds anything secret: no
/// token, keyword, body or path value.
public protocol HTTPObserver: Sendable {
    /// Hears one event, on no particular thread and often on several at once; the call waits until this returns.
    func observe(_ event: HTTPEvent)
}
