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
    private let interceptors: ArraySlice<any HTTPInterceptor>
    private let transport: any HTTPTransport

    /// A way through `interceptors`, the first one outermost, to `transport`.
    public init(_ interceptors: [any HTTPInterceptor], to transport: any HTTPTransport) {
        self.init(interceptors[...], to: transport)
    }

    private init(_ interceptors: ArraySlice<any HTTPInterceptor>, to transport: any HTTPTransport) {
        self.interceptors = interceptors
        self.transport = transport
    }

    /// Sends `request` the rest of the way.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let first = interceptors.first else { return try await transport.response(to: request) }
        return try await first.intercept(request, next: HTTPNext(interceptors.dropFirst(), to: transport))
    }
}
