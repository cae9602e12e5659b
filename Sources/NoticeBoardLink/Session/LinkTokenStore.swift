import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

/// Where a session keeps its tokens, with the ID of whose they are, from one launch of the app to the next.
///
/// A ``LinkSession`` calls its store on a queue of its own: one call at a time, in the order of what happened, never on the main
/// thread and never where tasks run, so that a conformer may take its time and needs no lock. After a sign-out it saves nothing
/// but nil. The whole of one:
///
/// ```swift
/// struct VaultTokens: LinkTokenStore {
///     func load() throws -> Credentials? { try Vault.read("link").map { try JSONDecoder().decode(Credentials.self, from: $0) } }
///     func save(_ credentials: Credentials?) throws { try Vault.write("link", credentials.map { try JSONEncoder().encode($0) }) }
/// }
/// ```
public protocol LinkTokenStore: Sendable {
    /// What was saved last; nothing when nothing was, or when it was erased.
    func load() throws -> Credentials?
    /// Keeps `credentials` in place of what was kept; nil erases it.
    func save(_ credentials: Credentials?) throws
}

/// Tokens that are forgotten with the process: for tests, previews, and apps that want nothing kept.
public final class LinkMemoryTokens: LinkTokenStore {
    private let kept: Locked<Credentials?>

    /// A store that holds `credentials`, or nothing.
    public init(_ credentials: Credentials? = nil) { kept = Locked(credentials) }

    /// What was saved last.
    public func load() -> Credentials? { kept.withLock { $0 } }
    /// Keeps `credentials`; nil forgets them.
    public func save(_ credentials: Credentials?) { kept.withLock { $0 = credentials } }
}

extension LinkMemoryTokens: Redacted {
    /// Never a token.
    public var description: String { "LinkMemoryTokens(…)" }
}
