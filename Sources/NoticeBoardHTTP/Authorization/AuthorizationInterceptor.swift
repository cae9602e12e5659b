/// Says which token calls carry now.
///
/// Choose it where something else keeps the token and renews it in time: another SDK, a keychain, a fixed token in a test.
/// Where the SDK is to renew it, choose a ``TokenSession``. The whole of one:
///
/// ```swift
/// struct CompanyToken: TokenSource {
///     func token() async throws -> AccessToken? { .bearer(try await CompanySDK.currentToken()) }
/// }
/// configuration.authorization = AuthorizationInterceptor(CompanyToken())
/// ```
public protocol TokenSource: Sendable {
    /// The token for a call that is about to leave; nothing lets it leave without one.
    func token() async throws -> AccessToken?
}

extension AccessToken: TokenSource {
    /// Itself.
    public func token() -> AccessToken? { self }
}

/// Adds the token of a ``TokenSource`` to the calls that prove who is asking.
public struct AuthorizationInterceptor: HTTPInterceptor {
    private let source: any TokenSource

    /// An interceptor that asks `source` before each call.
    public init(_ source: any TokenSource) { self.source = source }

    /// Sends `request` with the token, when it needs one and there is one.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.authorization != .anonymous, let token = try await source.token() else {
            return try await next(request)
        }
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
