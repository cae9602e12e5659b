public import Foundation
public import NoticeBoardBase

/// Keeps the credentials of a session from one launch of the app to the next.
///
/// ```swift
/// struct VaultTokens: TokenStore {
///     func load() throws -> Credentials? { try Vault.read("tokens").map { try JSONDecoder().decode(Credentials.self, from: $0) } }
///     func save(_ credentials: Credentials?) throws { try Vault.write("tokens", credentials.map { try JSONEncoder().encode($0) }) }
/// }
/// ```
///
/// A ``TokenSession`` calls its store on a queue of its own: one call at a time, in order, never on the main thread and never on a
/// thread that tasks share. A store may block and needs no lock. After a sign-out the session saves nothing but `nil`.
public protocol TokenStore: Sendable {
    /// Returns the credentials that were saved last; `nil` if there are none.
    func load() throws -> Credentials?
    /// Replaces the stored credentials; `nil` erases them.
    func save(_ credentials: Credentials?) throws
}

extension TokenStore {
    /// Erases what an earlier installation of the app left, once for each installation; call it before the session restores.
    ///
    /// A keychain outlives the app that wrote into it. `marker` is a file in a folder that is removed with the app, Application
    /// Support for example: tokens without it are those of a removed app, and it is created then. A version that adds this call
    /// signs its users out once.
    public func eraseAfterReinstallation(marker: URL) throws {
        let file = SmallFile(directory: marker.deletingLastPathComponent(), name: marker.lastPathComponent, what: "the marker")
        guard try file.read() == nil else { return }
        try save(nil)
        try file.replace(Data("1".utf8))
    }
}

/// A store that forgets its credentials with the process: for tests, previews, and apps that keep nothing.
public final class MemoryTokenStore: TokenStore {
    private let kept: Locked<Credentials?>

    /// Creates a store that holds `credentials`.
    public init(_ credentials: Credentials? = nil) { kept = Locked(credentials) }

    /// Returns the credentials that were saved last.
    public func load() -> Credentials? { kept.withLock { $0 } }
    /// Replaces the stored credentials.
    public func save(_ credentials: Credentials?) { kept.withLock { $0 = credentials } }
}

extension MemoryTokenStore: Redacted {
    /// Never a token.
    public var description: String { "MemoryTokenStore(…)" }
}
