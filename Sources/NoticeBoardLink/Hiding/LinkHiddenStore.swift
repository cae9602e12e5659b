public import Foundation
public import NoticeBoardBase

/// A store of each account's hidden content.
///
/// It survives sign-outs and is erased when the account is deleted.
///
/// A ``LinkSession`` calls it on its own queue, one call at a time, in order.
package protocol LinkHiddenStore: Sendable {
    /// Returns an account's hidden content; `nil` if none was saved or it was erased.
    func load(_ account: LinkUser.ID) throws -> LinkHidden?
    /// Replaces an account's hidden content; `nil` erases it.
    func save(_ hidden: LinkHidden?, for account: LinkUser.ID) throws
}

/// A store in memory.
package final class LinkHiddenMemory: LinkHiddenStore {
    private let kept: Locked<[LinkUser.ID: LinkHidden]>

    /// Creates a store with initial content.
    package init(_ kept: [LinkUser.ID: LinkHidden] = [:]) { self.kept = Locked(kept) }

    /// Returns an account's hidden content.
    package func load(_ account: LinkUser.ID) -> LinkHidden? { kept.withLock { $0[account] } }
    /// Replaces an account's hidden content; `nil` erases it.
    package func save(_ hidden: LinkHidden?, for account: LinkUser.ID) { kept.withLock { $0[account] = hidden } }
}

/// A store with one file per account, readable only by its owner (0600) and replaced atomically.
public struct LinkHiddenFiles: LinkHiddenStore {
    private struct Content: Codable {
        var format: Int
        var hidden: LinkHidden
    }

    private let directory: URL
    private let files: any FileSystem
    private static let newestFormat = 1

    /// Creates a store in a folder, which is created on the first save; nothing is read or written before.
    public init(directory: URL) { self.init(directory: directory, files: POSIXFileSystem()) }

    package init(directory: URL, files: any FileSystem) { (self.directory, self.files) = (directory, files) }

    /// Returns an account's hidden content; throws `storeDamaged` if it is unreadable, `storeTooNew` for a newer format.
    package func load(_ account: LinkUser.ID) throws -> LinkHidden? {
        guard let data = try file(account).read() else { return nil }
        guard let content = try StoredJSON.value(Content.self, in: data, newest: Self.newestFormat, "What is hidden") else {
            throw NoticeBoardError(.storeDamaged, "What is hidden cannot be read.")
        }
        return content.hidden
    }

    /// Replaces an account's file; `nil` removes it.
    package func save(_ hidden: LinkHidden?, for account: LinkUser.ID) throws {
        guard let hidden else { return try file(account).remove() }
        try file(account).replace(try StoredJSON.data(of: Content(format: Self.newestFormat, hidden: hidden)))
    }

    /// Only a valid ID of letters and digits becomes a file name.
    private func file(_ account: LinkUser.ID) throws -> SmallFile {
        let name = "hidden-\(try account.checked()).json"
        // Far above any real size.
        return SmallFile(
            directory: directory, name: name, what: "the file of what is hidden", longest: 16 << 20, files: files)
    }
}

extension LinkHiddenFiles: Redacted {
    /// Never the folder: a path may contain a person's name.
    public var description: String { "LinkHiddenFiles(…)" }
}

/// Saves hidden content on a serial queue.
///
/// Ignores changes of an erased account.
final class HiddenContentStorage: Sendable {
    /// Applying a change twice has the same effect as once.
    typealias Change = @Sendable (inout LinkHidden) -> Void

    private let store: any LinkHiddenStore
    private let erased = Locked<Set<LinkUser.ID>>([])
    /// The changes that could not be saved; the next save includes them.
    private let unsavedChanges = Locked<[LinkUser.ID: [Change]]>([:])
    private let queue = SerialQueue("NoticeBoard.LinkHidden")

    init(_ store: any LinkHiddenStore) { self.store = store }

    /// Returns an account's hidden content, including changes not saved yet.
    func load(_ account: LinkUser.ID) async throws -> LinkHidden? {
        try await queue.addBlocking { [self] in
            let missing = unsavedChanges.withLock { $0[account] } ?? []
            return try missing.isEmpty ? store.load(account) : changed(account, missing)
        }.value
    }

    /// Applies changes to an account's stored content; `ended` receives the error, or `nil`.
    func change(
        _ account: LinkUser.ID, _ changes: [Change], ended: @escaping @Sendable (NoticeBoardError?) -> Void = { _ in }
    ) {
        queue.addBlocking { [self] in
            guard !erased.withLock({ $0.contains(account) }) else { return }
            let all = unsavedChanges.withLock { $0[account, default: []] } + changes
            do {
                try store.save(changed(account, all), for: account)
                unsavedChanges.withLock { $0[account] = nil }
                ended(nil)
            } catch {
                unsavedChanges.withLock { $0[account] = all }
                ended(NoticeBoardError(wrapping: error))
            }
        }
    }

    /// Returns when all earlier changes are saved.
    func settled() async { await queue.drained() }

    /// Erases an account's hidden content for good.
    func erase(_ account: LinkUser.ID) async throws {
        erased.withLock { _ = $0.insert(account) }
        try await queue.addBlocking { [self] in
            try store.save(nil, for: account)
            unsavedChanges.withLock { $0[account] = nil }
        }.value
    }

    /// Whether to start over after a read error: damaged content is replaced; after any other error it is left alone.
    static func startsOver(after error: any Error) -> Bool { (error as? NoticeBoardError)?.code == .storeDamaged }

    private func changed(_ account: LinkUser.ID, _ changes: [Change]) throws -> LinkHidden {
        var hidden: LinkHidden?
        do { hidden = try store.load(account) } catch let error where Self.startsOver(after: error) {}
        return changes.reduce(into: hidden ?? LinkHidden()) { $1(&$0) }
    }
}
