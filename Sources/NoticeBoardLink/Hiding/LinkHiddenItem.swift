import NoticeBoardPaging
public import NoticeBoardScreens

/// A post or a reply that is hidden individually.
public enum LinkHiddenItem: Sendable, Hashable, Codable {
    /// A post.
    case post(LinkPost.ID)
    /// A reply.
    case reply(LinkReply.ID)
}

extension HiddenContent where Person == LinkUser, ItemID == LinkHiddenItem {
    /// Creates content by hand.
    public init(
        blocked: [LinkUser] = [], muted: [LinkUser] = [], posts: Set<LinkPost.ID> = [], replies: Set<LinkReply.ID> = []
    ) {
        let items = Set(posts.map(LinkHiddenItem.post)).union(replies.map(LinkHiddenItem.reply))
        self.init(blocked: blocked, muted: muted, items: items)
    }

    /// The posts hidden individually.
    public var posts: Set<LinkPost.ID> {
        Set(items.compactMap { if case .post(let id) = $0 { id } else { nil } })
    }

    /// The replies hidden individually.
    public var replies: Set<LinkReply.ID> {
        Set(items.compactMap { if case .reply(let id) = $0 { id } else { nil } })
    }

    /// Returns why a post is hidden; `nil` if it is visible.
    func reason(for post: LinkPost, on owner: LinkUser.ID? = nil) -> HiddenReason? {
        reason(forItem: .post(post.id), by: post.author.id, on: owner)
    }

    /// Whether a reply is hidden.
    func hides(_ reply: LinkReply) -> Bool { reason(forItem: .reply(reply.id), by: reply.author.id) != nil }
}
