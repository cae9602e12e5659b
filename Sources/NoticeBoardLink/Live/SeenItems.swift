import NoticeBoardBase

/// The posts that the user liked and the accounts that they followed, as the screens last saw them, and the IDs of deleted
/// items; usable from any thread.
final class SeenItems: Sendable {
    private struct Content {
        var posts: [LinkPost.ID: LinkPost] = [:]
        var accounts: [LinkUser.ID: LinkUser] = [:]
        /// The deletions of posts and replies.
        var deletions: Set<LinkChange> = []
    }

    /// The signed-in account.
    private let me: LinkUser.ID
    private let content = Locked(Content())

    init(_ me: LinkUser.ID) { self.me = me }

    /// Returns the user with the nickname that a list of followers shows; loads it if no screen has.
    func me(loadedBy service: any LinkService) async -> LinkUser {
        if account(me).nick.isEmpty, let profile = try? await service.myProfile() { note(profile.user) }
        return account(me)
    }
    /// Returns a post that the user liked or unliked.
    func post(_ id: LinkPost.ID) -> LinkPost? { content.withLock { $0.posts[id] } }
    /// Returns the user, or an account that the user followed or unfollowed; the nickname of others is empty.
    func account(_ id: LinkUser.ID) -> LinkUser { content.withLock { $0.accounts[id] } ?? LinkUser(id: id, nick: "") }

    /// Returns whether a post was deleted; later responses do not change that.
    func isDeleted(_ id: LinkPost.ID) -> Bool { content.withLock { $0.deletions.contains(.deleted(id)) } }

    /// Whether a change is about a deleted post or reply: an edit's response may arrive after the deletion.
    func isLate(_ change: LinkChange) -> Bool {
        switch change {
        case .posted(let post): isDeleted(post.id)
        case .replied(let post, let reply): content.withLock { $0.deletions.contains(.replyDeleted(post, reply.id)) }
        default: false
        }
    }

    /// Applies a change to a profile, unless it is about a deleted post or reply.
    func patch(_ change: LinkChange, _ profile: inout LinkProfile) { if !isLate(change) { change.patch(&profile) } }

    func note(_ post: LinkPost) {
        content.withLock { $0.posts[post.id] = post }
        if post.author.id == me { note(post.author) }
    }

    func note(_ user: LinkUser) { content.withLock { $0.accounts[user.id] = user } }

    /// Applies a change to the stored items.
    func take(_ change: LinkChange) {
        guard !isLate(change) else { return }
        content.withLock { content in
            for (id, var post) in content.posts {
                change.patch(&post)
                content.posts[id] = post
            }
            switch change {
            case .deleted, .replyDeleted: content.deletions.insert(change)
            case .profileEdited(let profile) where profile.id == me: content.accounts[me] = profile.user
            case .posted(let post) where post.author.id == me: content.accounts[me] = post.author
            default: break
            }
        }
    }

    /// Removes everything at the session's end.
    func forget() { content.withLock { $0 = Content() } }
}
