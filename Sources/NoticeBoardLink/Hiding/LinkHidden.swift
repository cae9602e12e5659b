public import NoticeBoardBase
public import NoticeBoardPaging

/// What an account does not want to see: whom it blocked and muted, and which posts and replies it hid.
///
/// Nobody hides their own.
public struct LinkHidden: Sendable, Hashable {
    /// Who is blocked, the newest first: nothing of theirs is shown anywhere.
    public internal(set) var blocked: [LinkUser] { didSet { index() } }
    /// Who is muted, the newest first: nothing of theirs is shown but on their own page.
    public internal(set) var muted: [LinkUser] { didSet { index() } }
    /// The posts that are hidden one by one.
    public internal(set) var posts: Set<LinkPost.ID>
    /// The replies that are hidden one by one.
    public internal(set) var comments: Set<LinkComment.ID>
    private var blockedIDs: Set<LinkUser.ID> = []
    private var mutedIDs: Set<LinkUser.ID> = []

    /// What is not to be seen.
    public init(
        blocked: [LinkUser] = [], muted: [LinkUser] = [], posts: Set<LinkPost.ID> = [], comments: Set<LinkComment.ID> = []
    ) {
        (self.blocked, self.muted, self.posts, self.comments) = (blocked, muted, posts, comments)
        index()
    }

    private mutating func index() { (blockedIDs, mutedIDs) = (Set(blocked.map(\.id)), Set(muted.map(\.id))) }

    /// Whether nothing is hidden.
    public var isEmpty: Bool { blocked.isEmpty && muted.isEmpty && posts.isEmpty && comments.isEmpty }
    /// Whether an account is blocked.
    public func isBlocked(_ user: LinkUser.ID) -> Bool { blockedIDs.contains(user) }
    /// Whether an account is muted.
    public func isMuted(_ user: LinkUser.ID) -> Bool { mutedIDs.contains(user) }

    /// Whether an account is not to be seen, on the page of `owner` where that is one.
    func hides(_ user: LinkUser.ID, on owner: LinkUser.ID? = nil) -> Bool {
        blockedIDs.contains(user) || user != owner && mutedIDs.contains(user)
    }

    /// Why a post is not to be seen, if it is not.
    func reason(for post: LinkPost, on owner: LinkUser.ID? = nil) -> HiddenReason? {
        if isBlocked(post.creator.id) { return .blocked }
        if hides(post.creator.id, on: owner) { return .author }
        return posts.contains(post.id) ? .reported : nil
    }

    /// Whether a reply is not to be seen.
    func hides(_ comment: LinkComment) -> Bool { comments.contains(comment.id) || hides(comment.creator.id) }
}

extension HiddenReason {
    /// The user hid or reported the post.
    public static let reported = Self("reported")
}

extension LinkHidden: Codable {
    private enum CodingKeys: String, CodingKey { case blocked, muted, posts, comments }

    /// Reads what was kept.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            blocked: try container.decode([LinkUser].self, forKey: .blocked),
            muted: try container.decode([LinkUser].self, forKey: .muted),
            posts: try container.decode(Set<LinkPost.ID>.self, forKey: .posts),
            comments: try container.decode(Set<LinkComment.ID>.self, forKey: .comments))
    }

    /// Writes what is to be kept, the same always as the same bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(blocked, forKey: .blocked)
        try container.encode(muted, forKey: .muted)
        try container.encode(posts.sorted(), forKey: .posts)
        try container.encode(comments.sorted(), forKey: .comments)
    }
}

extension LinkHidden: Redacted {
    /// Never whom: descriptions end up in logs.
    public var description: String {
        "LinkHidden(\(blocked.count) blocked, \(muted.count) muted, \(posts.count) posts, \(comments.count) comments)"
    }
}
