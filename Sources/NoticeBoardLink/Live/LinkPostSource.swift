import NoticeBoardBase
import NoticeBoardPaging

/// Which posts a list shows.
public enum LinkPostSource: Sendable, Hashable {
    /// Everybody's.
    case timeline
    /// Those with a hashtag, named with or without its `#`.
    case hashtag(String)
    /// Those that whoever is signed in likes.
    case liked
    /// Those of one account.
    case user(LinkUser.ID)
}

/// What a list of posts needs to know to tell what a change means to it.
struct LinkListScope: Sendable {
    let source: LinkPostSource
    let me: LinkUser.ID
    /// Whether a list of liked posts removes a post as soon as it is no longer liked.
    let removesUnliked: Bool
    private let hashtag: String?

    init(_ source: LinkPostSource, me: LinkUser.ID, removesUnliked: Bool = false) {
        (self.source, self.me, self.removesUnliked) = (source, me, removesUnliked)
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

    /// Whether a post that was written or edited is one of the list.
    private func belongs(_ post: LinkPost) -> Bool {
        switch source {
        case .timeline: true
        case .hashtag: post.hashtags.contains { $0 == hashtag }
        case .liked: post.isLiked(by: me)
        case .user(let user): post.creator.id == user
        }
    }

    /// What a change means to the list.
    func edits(_ change: LinkChange, in shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] {
        switch change {
        case .posted(let post): belongs(post) ? [.insert(post)] : []
        case .edited(let post): edited(post, change, shown)
        case .reloaded(let post): [patch(post.id, change)]
        case .deleted(let id): [.remove(id)]
        case .liked(let id, me, let isLiked, let post) where source == .liked: liked(id, isLiked, post, change, shown)
        case .liked(let id, _, _, _), .replied(let id, _), .replyDeleted(let id, _): [patch(id, change)]
        // Looked for here: every other post would be compared with itself.
        case .profileEdited(let profile): shown.filter { $0.names(profile.id) }.map { patch($0.id, change) }
        case .followed: []
        }
    }

    /// The rest of what a list shows is none of its business: a patch of what is not there does nothing.
    private func patch(_ id: LinkPost.ID, _ change: LinkChange) -> FeedEdit<LinkPost> { .patch(id) { change.patch(&$0) } }

    private func edited(_ post: LinkPost, _ change: LinkChange, _ shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] {
        guard case .hashtag = source else { return [patch(post.id, change)] }
        // The edit brought the hashtag, or took it away.
        if !belongs(post) { return [.remove(post.id)] }
        return shown.contains(id: post.id) ? [patch(post.id, change)] : [.insert(post)]
    }

    private func liked(
        _ id: LinkPost.ID, _ isLiked: Bool, _ post: LinkPost?, _ change: LinkChange, _ shown: FeedItems<LinkPost>
    ) -> [FeedEdit<LinkPost>] {
        if !isLiked, removesUnliked { return [.remove(id)] }
        guard isLiked, !shown.contains(id: id), var post else { return [patch(id, change)] }
        change.patch(&post)
        return [.insert(post)]
    }

    /// What leaves a list of liked posts when it was refreshed: what is not liked, nor wished to be.
    func leftovers(in shown: FeedItems<LinkPost>, _ wishes: [LinkPost.ID: Bool]) -> [FeedEdit<LinkPost>] {
        shown.filter { !$0.isLiked(by: me) && wishes[$0.id] != true }.map { .remove($0.id) }
    }

    /// Whose page it is, on which one who is muted is seen.
    var owner: LinkUser.ID? { if case .user(let user) = source { user } else { nil } }
}

extension Feed<LinkPost> {
    /// The posts of a list, which follows what happens.
    static func posts(
        _ context: LinkContext, _ scope: LinkListScope, _ pageSize: Int, _ rules: FeedRules<LinkPost>,
        _ memory: FeedSnapshot<LinkPost>?,
        _ time: TimeSource
    ) -> Feed<LinkPost> {
        let (service, hiding, known) = (context.service, context.hiding, context.known)
        let translate = { @Sendable (change: LinkChange, shown: FeedItems<LinkPost>) -> [FeedEdit<LinkPost>] in
            guard !known.isLate(change) else { return [] }
            // What is gone comes into no list: the answer to a like or an edit may come after that.
            return scope.edits(change, in: shown).filter { edit in
                guard case .insert(let post) = edit else { return true }
                return !known.isDeleted(post.id)
            }
        }
        return Feed(rules, from: memory, changes: context.changes, translate: translate, time: time) { position in
            await hiding.ready()
            // A list of which nothing is shown would be read to its end for a row to show.
            if let owner = scope.owner, hiding.current.isBlocked(owner) { return Page(items: []) }
            return try await scope.page(at: position, limit: pageSize, of: service)
        }
    }

    /// Takes out what is liked no longer when the list was refreshed, where that is one of liked posts.
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

/// What a list of posts hides: blocked and muted accounts, posts that were hidden one by one, and what the app adds.
@MainActor final class LinkListFilter {
    /// What the app hides besides.
    var own: FeedRules<LinkPost>.Filter? { didSet { apply() } }

    private let feed: Feed<LinkPost>
    private let context: LinkContext
    private let owner: LinkUser.ID?
    private var wasBlocked = false
    private var observation: StateObservation?

    init(_ feed: Feed<LinkPost>, _ context: LinkContext, _ scope: LinkListScope, _ rules: FeedRules<LinkPost>) {
        (self.feed, self.context, owner, own) = (feed, context, scope.owner, rules.filter)
        observation = context.hiding.observe { [weak self] _ in self?.apply() }
    }

    private func apply() {
        guard !context.isOver else { return }
        let (hidden, own, owner) = (context.hiding.state, own, owner)
        feed.hide { hidden.reason(for: $0, on: owner) ?? own?($0) }
        // The page of a blocked account is not loaded.
        let isBlocked = owner.map(hidden.isBlocked) ?? false
        if wasBlocked, !isBlocked, feed.state.wasRequested { feed.reload() }
        wasBlocked = isBlocked
    }
}
