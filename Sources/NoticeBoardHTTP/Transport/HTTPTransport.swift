import NoticeBoardBase

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
/// above it. A successful answer to a request with a ``HTTPRequest/destination`` may be written there, over the file that is there,
/// instead of into memory: then ``HTTPResponse/file`` names it. It throws `NoticeBoardError` when no response came.
///
/// When its task is cancelled, a transport gives the request up and throws `CancellationError` at once: a timeout, a sign-out and the
/// caller cancel the task, and wait until it has ended. A transport that ignores its cancellation holds its caller that long.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the response to it.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

extension HTTPTransport {
    /// The response to `request`; whatever a transport of the app's own throws is an error of the SDK.
    func response(to request: HTTPRequest) async throws -> HTTPResponse {
        try await mappingErrors { try await send(request) }
    }

    /// Runs `work` and throws the errors of a transport of the app's own as errors of the SDK.
    func mappingErrors<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as NoticeBoardError {
            throw error
        } catch {
            // Other libraries end a cancelled call with errors of their own.
            try Task.checkCancellation()
            throw error is CancellationError ? error : NoticeBoardError(transportFailure: error)
        }
    }
}
