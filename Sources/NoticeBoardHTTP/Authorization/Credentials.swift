/// What a session lives on.
///
/// Its text appears in no description. Encode it into a keychain, and nowhere else.
public struct Credentials: Sendable, Hashable, Codable {
    /// What calls carry.
    public var access: AccessToken
    /// What renews it, when the service has such a thing.
    public var refresh: String?
    /// Whose they are, for what a program derives from it.
    public var account: String?

    /// Credentials.
    public init(access: AccessToken, refresh: String? = nil, account: String? = nil) {
        self.access = access
        self.refresh = refresh
        self.account = account
    }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never what they are.
    public var description: String { "Credentials(…)" }
    /// Never what they are.
    public var debugDescription: String { description }
    /// Never what they are.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
