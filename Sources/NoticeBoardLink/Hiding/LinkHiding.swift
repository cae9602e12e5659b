public import NoticeBoardBase

/// What whoever is signed in does not want to see, as it changes.
///
/// ```swift
/// context.hiding.block(post.creator)             // gone from every list and from under every post
/// context.hiding.unblock(user.id)                // and there again
/// ```
///
/// It is kept for the account through sign-outs, and erased when the account is given up. The service knows nothing of it.
@MainActor public final class LinkHiding: StateForwarding {
    /// Whose it is.
    public let user: LinkUser.ID
    /// Why the newest could not be kept, or what was kept could not be read; `nil` when it could.
    ///
    /// ``LinkContext/failures`` announces each.
    public private(set) var failure: NoticeBoardError? {
        didSet { if let failure, failure != oldValue { onFailure(failure) } }
    }

    private let keeper: HiddenPeopleStorage
    private let onFailure: @MainActor (NoticeBoardError) -> Void
    private let store = StateStore(LinkHidden())
    /// The state, for who is not on the main actor.
    private nonisolated let shared = Locked(LinkHidden())
    private var reading: Task<Void, Never>?
    private var isRead = false
    /// Whether the first attempt to read has ended, so that screens may show rows.
    let isKnown = StateStore(false)
    private var isEnded = false
    /// What was changed before it was read.
    private var early: [HiddenPeopleStorage.Change] = []

    init(
        _ user: LinkUser.ID, _ keeper: HiddenPeopleStorage, onFailure: @escaping @MainActor (NoticeBoardError) -> Void = { _ in }
    ) {
        (self.user, self.keeper, self.onFailure) = (user, keeper, onFailure)
        read()
    }

    /// What is hidden now; empty until it was read, and screens show no rows before that.
    public private(set) var state: LinkHidden {
        get { store.state }
        set {
            // Before the observers are called, who may ask from elsewhere.
            shared.withLock { $0 = newValue }
            store.state = newValue
        }
    }
    /// Where the state comes from.
    ///
    /// Following it begins to read.
    public var stateSource: some StateSource<LinkHidden> {
        read()
        return store
    }

    // MARK: Changing

    /// Shows nothing of an account any more, anywhere.
    public func block(_ account: LinkUser) {
        guard account.id != user else { return }
        change { hidden in
            hidden.muted.removeAll { $0.id == account.id }
            hidden.blocked = [account] + hidden.blocked.filter { $0.id != account.id }
        }
    }
    /// Shows an account again.
    public func unblock(_ id: LinkUser.ID) { change { $0.blocked.removeAll { $0.id == id } } }
    /// Shows nothing of an account any more but on its own page; one that is blocked stays so.
    public func mute(_ account: LinkUser) {
        guard account.id != user else { return }
        change { hidden in
            if !hidden.isBlocked(account.id) { hidden.muted = [account] + hidden.muted.filter { $0.id != account.id } }
        }
    }
    /// Shows an account again.
    public func unmute(_ id: LinkUser.ID) { change { $0.muted.removeAll { $0.id == id } } }
    /// Shows a post no more.
    public func hide(_ post: LinkPost) { if post.creator.id != user { change { $0.posts.insert(post.id) } } }
    /// Shows a reply no more.
    public func hide(_ comment: LinkComment) { if comment.creator.id != user { change { $0.comments.insert(comment.id) } } }
    /// Shows every post and reply again that was hidden by itself.
    public func unhideAll() { change { ($0.posts, $0.comments) = ([], []) } }

    /// Hides what is reported, and gives the report for the app to send to whoever looks at it: the service has no call for it.
    public func report(_ subject: LinkReport.Subject, because reason: LinkReport.Reason, note: String = "") -> LinkReport {
        switch subject {
        case .post(let post): hide(post)
        case .comment(let comment, on: _): hide(comment)
        case .user: break
        }
        return LinkReport(subject, by: user, because: reason, note: note)
    }

    private func change(_ change: @escaping HiddenPeopleStorage.Change) {
        guard !isEnded else { return }
        let before = state
        var new = before
        change(&new)
        state = new
        // Nobody knows yet what it means to what is kept.
        guard isRead else {
            early.append(change)
            return read()
        }
        if state != before { keep([change]) }
    }

    // MARK: Keeping

    /// Returns when it is known what is hidden.
    func ready() async {
        read()
        await reading?.value
    }

    /// What is hidden, for who is not on the main actor.
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
            // Else whoever asks next tries to read it again.
            isRead = HiddenPeopleStorage.beginsAnew(after: error)
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

    private func keep(_ changes: [HiddenPeopleStorage.Change]) {
        keeper.change(user, changes) { [weak self] failure in
            Task { @MainActor in self?.failure = failure }
        }
    }

    /// Shows nothing any more of what was hidden: the session is over.
    func end() {
        if !early.isEmpty { keeper.change(user, early) }
        isEnded = true
        (state, early) = (LinkHidden(), [])
    }
}
