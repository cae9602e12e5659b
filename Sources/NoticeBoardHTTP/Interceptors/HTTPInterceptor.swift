/// Stands between the client and the transport: may change the request, the response, or ask again.
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
/// What the client does by itself is written against this protocol too.
public protocol HTTPInterceptor: Sendable {
    /// Answers `request`, as a rule by handing it to `next`, which may be called again.
    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse
}

/// The rest of the way to the server, as an interceptor sees it.
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

    /// A way through `interceptors`, the first one outermost, to `transport`.
    public init(_ interceptors: [any HTTPInterceptor], to transport: any HTTPTransport) {
        self.init(Chain(interceptors, transport), 0)
    }

    private init(_ chain: Chain, _ place: Int) { (self.chain, self.place) = (chain, place) }

    /// Sends `request` the rest of the way.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard place < chain.interceptors.count else {
            // A task may go on for a moment after its cancellation: what its account's session ended with must not leave.
            try request.call?.owner?.keep {}
            if let stream = request.call?.stream { return try await stream.open(request, over: chain.transport) }
            return try await chain.transport.response(to: request)
        }
        return try await chain.interceptors[place].intercept(request, next: HTTPNext(chain, place + 1))
    }
}
