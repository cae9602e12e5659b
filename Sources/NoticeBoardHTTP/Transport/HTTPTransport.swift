/// Sends one request to a server and returns the response, with any status.
///
/// Write a transport to replace *how* bytes travel: another networking library, or a test double. To inspect or change requests,
/// write an ``HTTPInterceptor``. A complete transport that always returns the same response:
///
/// ```swift
/// struct Unavailable: HTTPTransport {
///     func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 503) }
/// }
/// ```
///
/// A transport follows no redirects, stores no cookies and answers no challenges: a 3xx or a 401 is handled above it. It may
/// write a successful response to the request's ``HTTPRequest/destination``, over an existing file, instead of into memory;
/// ``HTTPResponse/file`` then names it. It throws `NoticeBoardError` if no response arrived.
///
/// When its task is cancelled, a transport abandons the request and throws `CancellationError` at once: a timeout, a sign-out and
/// the caller cancel the task and wait for it to end. A transport that ignores cancellation blocks its caller that long.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the response to it.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
