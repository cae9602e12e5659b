public import NoticeBoardBase

/// A token that authenticates calls.
///
/// No description shows its text.
public struct AccessToken: Sendable, Hashable, Codable, Redacted {
    /// The value of the `Authorization` header.
    public let headerValue: String

    /// Creates a token that is sent as `Bearer …`.
    public static func bearer(_ token: String) -> AccessToken { AccessToken(headerValue: "Bearer \(token)") }

    /// Creates a token that is sent unchanged.
    public static func raw(_ token: String) -> AccessToken { AccessToken(headerValue: token) }
}
