public import Foundation
public import NoticeBoardBase

/// Where it is kept what each account does not want to see: through sign-outs, until the account is given up.
///
/// A ``LinkSession`` calls its store on a queue of its own, one call at a time, in the order of what happened.
package protocol LinkHiddenStore: Sendable {
    /// What was saved last for an account; nothing when nothing was, or when it was erased.
    func load(_ account: LinkUser.ID) throws -> LinkHidden?
    /// Keeps `hidden` in place of what was kept for an account; nil erases it.
    func save(_ hidden: LinkHidden?, for account: LinkUser.ID) throws
}

/// What is forgotten with the process.
package final class LinkHiddenMemory: LinkHiddenStore {
    private let kept: Locked<[LinkUser.ID: LinkHidden]>

    /// A store that holds `kept`.
    package init(_ kept: [LinkUser.ID: LinkHidden] = [:]) { self.kept = Locked(kept) }

    /// What was saved last for an account.
    package func load(_ account: LinkUser.ID) -> LinkHidden? { kept.withLock { $0[account] } }
    /// Keeps `hidden` for an account; nil forgets it.
    package func save(_ hidden: LinkHidden?, for account: LinkUser.ID) { kept.withLock { $0[account] = hidden } }
}

/// A file for each account, which only its owner may read (0600), replaced as a whole.
public struct LinkHiddenFiles: LinkHiddenStore {
    private struct Content: Codable {
        var format: Int
        var hidden: LinkHidden
    }

    private let directory: URL
    private let files: any FileSystem
    private static let newestFormat = 1

    /// Files in a folder, which is made when it is needed; the disk is not touched before.
    public init(directory: URL) { self.init(directory: directory, files: POSIXFileSystem()) }

    package init(directory: URL, files: any FileSystem) { (self.directory, self.files) = (directory, files) }

    /// What was saved last for an account; throws `storeDamaged` for what cannot be read, `storeTooNew` for another format.
    package func load(_ account: LinkUser.ID) throws -> LinkHidden? {
        guard let data = try file(account).read() else { return nil }
        guard let content = try StoredJSON.value(Content.self, in: data, newest: Self.newestFormat, "What is hidden") else {
            throw NoticeBoardError(.storeDamaged, "What is hidden cannot be read.")
        }
        return content.hidden
    }

    /// Keeps `hidden` for an account; nil removes its file.
    package func save(_ hidden: LinkHidden?, for account: LinkUser.ID) throws {
        guard let hidden else { return try file(account).remove() }
        try file(account).replace(try StoredJSON.data(of: Content(format: Self.newestFormat, hidden: hidden)))
    }

    /// The service hands out IDs of letters and digits; of any other no name of a file is made.
    private func file(_ account: LinkUser.ID) throws -> SmallFile {
        let name = "hidden-\(try account.checked()).json"
        // Longer than what anybody hides.
        return SmallFile(
            directory: directory, name: name, what: "the file of what is hidden", longest: 16 << 20, files: files)
    }
}

extension LinkHiddenFiles: Redacted {
    /// Never the folder: a path may name a person.
    public var description: String { "LinkHiddenFiles(…)" }
}
