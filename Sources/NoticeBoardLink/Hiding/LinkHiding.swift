public import NoticeBoardBase

/// The hidden content of the signed-in account, with changes.
///
/// ```swift
/// context.hiding.block(post.creator)             // gone from every list and from under every post
/// context.hiding.unblock(user.id)                // and there again
/// ```
///
/// It survives sign-outs, and is erased when the account is deleted. It is not sent to the service.
@MainActor public final class LinkHiding: StateForwarding {
    /// The signed-in account.
    public let user: LinkUser.ID
    /// Why the latest change could not be saved, or the stored content not read; `nil` after a success.
    ///
    /// Each failure is also sent to ``LinkContext/failures``.
    public private(set) var failure: NoticeBoardError? {
        didSet { if let failure, failure != oldValue { onFailure(failure) } }
    }

    private let keeper: HiddenContentStorage
    private let onFailure: @MainActor (NoticeBoardError) -> Void
    private let store = StateStore(LinkHidden())
    /// A copy of the state for use outside the main actor.
    private nonisolated let shared = Locked(LinkHidden())
    private var reading: Task<Void, Never>?
    private var isRead = false
    /// Whether the first attempt to read has ended; screens show no rows before.
    let isKnown = StateStore(false)
    private var isEnded = false
    /// The changes made before the stored content was read.
    private var early: [HiddenContentStorage.Change] = []

    init(
        _ user: LinkUser.ID, _ keeper: HiddenContentStorage, onFailure: @escaping @MainActor (NoticeBoardError) -> Void = { _ in }
    ) {
        (self.user, self.keeper, self.onFailure) = (user, keeper, onFailure)
        read()
    }

    /// The hidden content; empty until it is read, and screens show no rows before that.
    public private(set) var state: LinkHidden {
        get { store.state }
        set {
            // Before notifying observers, which may read it from another thread.
            shared.withLock { $0 = newValue }
            store.state = newValue
        }
    }
    /// The source of the state.
    ///
    /// Using it starts reading.
    public var stateSource: some StateSource<LinkHidden> {
        read()
        return store
    }

    // MARK: Changing

    /// Hides an account's posts and replies everywhere.
    public func block(_ account: LinkUser) {
        guard account.id != user else { return }
        change { hidden in
            hidden.muted.removeAll { $0.id == account.id }
            hidden.blocked = [account] + hidden.blocked.filter { $0.id != account.id }
        }
    }
    /// Unblocks an account.
    public func unblock(_ id: LinkUser.ID) { change { $0.blocked.removeAll { $0.id == id } } }
    /// Hides an account's posts and replies except on its own page; a blocked account stays blocked.
    public func mute(_ account: LinkUser) {
        guard account.id != user else { return }
        change { hidden in
            if !hidden.isBlocked(account.id) { hidden.muted = [account] + hidden.muted.filter { $0.id != account.id } }
        }
    }
    /// Unmutes an account.
    public func unmute(_ id: LinkUser.ID) { change { $0.muted.removeAll { $0.id == id } } }
    /// Hides a post.
    public func hide(_ post: LinkPost) { if post.creator.id != user { change { $0.posts.insert(post.id) } } }
    /// Hides a reply.
    public func hide(_ comment: LinkComment) { if comment.creator.id != user { change { $0.comments.insert(comment.id) } } }
    /// Shows all individually hidden posts and replies again.
    public func unhideAll() { change { ($0.posts, $0.comments) = ([], []) } }

    /// Hides a reported post or reply.
    ///
    /// Returns the report for the app to send: the service has no call for it.
    public func report(_ subject: LinkReport.Subject, because reason: LinkReport.Reason, note: String = "") -> LinkReport {
        switch subject {
        case .post(let post): hide(post)
        case .comment(let comment, on: _): hide(comment)
        case .user: break
        }
        return LinkReport(subject, by: user, because: reason, note: note)
    }

    private func change(_ change: @escaping HiddenContentStorage.Change) {
        guard !isEnded else { return }
        let before = state
        var new = before
        change(&new)
        state = new
        // Saved when the stored content has been read.
        guard isRead else {
            early.append(change)
            return read()
        }
        if state != before { keep([change]) }
    }

    // MARK: Saving

    /// Waits until reading has ended.
    func ready() async {
        read()
        await reading?.value
    }

    /// The hidden content, from any thread.
    nonisolated var current: LinkHidden { shared.withLock { $0 } }

    private func read() {
        guard reading == nil, !isRead, !isEnded else { return }
        reading = Task { [keeper, user] in
            let kept: Result<LinkHidden?, any Error>
            do { kept = .success(try await keeper.load(user)) } catch { kept = .failure(error) }
            take(kept)
        }
    }

    private func take(_ kept: Result<LinkHidden?, any Error>) {
        guard !isEnded else { return }
        reading = nil
        switch kept {
        case .failure(let error):
            failure = NoticeBoardError(wrapping: error)
            // If false, the next access reads again.
            isRead = HiddenContentStorage.startsOver(after: error)
        case .success(let kept):
            (isRead, failure) = (true, nil)
            var hidden = kept ?? LinkHidden()
            for change in early { change(&hidden) }
            state = hidden
        }
        isKnown.state = true
        guard isRead, !early.isEmpty else { return }
        keep(early)
        early = []
    }

    private func keep(_ changes: [HiddenContentStorage.Change]) {
        keeper.change(user, changes) { [weak self] failure in
            Task { @MainActor in self?.failure = failure }
        }
    }

    /// Empties the state when the session ends.
    func end() {
        if !early.isEmpty { keeper.change(user, early) }
        isEnded = true
        (state, early) = (LinkHidden(), [])
    }
}
