/// Provides the current access token for calls, to which it is added.
///
/// Use it if something else stores and renews the token: another SDK, a keychain, a fixed token in a test. Use a ``TokenSession``
/// to let the SDK renew it. A complete token source:
///
/// ```swift
/// struct CompanyToken: TokenSource {
///     func token() async throws -> AccessToken? { .bearer(try await CompanySDK.currentToken()) }
/// }
/// configuration.authorization = CompanyToken()
/// ```
public protocol TokenSource: HTTPInterceptor {
    /// Returns the token for a call about to be sent; `nil` sends it without one.
    func token() async throws -> AccessToken?
}

extension TokenSource {
    /// Sends `request` with the token, if it needs one and there is one.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.authorization != .anonymous, let token = try await token() else { return try await next(request) }
        return try await next(try request.carrying(token))
    }
}

extension AccessToken: TokenSource {
    /// Returns itself.
    public func token() -> AccessToken? { self }
}
