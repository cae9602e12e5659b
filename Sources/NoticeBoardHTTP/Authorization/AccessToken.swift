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

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the token.
    public var description: String { "AccessToken(…)" }
    /// Never the token.
    public var debugDescription: String { description }
    /// Never the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
