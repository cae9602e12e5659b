public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardPaging
public import NoticeBoardScreens

/// Shared state of the signed-in account: change events, optimistic updates, pending writes, hidden posts and accounts.
///
/// ```swift
/// guard let account = session.account else { return }                 // no account is signed in
/// let timeline = LinkPostList(account)
/// account.like(post, true)                                       // shown at once, in every list and page
/// ```
///
/// It belongs to the session and not to a screen, so that a like outlives the screen on which it was tapped. The session ends it
/// at sign-out, and every screen becomes empty.
@MainActor public final class LinkAccount {
    /// The signed-in account.
    public nonisolated let user: LinkUser.ID
    /// The service in this account's name; its calls throw `sessionOver` after the sign-out.
    public nonisolated let service: any LinkService
    /// What changed in the service; code that writes to the service sends its change here.
    public let changes: ChangeBus<LinkChange>
    /// Pending writes, in order for each key; they end with the session.
    public let writes: WriteQueue<LinkChange>
    /// The likes that the user changed and the service has not confirmed.
    public let likes: OptimisticUpdates<LinkPost.ID, Bool, LinkChange>
    /// The follows that the user changed and the service has not confirmed.
    public let follows: OptimisticUpdates<LinkUser.ID, Bool, LinkChange>
    /// The user's own profile, for all screens.
    public let profile: Loader<LinkProfile>
    /// Blocked and muted accounts, and hidden posts and replies.
    public let hiding: LinkHideList
    /// Likes, follows and deletions that failed; each failure rolls back only its own change.
    public let failures: ChangeBus<LinkFailure>

    /// The user's own profile as a part of screens, with one age for all of them.
    let profilePart: ScreenPart
    let seen: SeenItems
    /// Caches what the user uploaded; set by the session.
    var uploads = UploadedPictures()
    /// The end, the app's life and the language, for all screens.
    nonisolated let signals: LinkScreenSignals
    /// The clock for the age of posts.
    public nonisolated let now: @Sendable () -> Date
    /// The clock for delays; a test turns it by hand.
    public nonisolated let time: TimeSource
    private var observations: [StateObservation] = []
    /// The queues of running edits: two edits of the same thing are sent one after the other.
    private var edits: [Edited: SerialQueue] = [:]

    /// What an edit changes.
    private enum Edited: Hashable {
        case reply(LinkReply.ID)
        case profile
    }

    /// Creates the state of an account without a session, for tests and previews; `service` makes calls in the account's name.
    ///
    /// Hidden accounts and posts are kept in memory.
    ///
    /// - Parameters:
    ///   - user: The signed-in account.
    ///   - service: The service in this account's name.
    ///   - now: The clock for the age of posts.
    ///   - time: The clock for delays; a test turns it by hand.
    public convenience init(
        user: LinkUser.ID, service: any LinkService, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        self.init(user, service, LinkHiddenStorage(LinkHiddenMemory()), now: now, time: time)
    }

    init(
        _ user: LinkUser.ID, _ service: any LinkService, _ keeper: LinkHiddenStorage, now: @escaping @Sendable () -> Date,
        time: TimeSource
    ) {
        self.now = now
        self.time = time
        let changes = ChangeBus<LinkChange>()
        // Of two copies of a post, lists and pages show the one that was requested later.
        changes.share(LinkPost.self)
        let failures = ChangeBus<LinkFailure>()
        let seen = SeenItems(user)
        let writes = WriteQueue(changes)
        signals = LinkScreenSignals()
        self.user = user
        self.service = service
        self.changes = changes
        self.writes = writes
        self.failures = failures
        self.seen = seen
        hiding = LinkHideList(user, keeper) { failures.send(LinkFailure(.saveHidden, $0)) }
        // The change has only the like: the rest of the lists' copies may be newer.
        let liked = { @Sendable (id: LinkPost.ID, isLiked: Bool) in
            (isLiked, LinkChange.liked(id, by: user, isLiked: isLiked, post: seen.post(id)))
        }
        likes = OptimisticUpdates(writes) { id, _ in
            // The service toggles likes.
            liked(id, try await service.toggleLike(id))
        } fetch: { id in
            liked(id, try await service.post(id).isLiked(by: user))
        } failed: { id, error in
            // The post itself was deleted.
            if (error as? NoticeBoardError)?.code == .postGone { changes.send(.deleted(id)) }
            failures.send(LinkFailure(.like(id), error))
        }
        follows = OptimisticUpdates(writes) { id, isWanted in
            let isFollowed: Bool
            do {
                isFollowed = try await isWanted ? service.follow(id) : service.unfollow(id)
            } catch let error as NoticeBoardError where error.code == .alreadyFollowing { isFollowed = true }
            return (isFollowed, .followed(seen.account(id), by: await seen.me(loadedBy: service), isFollowing: isFollowed))
        } fetch: { id in
            let profile = try await service.profile(of: id)
            let isFollowed = profile.isFollowed(by: user)
            return (isFollowed, .followed(profile.user, by: await seen.me(loadedBy: service), isFollowing: isFollowed))
        } failed: {
            failures.send(LinkFailure(.follow($0), $1))
        }
        profile = Loader(changes: changes, patch: seen.patch, time: time) { try await service.myProfile() }
        profilePart = ScreenPart(profile, isShared: true, now: now)
        observations = [
            changes.observe { seen.take($0) },
            profile.observe { if let user = $0.value?.user { seen.note(user) } },
        ]
    }

    /// The language of the screens' texts.
    public var language: Language { signals.languages.state }

