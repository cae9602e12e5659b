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
