public import NoticeBoardBase

/// The kind of draft.
///
/// Replies and the profile are edited online: ``LinkClient/editReply(_:on:to:)``, ``LinkClient/editProfile(_:)``.
public enum LinkDraftTarget: Sendable, Hashable, Codable, Redacted {
    /// A new post.
    case post
    /// An edit of one of the user's own posts.
    case edit(LinkPost)
    /// A reply below a post.
    case reply(on: LinkPost.ID)

    /// The kind and the ID of the post, which are equal for two drafts about the same post, regardless of its content.
    var subject: [String] {
        switch self {
        case .post: ["post"]
        case .edit(let post): ["edit", post.id]
        case .reply(let post): ["reply", post]
        }
    }

    /// The kind alone.
    public var description: String { subject[0] }
}
