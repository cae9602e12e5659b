public import NoticeBoardBase

/// A store in memory, for tests, previews, and apps that store no credentials.
public final class MemoryTokenStore: TokenStore, Redacted {
    private let kept: Locked<Credentials?>

    /// Creates a store that holds `credentials`.
    public init(_ credentials: Credentials? = nil) { kept = Locked(credentials) }

    /// Returns the last saved credentials.
    public func load() -> Credentials? { kept.withLock { $0 } }
    /// Replaces the stored credentials.
    public func save(_ credentials: Credentials?) { kept.withLock { $0 = credentials } }
}
