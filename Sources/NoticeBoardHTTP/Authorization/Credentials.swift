public import Foundation
public import NoticeBoardBase

/// What proves who is asking.
///
/// Its text appears in no description.
public struct AccessToken: Sendable, Hashable, Codable {
    /// The value of the `Authorization` header.
    public let headerValue: String

    /// A token that is sent as `Bearer …`.
    public static func bearer(_ token: String) -> AccessToken { AccessToken(headerValue: "Bearer \(token)") }

    /// A token that is sent as it is.
    public static func raw(_ token: String) -> AccessToken { AccessToken(headerValue: token) }
}

extension AccessToken: Redacted {
    /// Never the token.
    public var description: String { "AccessToken(…)" }
}

/// What a session lives on.
///
/// Its text appears in no description. Encode it into a keychain, and nowhere else.
public struct Credentials: Sendable, Hashable, Codable {
    /// What calls carry.
    public var accessToken: AccessToken
    /// What renews it, when the service has such a thing.
    public var refreshToken: String?
    /// Whose they are, for what a program derives from it.
    public var account: String?
    /// When the access token expires, when the service says so: it is renewed shortly before, and no call has to be refused.
    public var expiresAt: Date?

    /// Credentials.
    public init(accessToken: AccessToken, refreshToken: String? = nil, account: String? = nil, expiresAt: Date? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.account = account
        self.expiresAt = expiresAt
    }

    /// Whether the access token has expired, or will before a call that leaves now arrives.
    var lookExpired: Bool { expiresAt.map { $0 <= Date().addingTimeInterval(10) } ?? false }
}

extension Credentials: Redacted {
    /// Never what they are.
    public var description: String { "Credentials(…)" }
}

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
