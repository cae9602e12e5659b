public import Foundation
public import NoticeBoardBase

/// A token that authenticates calls.
///
/// No description shows its text.
public struct AccessToken: Sendable, Hashable, Codable, Redacted, TokenSource {
    /// The value of the `Authorization` header.
    public let headerValue: String

    /// Creates a token that is sent as `Bearer …`.
    public static func bearer(_ token: String) -> AccessToken { AccessToken(headerValue: "Bearer \(token)") }

    /// Creates a token that is sent unchanged.
    public static func raw(_ token: String) -> AccessToken { AccessToken(headerValue: token) }

    /// Returns itself.
    public func token() -> AccessToken? { self }
}

/// The tokens of a session.
///
/// No description shows them. Store their encoded form only in a keychain.
public struct Credentials: Sendable, Hashable, Codable, Redacted {
    /// The token that calls send.
    public var accessToken: AccessToken
    /// The token for renewals, if the service has one.
    public var refreshToken: String?
    /// The account that they belong to, if known.
    public var account: String?
    /// When the access token expires, if known: it is renewed shortly before, so that no call is refused.
    public var expiresAt: Date?

    /// Creates credentials.
    public init(accessToken: AccessToken, refreshToken: String? = nil, account: String? = nil, expiresAt: Date? = nil) {
        (self.accessToken, self.refreshToken) = (accessToken, refreshToken)
        (self.account, self.expiresAt) = (account, expiresAt)
    }

    /// Whether the access token has expired, or will before a call sent now arrives.
    var isExpiring: Bool { expiresAt.map { $0 <= Date().addingTimeInterval(10) } ?? false }
}

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
