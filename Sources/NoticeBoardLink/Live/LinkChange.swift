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

extension LinkChange {
    /// Does to a post what happened; nothing where it is about another.
    func patch(_ post: inout LinkPost) {
        switch self {
        case .posted(let new), .reloaded(let new): if new.id == post.id { post = new }
        case .edited(let new): if new.id == post.id { post.take(new) }
        case .liked(let id, let user, let isSo, _): if id == post.id { post.likes.set(user, isSo) }
        case .replied(let id, let comment): if id == post.id { post.take(comment) }
        case .replyDeleted(let id, let comment): if id == post.id { post.comments.removeAll { $0.id == comment } }
        case .profileEdited(let profile): post.rename(profile.user)
        case .deleted, .followed: break
        }
    }

    /// Does to a profile what happened.
    func patch(_ profile: inout LinkProfile) {
        switch self {
        case .posted(let post):
            if post.creator.id == profile.id, !profile.posts.contains(post.id) { profile.posts.insert(post.id, at: 0) }
        case .deleted(let id): profile.posts.removeAll { $0 == id }
        case .followed(let user, let follower, let isSo):
            if user.id == profile.id { profile.followers.set(follower, isSo) }
            if follower.id == profile.id { profile.following.set(user, isSo) }
        case .profileEdited(let new):
            if new.id == profile.id {
                (profile.nick, profile.picture, profile.email) = (new.nick, new.picture, new.email ?? profile.email)
                (profile.phone, profile.birthday) = (new.phone ?? profile.phone, new.birthday ?? profile.birthday)
            }
            profile.followers.rename(new.user)
            profile.following.rename(new.user)
        case .edited, .reloaded, .liked, .replied, .replyDeleted: break
        }
    }
}

extension LinkPost {
    /// Takes over what an edit can change.
    fileprivate mutating func take(_ new: LinkPost) {
        (creator, images, hashtags) = (new.creator, new.images, new.hashtags)
        (title, content) = (new.title, new.content)
        for field in LinkPostForm.ownFields { self[keyPath: field.post] = new[keyPath: field.post] }
    }

    /// Puts a reply in its place, or on top of the others.
    fileprivate mutating func take(_ comment: LinkComment) {
        if let index = comments.firstIndex(where: { $0.id == comment.id }) {
            comments[index] = comment
        } else {
            comments.insert(comment, at: 0)
        }
    }

    /// Whether an account wrote it or a reply to it.
    func names(_ user: LinkUser.ID) -> Bool { creator.id == user || comments.contains { $0.creator.id == user } }

    fileprivate mutating func rename(_ user: LinkUser) {
        if creator.id == user.id { creator = user }
        for index in comments.indices where comments[index].creator.id == user.id { comments[index].creator = user }
    }
}

extension [LinkUser.ID] {
    /// Lets an account be among them, or not.
    mutating func set(_ user: LinkUser.ID, _ isIn: Bool) {
        if !isIn { return removeAll { $0 == user } }
        if !contains(user) { append(user) }
    }
}

extension [LinkUser] {
    /// Lets an account be among them, or not.
    mutating func set(_ user: LinkUser, _ isIn: Bool) {
        if !isIn { return removeAll { $0.id == user.id } }
        if !contains(where: { $0.id == user.id }) { append(user) }
    }

    fileprivate mutating func rename(_ user: LinkUser) {
        for index in indices where self[index].id == user.id { self[index] = user }
    }
}
