import NoticeBoardBase

/// Runs between the client and the transport: may change the request or the response, or repeat the request.
///
/// ```swift
/// struct Language: HTTPInterceptor {
///     func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
///         var request = request
///         request.headers["Accept-Language"] = "ko"
///         return try await next(request)
///     }
/// }
/// ```
///
/// The client's own features are interceptors, too.
public protocol HTTPInterceptor: Sendable {
    /// Returns the response to `request`, usually by passing it to `next`, which may be called again.
    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse
}

/// The rest of the chain to the server, as seen by an interceptor.
public struct HTTPNext: Sendable {
    private var interceptors: ArraySlice<any HTTPInterceptor>
    private let transport: any HTTPTransport

    /// Creates a chain through `interceptors`, the first one outermost, to `transport`.
    public init(_ interceptors: [any HTTPInterceptor], to transport: any HTTPTransport) {
        self.interceptors = interceptors[...]
        self.transport = transport
    }

    /// Sends `request` through the rest of the chain.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        var next = self
        guard let first = next.interceptors.popFirst() else { return try await sent(request) }
        return try await first.intercept(request, next: next)
    }

    /// Sends `request` over the transport; a separate function, since its locals would enlarge the frame of every interceptor.
    private func sent(_ request: HTTPRequest) async throws -> HTTPResponse {
        // A task runs on briefly after its cancellation, and an interceptor may have begun another: never for an ended session.
        try request.call?.account?.checkIsCurrent()
        defer { request.call?.logPhases() }
        do {
            if let stream = request.call?.stream { return try await transport.open(request, into: stream) }
            return try await transport.send(request)
        } catch let error as NoticeBoardError {
            throw error
        } catch {
            // An app's own transport throws errors of another library, also for a cancelled call.
            try Task.checkCancellation()
            throw error is CancellationError ? error : NoticeBoardError(transportFailure: error)
        }
    }
}
