public import NoticeBoardBase
import NoticeBoardPaging

/// A change in the service, which every list and page applies to what it shows.
///
/// Send a change to ``LinkContext/changes`` after the service has confirmed it; the SDK's screens and composers do. A change
/// holds the new state and no difference, because it is applied again to a page that was loading at the time.
public enum LinkChange: Sendable, Hashable {
    /// A post was published.
    case posted(LinkPost)
    /// The content of a post was edited. Likes and replies are ignored: other accounts may have changed them since.
    case edited(LinkPost)
    /// The post was reloaded. Replaces the stored copy.
    case reloaded(LinkPost)
    /// A post was deleted.
    case deleted(LinkPost.ID)
    /// An account liked or unliked a post; `post` is the post, for a list of liked posts that lacks it.
    case liked(LinkPost.ID, by: LinkUser.ID, Bool, post: LinkPost?)
    /// A reply was written or edited.
    case replied(LinkPost.ID, LinkComment)
    /// A reply was deleted.
    case replyDeleted(LinkPost.ID, LinkComment.ID)
    /// The second account followed or unfollowed the first.
    case followed(LinkUser, by: LinkUser, Bool)
    /// An account edited its profile; followers and following are ignored.
    case profileEdited(LinkProfile)
}

extension LinkChange: Redacted {
    /// The kind and IDs alone: posts are private, and descriptions end up in logs.
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
    /// Applies the change to a post; ignores a change of another post.
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

    /// Applies the change to a profile.
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
    /// Copies the fields that an edit can change.
    fileprivate mutating func take(_ new: LinkPost) {
        (creator, pictures, hashtags) = (new.creator, new.pictures, new.hashtags)
        (title, content) = (new.title, new.content)
        for field in LinkPostForm.ownFields { self[keyPath: field.post] = new[keyPath: field.post] }
    }

    /// Replaces a reply, or inserts it before the others.
    fileprivate mutating func take(_ comment: LinkComment) {
        if let index = comments.firstIndex(where: { $0.id == comment.id }) {
            comments[index] = comment
        } else {
            comments.insert(comment, at: 0)
        }
    }

    fileprivate mutating func rename(_ user: LinkUser) {
        if creator.id == user.id { creator = user }
        for index in comments.indices where comments[index].creator.id == user.id { comments[index].creator = user }
    }
}

extension [LinkUser.ID] {
    /// Adds or removes an account.
    mutating func set(_ user: LinkUser.ID, _ isIn: Bool) {
        if !isIn { return removeAll { $0 == user } }
        if !contains(user) { append(user) }
    }
}

extension [LinkUser] {
    /// Adds or removes an account.
    mutating func set(_ user: LinkUser, _ isIn: Bool) {
        if !isIn { return removeAll { $0.id == user.id } }
        if !contains(where: { $0.id == user.id }) { append(user) }
    }

    fileprivate mutating func rename(_ user: LinkUser) {
        for index in indices where self[index].id == user.id { self[index] = user }
    }
}
