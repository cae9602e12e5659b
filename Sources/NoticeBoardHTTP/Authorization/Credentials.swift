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
