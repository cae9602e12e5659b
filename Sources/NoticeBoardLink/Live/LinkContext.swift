public import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardPaging

/// What is alive while somebody is signed in: what happened, what they want, what they write, what they do not want to see.
///
/// ```swift
/// guard let context = session.context else { return }                 // nobody is signed in
/// let timeline = LinkPostList(context)
/// context.like(post, true)                                       // shown at once, in every list and page
/// ```
///
/// It belongs to the session and not to a screen, so that a like outlives the screen on which it was tapped; the session ends it
/// when somebody signs out. Screens hold it, and are empty from then on.
@MainActor public final class LinkContext {
    /// Who is signed in.
    public nonisolated let user: LinkUser.ID
    /// The service in this account's name, and in nobody's once it is signed out.
    public nonisolated let service: any LinkService
    /// What happened in the service; whoever writes tells of it here.
    public let changes: ChangeBus<LinkChange>
    /// What is being written, in order for each key, and ended with the session.
    public let writes: WriteQueue<LinkChange>
    /// Which posts whoever is signed in wants to like, or no longer, and the service has not confirmed.
    public let likes: OptimisticUpdates<LinkPost.ID, LinkChange>
    /// Whom they want to follow, or no longer, likewise.
    public let follows: OptimisticUpdates<LinkUser.ID, LinkChange>
    /// Their own profile, as all screens see it.
    public let mine: Loader<LinkProfile>
    /// Whom and what they do not want to see.
    public let hiding: LinkHiding
    /// What they wanted and could not be done: each rolls back only itself.
    public let failures: ChangeBus<LinkFailure>

    let known: SeenItems
    /// Set at once on whatever thread the session ended, before the main actor has time for the rest.
    private nonisolated let over = Locked(false)
    private let endings = Listeners<Void>()
    private var observations: [StateObservation] = []

    /// What is alive of an account, over a service that speaks in its name: for tests and previews, where no session is.
    public convenience init(
        user: LinkUser.ID, service: any LinkService, hidden: LinkHiddenFiles? = nil, time: TimeSource = .system
    ) {
        self.init(user, service, HiddenPeopleStorage(hidden ?? LinkHiddenMemory()), time)
    }

    package convenience init(
        user: LinkUser.ID, service: any LinkService, hidden: any LinkHiddenStore, time: TimeSource = .system
    ) {
        self.init(user, service, HiddenPeopleStorage(hidden), time)
    }

    init(_ user: LinkUser.ID, _ service: any LinkService, _ keeper: HiddenPeopleStorage, _ time: TimeSource = .system) {
        let (changes, failures, known) = (ChangeBus<LinkChange>(), ChangeBus<LinkFailure>(), SeenItems(user))
        let writes = WriteQueue(changes)
        (self.user, self.service, self.changes, self.writes) = (user, service, changes, writes)
        (self.failures, self.known) = (failures, known)
        hiding = LinkHiding(user, keeper) { failures.send(LinkFailure(.hiding, $0)) }
        likes = .likes(of: user, writes, service, known) { id, error in
            // It is the post that is gone, for everybody.
            if error.code == .postGone { changes.send(.deleted(id)) }
            failures.send(LinkFailure(.like(id), error))
        }
        follows = .follows(of: user, writes, service, known) { failures.send(LinkFailure(.follow($0), $1)) }
        mine = Self.profile(changes, known, time) { try await service.myProfile() }
        observations = [
            changes.observe { known.take($0) },
            mine.observe { if let user = $0.value?.user { known.note(user) } },
            likes.observe { known.keepPosts($0) },
            follows.observe { known.keepAccounts($0) },
        ]
    }

    // MARK: Profiles

    /// The profile of somebody, for one screen; one's own is ``mine``, for all.
    func profile(of user: LinkUser.ID, _ time: TimeSource) -> Loader<LinkProfile> {
        user == self.user ? mine : Self.profile(changes, known, time) { [service] in try await service.profile(of: user) }
    }

    /// A profile that follows what changes, but for late news of what is deleted.
    private static func profile(
        _ changes: ChangeBus<LinkChange>, _ known: SeenItems, _ time: TimeSource,
        load: @escaping @Sendable () async throws -> LinkProfile
    ) -> Loader<LinkProfile> {
        Loader(changes: changes, patch: { if !known.isLate($0) { $0.patch(&$1) } }, time: time, load: load)
    }

    // MARK: Optimistic updates

    /// Wants a post to be liked, or no longer; shown at once wherever the post is.
    ///
    /// `post` is as the screen has it. However often this is called, one request is on its way at a time and the last wish
    /// counts.
    public func like(_ post: LinkPost, _ isLiked: Bool) {
        guard !isOver else { return }
        known.note(post)
        likes.want(isLiked, post.id, confirmed: post.isLiked(by: user))
    }

    /// Whether a post is to be shown as liked: as it is wanted, or as the service said.
    public func isLiked(_ post: LinkPost) -> Bool { likes.state[post.id] ?? post.isLiked(by: user) }

    /// Wants an account to be followed, or no longer; `confirmed` is what the service said last.
    public func follow(_ account: LinkUser, _ isFollowed: Bool, confirmed: Bool) {
        guard account.id != user, !isOver else { return }
        known.note(account)
        follows.want(isFollowed, account.id, confirmed: confirmed)
    }

    // MARK: Writing

    /// Writes a reply below a post at once, without an outbox; every list and page shows it when the service has it.
    @discardableResult public func reply(_ text: String, to post: LinkPost.ID) async throws -> LinkComment {
        try await write({ .replied(post, $0) }) { [service] in try await service.comment(text, on: post) }
    }