    /// Changes the language of all screens, also of those that are shown.
    public func setLanguage(_ language: Language) { signals.languages.state = language }

    /// Updates the ages on all open screens and refreshes what is older than a minute; call it when the app enters the foreground.
    ///
    /// A closed screen follows when it is opened. ``LinkApp/open()`` calls this.
    public func enterForeground() { signals.follow(.foreground) }

    // MARK: Profiles

    /// Returns the profile of an account for one screen; the user's own is ``profile``, for all.
    func profile(of user: LinkUser.ID) -> Loader<LinkProfile> {
        guard user != self.user else { return profile }
        return Loader(changes: changes, patch: seen.patch, time: time) { [service] in try await service.profile(of: user) }
    }

    /// Returns a profile as a part of a screen.
    func part(of profile: Loader<LinkProfile>) -> ScreenPart {
        profile === self.profile ? profilePart : ScreenPart(profile, now: now)
    }

    // MARK: Optimistic updates

    /// Likes a post, or takes the like back; every list and page shows it at once.
    ///
    /// `post` is the screen's copy. One request is sent at a time, and the last call wins.
    public func like(_ post: LinkPost, _ isLiked: Bool) {
        guard !isOver else { return }
        seen.note(post)
        likes.want(isLiked, post.id, confirmed: post.isLiked(by: user))
    }

    /// Follows an account, or unfollows it; `confirmed` is what the service said last.
    public func follow(_ person: LinkUser, _ isFollowed: Bool, confirmed: Bool) {
        guard person.id != user, !isOver else { return }
        seen.note(person)
        follows.want(isFollowed, person.id, confirmed: confirmed)
    }

    // MARK: Writing

    /// Sends a reply to a post without an outbox; every list and page shows it when the service has it.
    @discardableResult public func reply(_ text: String, to post: LinkPost.ID) async throws -> LinkReply {
        try await write({ .replied(post, $0) }) { [service] in try await service.reply(text, to: post) }
    }

    /// Changes a reply of the user in every list and page.
    ///
    /// It waits for an edit of the same reply that is under way.
    @discardableResult public func editReply(
        _ id: LinkReply.ID, on post: LinkPost.ID, to text: String
    ) async throws -> LinkReply {
        try await edit(.reply(id), { .replied(post, $0) }) { [service] in
            try await service.editReply(id, on: post, to: text)
        }
    }

    /// Changes the fields of the user's profile that the form names, in every list and page.
    ///
    /// It waits for an edit of the profile that is under way.
    @discardableResult public func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile {
        try await edit(.profile, { .profileEdited($0) }) { [service, uploads] in
            let profile = try await service.editProfile(form)
            if let path = profile.picture, let picture = form.picture { await uploads.keep([(picture, path)]) }
            return profile
        }
    }

    /// Sends an edit after all earlier edits of the same thing, so that the last call is the last to be shown.
    private func edit<Value: Sendable>(
        _ edited: Edited, _ change: @escaping @Sendable (Value) -> LinkChange,
        _ call: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let queue = edits[edited] ?? SerialQueue()
        edits[edited] = queue
        let task = queue.add { @MainActor [self] in
            try Task.checkCancellation()
            return try await write(change, call)
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if queue.isIdle, edits[edited] === queue { edits[edited] = nil }
        return try result.get()
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

    /// Deletes a post in every list and page; succeeds if it was deleted before.
    ///
    /// It goes on when the screen is closed. ``failures`` announces a failure.
    public func deletePost(_ id: LinkPost.ID) {
        delete(.deletePost(id), .deleted(id), gone: .postGone) { [service] in try await service.deletePost(id) }
    }

    /// Deletes a reply on every screen.
    public func deleteReply(_ reply: LinkReply.ID, on post: LinkPost.ID) {
        delete(.deleteReply(reply), .replyDeleted(post, reply), gone: .replyGone) { [service] in
            try await service.deleteReply(reply, on: post)
        }
    }

    private func delete(
        _ subject: LinkFailure.Subject, _ change: LinkChange, gone: NoticeBoardError.Code,
        _ call: @escaping @Sendable () async throws -> Void
    ) {
        guard !isOver else { return }
        writes.begin(subject) {
            do { try await call() } catch let error as NoticeBoardError where error.code == gone {}
            return change
        } done: { [failures] result in
            if case .failure(let error) = result { failures.send(LinkFailure(subject, error)) }
        }
    }

    // MARK: The end

    /// Whether the account is signed out.
    public nonisolated var isOver: Bool { signals.isOver }

    /// Calls `body` at sign-out, so that a screen can release what it shows, as long as the returned observation is held.
    public func observeEnd(_ body: @escaping @MainActor () -> Void) -> StateObservation {
        signals.ended.observe { if $0 { body() } }
    }

    /// Ends it from any thread: at once on the main actor; from elsewhere, screens are emptied at the main actor's next turn.
    public nonisolated func end() {
        markEnded()
        if MainQueue.isHere { MainActor.assumeIsolated { endNow() } } else { Task { await endNow() } }
    }

    /// Stops writes that were not sent yet; ``endNow()`` follows on the main actor.
    nonisolated func markEnded() { signals.markOver() }

    /// Ends pending writes and empties every screen.
    package func endNow() {
        markEnded()
        guard !writes.isEnded else { return }
        // Screens first: without the block list they would show hidden content.
        signals.ended.state = true
        writes.end()
        profile.reset()
        seen.forget()
        hiding.end()
        observations = []
    }
}
