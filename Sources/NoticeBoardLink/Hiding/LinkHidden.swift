package import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The accounts, posts and replies that an account has hidden.
///
/// An account can't hide its own.
public struct LinkHidden: Sendable, Hashable, Codable, Redacted {
    /// The blocked accounts, newest first; their posts and replies are shown nowhere.
    public internal(set) var blocked: [LinkUser] = []
    /// The muted accounts, newest first; their posts and replies are shown only on their own page.
    public internal(set) var muted: [LinkUser] = []
    /// The posts hidden individually.
    public internal(set) var posts: Set<LinkPost.ID> = []
    /// The replies hidden individually.
    public internal(set) var replies: Set<LinkReply.ID> = []

    private enum CodingKeys: String, CodingKey {
        case blocked, muted, posts
        case replies = "comments"
    }

    /// Whether nothing is hidden.
    public var isEmpty: Bool { blocked.isEmpty && muted.isEmpty && posts.isEmpty && replies.isEmpty }
    /// Whether an account is blocked.
    public func isBlocked(_ user: LinkUser.ID) -> Bool { blocked.contains { $0.id == user } }
    /// Whether an account is muted.
    public func isMuted(_ user: LinkUser.ID) -> Bool { muted.contains { $0.id == user } }

    /// Whether an account's content is hidden, on the page of `owner` if given.
    func hides(_ user: LinkUser.ID, on owner: LinkUser.ID? = nil) -> Bool { isBlocked(user) || user != owner && isMuted(user) }

    /// Returns why a post is hidden; `nil` if it is visible.
    func reason(for post: LinkPost, on owner: LinkUser.ID? = nil) -> HiddenReason? {
        if isBlocked(post.author.id) { return .blocked }
        if hides(post.author.id, on: owner) { return .author }
        return posts.contains(post.id) ? .reported : nil
    }

    /// Whether a reply is hidden.
    func hides(_ reply: LinkReply) -> Bool { replies.contains(reply.id) || hides(reply.author.id) }
}

extension HiddenReason {
    /// The user hid or reported the post.
    public static let reported = Self("reported")
}

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

    package init(_ kept: [LinkUser.ID: LinkHidden] = [:]) { self.kept = Locked(kept) }

    package func load(_ account: LinkUser.ID) -> LinkHidden? { kept.withLock { $0[account] } }
    package func save(_ hidden: LinkHidden?, for account: LinkUser.ID) { kept.withLock { $0[account] = hidden } }
}

/// A store with one file per account, readable only by its owner (0600) and replaced atomically.
package struct LinkHiddenFiles: LinkHiddenStore {
    private struct Content: Codable {
        var format = 1
        var hidden: LinkHidden
    }

    private let directory: URL
    private let files: any FileSystem

    package init(directory: URL, files: any FileSystem = POSIXFileSystem()) { (self.directory, self.files) = (directory, files) }

    /// Returns an account's hidden content; throws `storeDamaged` if it is unreadable, `storeTooNew` for a newer format.
    package func load(_ account: LinkUser.ID) throws -> LinkHidden? {
        guard let data = try file(account).read() else { return nil }
        guard let content = try StoredJSON.value(Content.self, in: data, newest: 1, "What is hidden") else {
            throw NoticeBoardError(.storeDamaged, "What is hidden cannot be read.")
        }
        return content.hidden
    }

    /// Replaces an account's file; `nil` removes it.
    package func save(_ hidden: LinkHidden?, for account: LinkUser.ID) throws {
        guard let hidden else { return try file(account).remove() }
        try file(account).replace(try StoredJSON.data(of: Content(hidden: hidden)))
    }

    /// Only a valid ID of letters and digits becomes a file name.
    private func file(_ account: LinkUser.ID) throws -> SmallFile {
        let name = "hidden-\(try account.checked()).json"
        // Far above any real size.
        return SmallFile(directory: directory, name: name, what: "the file of what is hidden", longest: 16 << 20, files: files)
    }
}

/// Reads and saves hidden content on a serial queue.
///
/// Ignores changes of an erased account.
final class HiddenContentStorage: Sendable {
    /// Applying a change twice has the same effect as once.
    typealias Change = @Sendable (inout LinkHidden) -> Void

    private let store: any LinkHiddenStore
    private let erased = Locked<Set<LinkUser.ID>>([])
    /// The changes that could not be saved; the next update includes them.
    private let unsaved = Locked<[LinkUser.ID: [Change]]>([:])
    private let queue = SerialQueue("NoticeBoard.LinkHidden")

    init(_ store: any LinkHiddenStore) { self.store = store }

    /// Applies a change, if any, to an account's stored content, and returns the result.
    @discardableResult func update(_ account: LinkUser.ID, _ change: Change? = nil) -> Task<LinkHidden, any Error> {
        queue.addBlocking { [self] in
            guard !erased.withLock({ $0.contains(account) }) else { return LinkHidden() }
            let changes = unsaved.withLock { unsaved in
                if let change { unsaved[account, default: []].append(change) }
                return unsaved[account] ?? []
            }
            guard !changes.isEmpty else { return try store.load(account) ?? LinkHidden() }
            var hidden = LinkHidden()
            do { hidden = try store.load(account) ?? hidden } catch let error where Self.startsOver(after: error) {}
            for change in changes { change(&hidden) }
            try store.save(hidden, for: account)
            unsaved.withLock { $0[account] = nil }
            return hidden
        }
    }

    /// Returns when all earlier changes are saved.
    func settled() async { await queue.drained() }

    /// Erases an account's hidden content for good.
    func erase(_ account: LinkUser.ID) async throws {
        erased.withLock { _ = $0.insert(account) }
        try await queue.addBlocking { [self] in try store.save(nil, for: account) }.value
    }

    /// Whether to start over after a read error: damaged content is replaced; after any other error it is left alone.
    static func startsOver(after error: any Error) -> Bool { (error as? NoticeBoardError)?.code == .storeDamaged }
}
