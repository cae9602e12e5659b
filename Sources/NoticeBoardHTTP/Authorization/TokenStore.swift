public import Foundation
import NoticeBoardBase

/// Stores the credentials of a session between launches of the app.
///
/// ```swift
/// struct VaultTokens: TokenStore {
///     func load() throws -> Credentials? { try Vault.read("tokens").map { try JSONDecoder().decode(Credentials.self, from: $0) } }
///     func save(_ credentials: Credentials?) throws { try Vault.write("tokens", credentials.map { try JSONEncoder().encode($0) }) }
/// }
/// ```
///
/// A ``TokenSession`` calls its store on a queue: one call at a time, in order, never on the main thread or a thread that tasks
/// share. A store may block and needs no lock. After a sign-out the session saves only `nil`.
public protocol TokenStore: Sendable {
    /// Returns the last saved credentials; `nil` if there are none.
    func load() throws -> Credentials?
    /// Replaces the stored credentials; `nil` erases them.
    func save(_ credentials: Credentials?) throws
}

extension TokenStore {
    /// Erases the data of an earlier installation of the app, once per installation; call it before the session restores.
    ///
    /// A keychain outlives its app. `marker` is a file in a folder that is removed with the app, such as Application Support.
    /// Without it the tokens belong to a removed app: they are erased, and the file is created. The first version with this call
    /// signs its users out once.
    public func eraseAfterReinstallation(marker: URL) throws {
        let file = SmallFile(directory: marker.deletingLastPathComponent(), name: marker.lastPathComponent, what: "the marker")
        guard try file.read() == nil else { return }
        try save(nil)
        try file.replace(Data("1".utf8))
    }
}
