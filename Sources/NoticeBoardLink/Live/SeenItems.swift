import NoticeBoardBase

/// What a wish is about, as the screens saw it, for the change that its answer becomes, and what is deleted; read wherever a call
/// runs.
final class SeenItems: Sendable {
    private struct Content {
        var me: LinkUser
        var posts: [LinkPost.ID: LinkPost] = [:]
        var accounts: [LinkUser.ID: LinkUser] = [:]
        /// The IDs of all posts and replies that were deleted.
        var deletedPosts: Set<LinkPost.ID> = []
        var deletedReplies: Set<LinkComment.ID> = []
    }

    private let content: Locked<Content>

    init(_ me: LinkUser.ID) { content = Locked(Content(me: LinkUser(id: me, nick: ""))) }

    /// Whoever is signed in, by their name as soon as that was seen.
    var me: LinkUser { content.withLock { $0.me } }
    /// A post that somebody wants to like.
    func post(_ id: LinkPost.ID) -> LinkPost? { content.withLock { $0.posts[id] } }
    /// An account that somebody wants to follow.
    func account(_ id: LinkUser.ID) -> LinkUser { content.withLock { $0.accounts[id] } ?? LinkUser(id: id, nick: "") }

    /// Whether a post is no more, whatever is heard of it later.
    func isDeleted(_ id: LinkPost.ID) -> Bool { content.withLock { $0.deletedPosts.contains(id) } }

    /// Whether a change tells of a post or a reply that is no more: the answer to an edit may come after the deletion.
    func isLate(_ change: LinkChange) -> Bool {
        switch change {
        case .posted(let post): isDeleted(post.id)
        case .replied(_, let comment): content.withLock { $0.deletedReplies.contains(comment.id) }
        default: false
        }
    }

    func note(_ post: LinkPost) {
        content.withLock { content in
            content.posts[post.id] = post
            if post.creator.id == content.me.id { content.me = post.creator }
        }
    }

    func note(_ user: LinkUser) {
        content.withLock { content in
            if user.id == content.me.id { content.me = user } else { content.accounts[user.id] = user }
        }
    }

    /// Takes in what happened to what is known.
    func take(_ change: LinkChange) {
        guard !isLate(change) else { return }
        content.withLock { content in
            content.posts = content.posts.mapValues { post in
                var post = post
                change.patch(&post)
                return post
            }
            switch change {
            case .deleted(let id): content.deletedPosts.insert(id)
            case .replyDeleted(_, let id): content.deletedReplies.insert(id)
            default: break
            }
            if case .profileEdited(let profile) = change, profile.id == content.me.id { content.me = profile.user }
            if case .posted(let post) = change, post.creator.id == content.me.id { content.me = post.creator }
        }
    }

    /// Forgets the posts of wishes that are over.
    func keepPosts(_ wishes: [LinkPost.ID: Bool]) {
        content.withLock { $0.posts = $0.posts.filter { wishes[$0.key] != nil } }
    }
    /// Forgets the accounts of wishes that are over.
    func keepAccounts(_ wishes: [LinkUser.ID: Bool]) {
        content.withLock { $0.accounts = $0.accounts.filter { wishes[$0.key] != nil } }
    }
    /// Forgets everything.
    func forget() { content.withLock { $0 = Content(me: LinkUser(id: $0.me.id, nick: "")) } }
}
