public import NoticeBoardBase
import NoticeBoardPaging

/// A change of the service's data that every list and page applies to its posts.
///
/// Send a change to ``LinkAccount/changes`` after the service has confirmed it; the SDK's screens and composers do. A change
/// holds the new value, not a difference: it may be applied twice, to the list and to a page that was loading.
public enum LinkChange: Sendable, Hashable, Redacted {
    /// A post was published.
    case posted(LinkPost)
    /// A post was edited. Likes and replies are ignored: other accounts may have changed them since.
    case edited(LinkPost)
    /// The post was reloaded. Replaces the stored copy.
    case reloaded(LinkPost)
    /// A post was deleted.
    case deleted(LinkPost.ID)
    /// An account liked or unliked a post; `post` is the post, for a list of liked posts that lacks it.
    case liked(LinkPost.ID, by: LinkUser.ID, isLiked: Bool, post: LinkPost?)
    /// A reply was written or edited.
    case replied(LinkPost.ID, LinkReply)
    /// A reply was deleted.
    case replyDeleted(LinkPost.ID, LinkReply.ID)
    /// `by` started or stopped following the account.
    case followed(LinkUser, by: LinkUser, isFollowing: Bool)
    /// An account edited its profile; followers and following are ignored.
    case profileEdited(LinkProfile)

    /// Applies the change to a post, if it concerns that post, its author or the authors of its replies.
    func patch(_ post: inout LinkPost) {
        switch self {
        case .posted(let new) where new.id == post.id, .reloaded(let new) where new.id == post.id: post = new
        case .edited(var new) where new.id == post.id:
            new.likes = post.likes
            new.replies = post.replies
            post = new
        case .liked(post.id, let user, let isLiked, _): post.likes.set(user, isLiked, by: \.self)
        case .replied(post.id, let reply):
            let index = post.replies.firstIndex { $0.id == reply.id }
            if let index { post.replies[index] = reply } else { post.replies.insert(reply, at: 0) }
        case .replyDeleted(post.id, let reply): post.replies.removeAll { $0.id == reply }
        case .profileEdited(let profile):
            post.author = post.author.updated(to: profile.user)
            for index in post.replies.indices {
                post.replies[index].author = post.replies[index].author.updated(to: profile.user)
            }
        default: break
        }
    }

    /// Applies the change to a profile.
    func patch(_ profile: inout LinkProfile) {
        switch self {
        case .posted(let post):
            if post.author.id == profile.id, !profile.posts.contains(post.id) { profile.posts.insert(post.id, at: 0) }
        case .deleted(let id): profile.posts.removeAll { $0 == id }
        case .followed(let user, let follower, let isFollowing):
            if user.id == profile.id { profile.followers.set(follower, isFollowing, by: \.id) }
            if follower.id == profile.id { profile.following.set(user, isFollowing, by: \.id) }
        case .profileEdited(let new):
            if new.id == profile.id {
                profile.nick = new.nick
                profile.picture = new.picture
                profile.email = new.email ?? profile.email
                profile.phone = new.phone ?? profile.phone
                profile.birthday = new.birthday ?? profile.birthday
            }
            profile.followers = profile.followers.map { $0.updated(to: new.user) }
            profile.following = profile.following.map { $0.updated(to: new.user) }
        case .edited, .reloaded, .liked, .replied, .replyDeleted: break
        }
    }
}

extension Array {
    /// Adds or removes an element with the same ID.
    fileprivate mutating func set(_ element: Element, _ isIn: Bool, by id: (Element) -> String) {
        let isKnown = contains { id($0) == id(element) }
        if isIn, !isKnown { append(element) }
        if !isIn { removeAll { id($0) == id(element) } }
    }
}

extension LinkUser {
    /// Returns `new` if it is the same account.
    fileprivate func updated(to new: LinkUser) -> LinkUser { id == new.id ? new : self }
}
