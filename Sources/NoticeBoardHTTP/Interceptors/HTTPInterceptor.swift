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
    private let chain: Chain
    private let place: Int

    private final class Chain: Sendable {
        let interceptors: [any HTTPInterceptor]
        let transport: any HTTPTransport

        init(_ interceptors: [any HTTPInterceptor], _ transport: any HTTPTransport) {
            (self.interceptors, self.transport) = (interceptors, transport)
        }
    }

    /// Creates a chain through `interceptors`, the first one outermost, to `transport`.
    public init(_ interceptors: [any HTTPInterceptor], to transport: any HTTPTransport) {
        self.init(Chain(interceptors, transport), 0)
    }

    private init(_ chain: Chain, _ place: Int) { (self.chain, self.place) = (chain, place) }

    /// Sends `request` through the rest of the chain.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard place < chain.interceptors.count else {
            // A task may run on briefly after its cancellation: it must not send for an ended session.
            try request.call?.owner?.keep {}
            if let stream = request.call?.stream { return try await stream.open(request, over: chain.transport) }
            return try await chain.transport.response(to: request)
        }
        return try await chain.interceptors[place].intercept(request, next: HTTPNext(chain, place + 1))
    }
}
