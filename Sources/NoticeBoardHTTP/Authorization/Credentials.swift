public import Foundation
public import NoticeBoardBase

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
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.account = account
        self.expiresAt = expiresAt
    }

    /// Whether the access token has expired, or will before a call sent now arrives.
    var isExpiring: Bool { expiresAt.map { $0 <= Date().addingTimeInterval(10) } ?? false }
}
