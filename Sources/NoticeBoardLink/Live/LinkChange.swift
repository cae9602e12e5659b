public import NoticeBoardBase
import NoticeBoardPaging

/// What happened in the service: each list and page knows what it means there.
///
/// Whoever writes tells of it on ``LinkContext/changes`` when the service has answered; the SDK's own screens and composers do. Each
/// says what is so and not a difference, since it is told again over a page that was on its way meanwhile.
public enum LinkChange: Sendable, Hashable {
    /// A post was written.
    case posted(LinkPost)
    /// What a post says is this now; its likes and replies are not meant, which others may have changed since.
    case edited(LinkPost)
    /// The post was reloaded. Replaces the stored copy.
    case reloaded(LinkPost)
    /// A post is no more.
    case deleted(LinkPost.ID)
    /// An account likes a post, or does no longer; `post` is what it liked, for a list of liked posts that does not show it yet.
    case liked(LinkPost.ID, by: LinkUser.ID, Bool, post: LinkPost?)
    /// A reply stands below a post, as it was written or as it was edited.
    case replied(LinkPost.ID, LinkComment)
    /// A reply is no more.
    case replyDeleted(LinkPost.ID, LinkComment.ID)
    /// The first account is followed by the other, or is no longer.
    case followed(LinkUser, by: LinkUser, Bool)
    /// What an account says of itself is this now; who follows whom is not meant.
    case profileEdited(LinkProfile)
}

extension LinkChange: Redacted {
    /// The kind alone: a post is somebody's own words, and descriptions end up in logs.
    public var description: String {
        switch self {
        case .posted(let post): "posted(\(post.id))"
        case .edited(let post): "edited(\(post.id))"
        case .reloaded(let post): "reloaded(\(post.id))"
        case .deleted(let id): "deleted(\(id))"
        case .liked(let id, _, let isSo, _): "liked(\(id), \(isSo))"
        case .replied(let id, _): "replied(\(id))"
        case .replyDeleted(let id, _): "replyDeleted(\(id))"
        case .followed(let user, _, let isSo): "followed(\(user.id), \(isSo))"
        case .profileEdited(let profile): "profileEdited(\(profile.id))"
        }
    }
}
