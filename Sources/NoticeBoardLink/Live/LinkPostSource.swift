import NoticeBoardBase
import NoticeBoardPaging

/// The posts that a list shows.
public enum LinkPostSource: Sendable, Hashable {
    /// All accounts' posts.
    case timeline
    /// The posts with a hashtag, given with or without its `#`.
    case hashtag(String)
    /// The posts liked by the signed-in account.
    case liked
    /// The posts of one account.
    case user(LinkUser.ID)
}

/// Translates changes into edits of one list.
struct LinkListScope: Sendable {
    let source: LinkPostSource
    let me: LinkUser.ID
    private let hashtag: String?

    init(_ source: LinkPostSource, me: LinkUser.ID) {
        (self.source, self.me) = (source, me)
        hashtag = if case .hashtag(let text) = source { text.withoutHash } else { nil }
    }

    /// Loads a page of the list.
    func page(at position: PagePosition?, limit: Int, of service: any LinkService) async throws -> Page<LinkPost> {
        switch source {
        case .timeline: try await service.postPage(at: position, limit: limit)
        case .hashtag(let tag): try await service.postPage(tagged: tag, at: position, limit: limit)
        case .liked: try await service.likedPage(at: position, limit: limit)
        case .user(let user): try await service.postPage(of: user, at: position, limit: limit)
        }
    }

    /// Whether a new or edited post belongs to the list.
    private func belongs(_ post: LinkPost) -> Bool {
        switch source {
        case .timeline: true
        case .hashtag: post.hashtags.contains { $0 == hashtag }
        case .liked: post.isLiked(by: me)
        case .user(let user): post.creator.id == user
        }
    }

    /// Returns the list's edits for a change.
    func edits(_ change: LinkChange, in shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] {
        switch change {
        case .posted(let post): belongs(post) ? [.insert(post)] : []
        case .edited(let post): edited(post, change, shown)
        case .reloaded(let post): [patch(post.id, change)]
        case .deleted(let id): [.remove(id)]
        case .liked(let id, me, let isLiked, let post) where source == .liked: liked(id, isLiked, post, change, shown)
        case .liked(let id, _, _, _), .replied(let id, _), .replyDeleted(let id, _): [patch(id, change)]
        case .profileEdited: [.patchAll { change.patch(&$0) }]
        case .followed: []
        }
    }

    /// Returns a patch, which has no effect if the list does not show the post.
    private func patch(_ id: LinkPost.ID, _ change: LinkChange) -> FeedEdit<LinkPost> { .patch(id) { change.patch(&$0) } }

    private func edited(_ post: LinkPost, _ change: LinkChange, _ shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] {
        guard case .hashtag = source else { return [patch(post.id, change)] }
        // The edit may have added or removed the hashtag.
        if !belongs(post) { return [.remove(post.id)] }
        return shown.contains(id: post.id) ? [patch(post.id, change)] : [.insert(post)]
    }

    private func liked(
        _ id: LinkPost.ID, _ isLiked: Bool, _ post: LinkPost?, _ change: LinkChange, _ shown: FeedItems<LinkPost>
    ) -> [FeedEdit<LinkPost>] {
        guard isLiked, !shown.contains(id: id), var post else { return [patch(id, change)] }
        change.patch(&post)
        return [.insert(post)]
    }

    /// Returns removals for a refreshed list of liked posts: posts neither liked nor pending.
    func leftovers(in shown: FeedItems<LinkPost>, _ wishes: [LinkPost.ID: Bool]) -> [FeedEdit<LinkPost>] {
        shown.filter { !$0.isLiked(by: me) && wishes[$0.id] != true }.map { .remove($0.id) }
    }

    /// The account whose page it is; a muted account is visible there.
    var owner: LinkUser.ID? { if case .user(let user) = source { user } else { nil } }
}

extension Feed<LinkPost> {
    /// Creates a feed of posts that follows changes.
    static func posts(
        _ context: LinkContext, _ scope: LinkListScope, _ memory: FeedSnapshot<LinkPost>?, _ time: TimeSource
    ) -> Feed<LinkPost> {
        let (service, hiding, known) = (context.service, context.hiding, context.known)
        let translate = { @Sendable (change: LinkChange, shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] in
            guard !known.isLate(change) else { return [] }
            // Late responses never re-insert a deleted post: a like or an edit may be answered after the deletion.
            return scope.edits(change, in: shown).filter { edit in
                guard case .insert(let post) = edit else { return true }
                return !known.isDeleted(post.id)
            }
        }
        return Feed(from: memory, changes: context.changes, translate: translate, time: time) { position in
            let hidden = try await hiding.whenRead()
            // If all posts were hidden, the feed would load every page in search of a visible row.
            if let owner = scope.owner, hidden.isBlocked(owner) { return Page(items: []) }
            return try await scope.page(at: position, limit: 20, of: service)
        }
    }

    /// Removes unliked posts when a list of liked posts was refreshed.
    func dropUnliked(_ context: LinkContext, _ scope: LinkListScope) -> [StateObservation] {
        guard scope.source == .liked else { return [] }
        var wasRefreshing = false
        let observation = observe { [weak self] state in
            defer { wasRefreshing = state.refresh.isLoading }
            guard wasRefreshing, state.refresh == .idle else { return }
            let wishes = context.likes.state
            self?.edit { scope.leftovers(in: $0, wishes) }
        }
        return [observation]
    }
}

/// Hides the posts of blocked and muted accounts, posts hidden individually, and posts that the app filters.
@MainActor final class LinkListFilter {
    /// The app's own filter.
    var own: FeedRules<LinkPost>.Filter? { didSet { apply() } }

    private let feed: Feed<LinkPost>
    private let context: LinkContext
    private let owner: LinkUser.ID?
    private var wasBlocked = false
    private var observation: StateObservation?

    init(_ feed: Feed<LinkPost>, _ context: LinkContext, _ scope: LinkListScope) {
        (self.feed, self.context, owner) = (feed, context, scope.owner)
        observation = context.hiding.observe { [weak self] _ in self?.apply() }
    }

    private func apply() {
        guard !context.isOver else { return }
        let (hidden, own, owner) = (context.hiding.state, own, owner)
        feed.hide { hidden.reason(for: $0, on: owner) ?? own?($0) }
        // A blocked account's page was not loaded, so unblocking reloads it.
        let isBlocked = owner.map(hidden.isBlocked) ?? false
        if wasBlocked, !isBlocked, feed.state.wasRequested { feed.reload() }
        wasBlocked = isBlocked
    }
}
