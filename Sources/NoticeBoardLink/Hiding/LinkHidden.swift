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
