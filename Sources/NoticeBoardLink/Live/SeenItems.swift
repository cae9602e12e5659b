import NoticeBoardBase

/// Posts and accounts with pending changes, as the screens last saw them, and the IDs of deleted items; usable from any
/// thread.
final class SeenItems: Sendable {
    private struct Content {
        var me: LinkUser
        var posts: [LinkPost.ID: LinkPost] = [:]
        var accounts: [LinkUser.ID: LinkUser] = [:]
        /// The IDs of deleted posts; `deletedReplies` has those of replies.
        var deletedPosts: Set<LinkPost.ID> = []
        var deletedReplies: Set<LinkReply.ID> = []
    }

    private let content: Locked<Content>

    init(_ me: LinkUser.ID) { content = Locked(Content(me: LinkUser(id: me, nick: ""))) }

    /// The signed-in account; its name is empty until seen.
    private var me: LinkUser { content.withLock { $0.me } }
    /// Returns the user with the nickname that a list of followers shows; loads it if no screen has.
    func me(loadedBy service: any LinkService) async -> LinkUser {
        if me.nick.isEmpty, let profile = try? await service.myProfile() { note(profile.user) }
        return me
    }
    /// Returns a post with a pending like.
    func post(_ id: LinkPost.ID) -> LinkPost? { content.withLock { $0.posts[id] } }
    /// Returns an account with a pending follow.
    func account(_ id: LinkUser.ID) -> LinkUser { content.withLock { $0.accounts[id] } ?? LinkUser(id: id, nick: "") }

    /// Returns whether a post was deleted; later responses do not change that.
    func isDeleted(_ id: LinkPost.ID) -> Bool { content.withLock { $0.deletedPosts.contains(id) } }

    /// Whether a change is about a deleted post or reply: an edit's response may arrive after the deletion.
    func isLate(_ change: LinkChange) -> Bool {
        switch change {
        case .posted(let post): isDeleted(post.id)
        case .replied(_, let reply): content.withLock { $0.deletedReplies.contains(reply.id) }
        default: false
        }
    }

    func note(_ post: LinkPost) {
        content.withLock { content in
            content.posts[post.id] = post
            if post.author.id == content.me.id { content.me = post.author }
        }
    }

    func note(_ user: LinkUser) {
        content.withLock { content in
            if user.id == content.me.id { content.me = user } else { content.accounts[user.id] = user }
        }
    }

    /// Applies a change to the stored items.
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
            if case .posted(let post) = change, post.author.id == content.me.id { content.me = post.author }
        }
    }

    /// Removes the posts without a pending like.
    func keepPosts(_ wishes: [LinkPost.ID: Bool]) {
        content.withLock { $0.posts = $0.posts.filter { wishes[$0.key] != nil } }
    }
    /// Removes the accounts without a pending follow.
    func keepAccounts(_ wishes: [LinkUser.ID: Bool]) {
        content.withLock { $0.accounts = $0.accounts.filter { wishes[$0.key] != nil } }
    }
    /// Removes all but the user's ID.
    func forget() { content.withLock { $0 = Content(me: LinkUser(id: $0.me.id, nick: "")) } }
}
