public import NoticeBoardBase

/// What is to become of a draft.
public enum LinkDraftTarget: Sendable, Hashable, Codable {
    /// A new post.
    case post
    /// The post, which is one's own, as it is to be.
    case edit(LinkPost)
    /// A reply below a post.
    case reply(on: LinkPost.ID)
    /// The reply below a post, which is one's own, as it is to be.
    case editReply(LinkComment, on: LinkPost.ID)
    /// One's own profile.
    case profile(LinkProfile)
}

extension LinkDraftTarget: Redacted {
    /// The kind alone.
    public var description: String {
        switch self {
        case .post: "post"
        case .edit: "edit"
        case .reply: "reply"
        case .editReply: "editReply"
        case .profile: "profile"
        }
    }
}
