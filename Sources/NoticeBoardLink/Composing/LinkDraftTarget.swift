public import NoticeBoardBase

/// What is to become of a draft.
///
/// Replies and the profile are edited online: ``LinkClient/editComment(_:on:to:)``, ``LinkClient/editProfile(_:)``.
public enum LinkDraftTarget: Sendable, Hashable, Codable {
    /// A new post.
    case post
    /// The post, which is one's own, as it is to be.
    case edit(LinkPost)
    /// A reply below a post.
    case reply(on: LinkPost.ID)
}

extension LinkDraftTarget {
    /// Whether both are a new post, or edit or answer one post, whatever it says by now.
    func isAboutSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.post, .post): true
        case (.edit(let post), .edit(let same)): post.id == same.id
        case (.reply(let post), .reply(let same)): post == same
        default: false
        }
    }
}

extension LinkDraftTarget: Redacted {
    /// The kind alone.
    public var description: String {
        switch self {
        case .post: "post"
        case .edit: "edit"
        case .reply: "reply"
        }
    }
}
