/// Adds the token of a ``TokenSource`` to the calls that prove who is asking.
public struct AuthorizationInterceptor: HTTPInterceptor {
    private let source: any TokenSource

    /// An interceptor that asks `source` before each call.
    public init(_ source: any TokenSource) { self.source = source }

    /// Sends `request` with the token, when it needs one and there is one.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.authorization != .none, let token = try await source.token() else { return try await next(request) }
        return try await next(try request.carrying(token))
    }
}

extension HTTPRequest {
    /// The same request with `token`.
    func carrying(_ token: AccessToken) throws -> HTTPRequest {
        try HTTPHeaders.Field(name: .authorization, value: token.headerValue).checkValue()
        var request = self
        request.headers[.authorization] = token.headerValue
        return request
    }
}
