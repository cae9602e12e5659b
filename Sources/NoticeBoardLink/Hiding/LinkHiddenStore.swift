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

/// Brings what accounts do not want to see to its store, on a queue of its own, one call at a time; nothing of an account that
/// was given up.
final class HiddenPeopleStorage: Sendable {
    /// To make one once more alters nothing.
    typealias Change = @Sendable (inout LinkHidden) -> Void

    private let store: any LinkHiddenStore
    private let erased = Locked<Set<LinkUser.ID>>([])
    /// What could not be kept; it is kept with what comes next.
    private let unkept = Locked<[LinkUser.ID: [Change]]>([:])
    private let queue = SerialQueue("NoticeBoard.LinkHidden")

    init(_ store: any LinkHiddenStore) { self.store = store }

    /// What is kept for an account, with what was to be.
    func load(_ account: LinkUser.ID) async throws -> LinkHidden? {
        try await queue.addBlocking { [self] in
            let missing = unkept.withLock { $0[account] } ?? []
            return try missing.isEmpty ? store.load(account) : changed(account, missing)
        }.value
    }

    /// Makes changes to what is kept for an account, whatever that is by now; `ended` hears how that ended.
    func change(
        _ account: LinkUser.ID, _ changes: [Change], ended: @escaping @Sendable (NoticeBoardError?) -> Void = { _ in }
    ) {
        queue.addBlocking { [self] in
            guard !erased.withLock({ $0.contains(account) }) else { return }
            let all = unkept.withLock { $0[account, default: []] } + changes
            do {
                try store.save(changed(account, all), for: account)
                unkept.withLock { $0[account] = nil }
                ended(nil)
            } catch {
                unkept.withLock { $0[account] = all }
                ended(NoticeBoardError(wrapping: error))
            }
        }
    }

    /// Returns when everything is kept that was to be kept before.
    func settled() async { await queue.drained() }

    /// Forgets for good what an account did not want to see.
    func erase(_ account: LinkUser.ID) async throws {
        erased.withLock { _ = $0.insert(account) }
        try await queue.addBlocking { [self] in
            try store.save(nil, for: account)
            unkept.withLock { $0[account] = nil }
        }.value
    }

    /// Whether what could not be read is begun anew: what is damaged is; what cannot be read for any other reason is left as it is.
    static func beginsAnew(after error: any Error) -> Bool { (error as? NoticeBoardError)?.code == .storeDamaged }

    private func changed(_ account: LinkUser.ID, _ changes: [Change]) throws -> LinkHidden {
        var hidden: LinkHidden?
        do { hidden = try store.load(account) } catch let error where Self.beginsAnew(after: error) {}
        return changes.reduce(into: hidden ?? LinkHidden()) { $1(&$0) }
    }
}
