public import NoticeBoardBase
import NoticeBoardPaging

/// A change in the service, which every list and page applies to what it shows.
///
/// Send a change to ``LinkContext/changes`` after the service has confirmed it; the SDK's screens and composers do. A change
/// holds the new state and no difference, because it is applied again to a page that was loading at the time.
public enum LinkChange: Sendable, Hashable, Redacted {
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
    case replied(LinkPost.ID, LinkReply)
    /// A reply was deleted.
    case replyDeleted(LinkPost.ID, LinkReply.ID)
    /// The second account followed or unfollowed the first.
    case followed(LinkUser, by: LinkUser, Bool)
    /// An account edited its profile; followers and following are ignored.
    case profileEdited(LinkProfile)

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

    /// Applies the change to a post; ignores a change of another post.
    func patch(_ post: inout LinkPost) {
        switch self {
        case .posted(let new), .reloaded(let new): if new.id == post.id { post = new }
        case .edited(let new): if new.id == post.id { post.take(new) }
        case .liked(let id, let user, let isSo, _): if id == post.id { post.likes.set(user, isSo, by: \.self) }
        case .replied(let id, let reply): if id == post.id { post.take(reply) }
        case .replyDeleted(let id, let reply): if id == post.id { post.replies.removeAll { $0.id == reply } }
        case .profileEdited(let profile): post.rename(profile.user)
        case .deleted, .followed: break
        }
    }

    /// Applies the change to a profile.
    func patch(_ profile: inout LinkProfile) {
        switch self {
        case .posted(let post):
            if post.author.id == profile.id, !profile.posts.contains(post.id) { profile.posts.insert(post.id, at: 0) }
        case .deleted(let id): profile.posts.removeAll { $0 == id }
        case .followed(let user, let follower, let isSo):
            if user.id == profile.id { profile.followers.set(follower, isSo, by: \.id) }
            if follower.id == profile.id { profile.following.set(user, isSo, by: \.id) }
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
    /// Takes an edited post, except its likes and replies.
    fileprivate mutating func take(_ new: LinkPost) {
        let (likes, replies) = (likes, replies)
        self = new
        (self.likes, self.replies) = (likes, replies)
    }

    /// Replaces a reply, or inserts it before the others.
    fileprivate mutating func take(_ reply: LinkReply) {
        if let index = replies.firstIndex(where: { $0.id == reply.id }) {
            replies[index] = reply
        } else {
            replies.insert(reply, at: 0)
        }
    }

    fileprivate mutating func rename(_ user: LinkUser) {
        if author.id == user.id { author = user }
        for index in replies.indices where replies[index].author.id == user.id { replies[index].author = user }
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

extension [LinkUser] {
    fileprivate mutating func rename(_ user: LinkUser) {
        for index in indices where self[index].id == user.id { self[index] = user }
    }
}

/// A change that the user asked for and that failed.
public struct LinkFailure: Sendable, Hashable {
    /// The kinds of changes.
    public enum Subject: Sendable, Hashable {
        /// Liking a post or taking the like back; the post is shown as the service had it last.
        case like(LinkPost.ID)
        /// Following or unfollowing an account; the account is shown as the service had it last.
        case follow(LinkUser.ID)
        /// Deleting a post: it stays.
        case post(LinkPost.ID)
        /// Deleting a reply: it stays.
        case reply(LinkReply.ID)
        /// Storing what is hidden, or reading it; it stays hidden until the app ends.
        case hiding
    }

    /// The change that failed.
    public let subject: Subject
    /// Why it failed.
    public let error: NoticeBoardError

    init(_ subject: Subject, _ error: any Error) { (self.subject, self.error) = (subject, NoticeBoardError(wrapping: error)) }
}
