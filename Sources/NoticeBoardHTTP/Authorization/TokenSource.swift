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
