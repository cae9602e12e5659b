/// Receives what happens to a client's calls, for logs, measurements and bug reports.
///
/// ```swift
/// struct SlowCalls: HTTPLogger {
///     func log(_ event: HTTPEvent) {
///         if case .finished(_, _, let seconds) = event.kind, seconds > 1 { print(event) }
///     }
/// }
/// ```
///
/// A logger changes neither requests nor responses; an ``HTTPInterceptor`` does. Its methods are called on any thread, often on
/// several at once, and the call waits until they return. No event holds a token, a keyword, a body or a path value.
public protocol HTTPLogger: Sendable {
    /// Logs an event.
    func log(_ event: HTTPEvent)
    /// Logs a request before it leaves, with every secret in it; does nothing unless implemented.
    func logUnredacted(_ request: HTTPRequest)
    /// Logs how a request ended, with every secret in the response; does nothing unless implemented.
    func logUnredacted(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest)
}

extension HTTPLogger {
    /// Does nothing.
    public func logUnredacted(_ request: HTTPRequest) {}
    /// Does nothing.
    public func logUnredacted(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest) {}
}
