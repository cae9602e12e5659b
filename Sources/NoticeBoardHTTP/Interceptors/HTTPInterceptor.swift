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
        guard let first = next.interceptors.popFirst() else {
            // A task may run on briefly after its cancellation: it must not send for an ended session.
            try request.call?.owner?.checkIsCurrent()
            if let stream = request.call?.stream { return try await stream.open(request, over: transport) }
            return try await transport.mappingErrors { try await transport.send(request) }
        }
        return try await first.intercept(request, next: next)
    }
}
