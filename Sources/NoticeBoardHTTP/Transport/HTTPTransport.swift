/// Carries one request to a server and brings the response back, whatever its status.
///
/// Choose a transport to replace *how* bytes travel: another networking library, a double in a test. To look at or change
/// requests on their way, choose an ``HTTPInterceptor``. The whole of one that answers everything alike:
///
/// ```swift
/// struct Unavailable: HTTPTransport {
///     func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 503) }
/// }
/// ```
///
/// A transport follows no redirect, stores no cookie and answers no challenge: what to do about a 3xx or a 401 is decided
/// above it. It throws `NoticeBoardError` when no response came, and `CancellationError` when its task was cancelled.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the response to it.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