    /// Changes a reply of the user, and shows it everywhere as it is then.
    @discardableResult public func editReply(
        _ id: LinkComment.ID, on post: LinkPost.ID, to text: String
    ) async throws -> LinkComment {
        try await write({ .replied(post, $0) }) { [service] in try await service.editComment(id, on: post, to: text) }
    }

    /// Changes what the form names of the user's profile, and shows it everywhere as it is then.
    @discardableResult public func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile {
        try await write({ .profileEdited($0) }) { [service] in try await service.editProfile(form) }
    }

    private func write<Value: Sendable>(
        _ change: (Value) -> LinkChange, _ call: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard !isOver else { throw NoticeBoardError(.sessionOver, "The account is signed out.") }
        let value = try await call()
        if !isOver { changes.send(change(value)) }
        return value
    }

    // MARK: Deleting

    /// Deletes a post, everywhere; one that is gone already is deleted.
    ///
    /// It goes on when the screen goes that asked for it; a failure is told on ``failures``.
    public func deletePost(_ id: LinkPost.ID) {
        delete(.post(id), gone: .postGone) { [service] in
            try await service.deletePost(id)
        } change: {
            .deleted(id)
        }
    }

    /// Deletes a reply, likewise.
    public func deleteReply(_ comment: LinkComment.ID, on post: LinkPost.ID) {
        delete(.reply(comment), gone: .commentGone) { [service] in
            try await service.deleteComment(comment, on: post)
        } change: {
            .replyDeleted(post, comment)
        }
    }

    private func delete(
        _ subject: LinkFailure.Subject, gone: NoticeBoardError.Code,
        _ delete: @escaping @Sendable () async throws -> Void, change: @escaping @Sendable () -> LinkChange
    ) {
        guard !isOver else { return }
        writes.begin(subject) {
            do { try await delete() } catch let error as NoticeBoardError where error.code == gone {}
            return change()
        } done: { [failures] result in
            if case .failure(let error) = result { failures.send(LinkFailure(subject, NoticeBoardError(wrapping: error))) }
        }
    }

    // MARK: The end

    /// Whether it is over, since somebody signed out.
    public nonisolated var isOver: Bool { over.withLock { $0 } }

    /// Calls `body` when it is over, as long as what this returns is held: for what a screen shows to be let go.
    public func observeEnd(_ body: @escaping @MainActor () -> Void) -> StateObservation { endings.add { _ in body() } }

    /// Ends it on whatever thread: at once on the main actor, elsewhere screens follow at the main actor's next turn.
    public nonisolated func end() {
        markOver()
        if MainQueue.isHere { MainActor.assumeIsolated { endNow() } } else { Task { await endNow() } }
    }

    /// Stops what is not on its way yet; ``endNow()`` follows on the main actor.
    nonisolated func markOver() { over.withLock { $0 = true } }

    /// Ends what is being written, and empties every screen.
    package func endNow() {
        markOver()
        guard !writes.isEnded else { return }
        // Screens are emptied first: without the block list they would show what is hidden.
        endings.notify(())
        writes.end()
        mine.reset()
        known.forget()
        hiding.end()
        observations = []
    }
}

extension LinkSession {
    /// What is alive of whoever is signed in, the same for all who ask; nothing when nobody is.
    @MainActor public var context: LinkContext? {
        accountObject {
            LinkContext($0, $1, $2)
        } register: { context, user in
            scope.register(for: user, end: { [weak context] _ in context?.markOver() })
            scope.register(context, for: user) { $0.endNow() }
            return nil
        } end: {
            $0.end()
        }
    }
}

extension OptimisticUpdates<LinkPost.ID, LinkChange> {
    /// Likes: the service toggles them, and a post tells what is so.
    static func likes(
        of me: LinkUser.ID, _ writes: WriteQueue<LinkChange>, _ service: any LinkService, _ known: SeenItems,
        failed: @escaping @MainActor (LinkPost.ID, NoticeBoardError) -> Void
    ) -> Self {
        Self(writes) { id in
            let isLiked = try await service.toggleLike(id)
            return (isLiked, .liked(id, by: me, isLiked, post: known.post(id)))
        } look: { id in
            // Of the post nothing else is told: what came meanwhile may be newer.
            let isLiked = try await service.post(id).isLiked(by: me)
            return (isLiked, .liked(id, by: me, isLiked, post: known.post(id)))
        } failed: {
            failed($0, NoticeBoardError(wrapping: $1))
        }
    }
}

extension OptimisticUpdates<LinkUser.ID, LinkChange> {
    /// Whoever is signed in, by the name that the list of followers is to show: asked for once where nobody has seen it yet.
    private static func me(_ known: SeenItems, _ service: any LinkService) async -> LinkUser {
        if known.me.nick.isEmpty, let profile = try? await service.myProfile() { known.note(profile.user) }
        return known.me
    }

    /// Follows: the service has a call for each, and refuses the one that is so already, which is as good as done.
    static func follows(
        of me: LinkUser.ID, _ writes: WriteQueue<LinkChange>, _ service: any LinkService, _ known: SeenItems,
        failed: @escaping @MainActor (LinkUser.ID, NoticeBoardError) -> Void
    ) -> Self {
        Self(writes) { id, isWanted in
            let isFollowed: Bool
            do {
                isFollowed = try await isWanted ? service.follow(id) : service.unfollow(id)
            } catch let error as NoticeBoardError where error.code == .alreadyFollowing {
                isFollowed = true
            }
            return (isFollowed, .followed(known.account(id), by: await Self.me(known, service), isFollowed))
        } look: { id in
            let profile = try await service.profile(of: id)
            let isFollowed = profile.isFollowed(by: me)
            return (isFollowed, .followed(profile.user, by: await Self.me(known, service), isFollowed))
        } failed: {
            failed($0, NoticeBoardError(wrapping: $1))
        }
    }
}
