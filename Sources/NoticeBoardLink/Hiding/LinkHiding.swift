import Foundation
public import NoticeBoardBase
import NoticeBoardPaging

/// The hidden content of the signed-in account, with changes.
///
/// ```swift
/// context.hiding.block(post.author)             // gone from every list and from under every post
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
    public private(set) var failure: NoticeBoardError? { didSet { if let failure, failure != oldValue { onFailure(failure) } } }

    private let storage: HiddenContentStorage
    private let onFailure: @MainActor (NoticeBoardError) -> Void
    private let store = StateStore(LinkHidden())
    /// Whether the stored content is being read or could not be read; screens show no rows before it is `.idle`.
    let reading = StateStore(LoadPhase.loading(isSlow: false))
    private var isEnded = false
    /// The newest reading or saving; its result includes all earlier changes.
    private var newest: Task<Void, Never>?

    init(
        _ user: LinkUser.ID, _ storage: HiddenContentStorage,
        onFailure: @escaping @MainActor (NoticeBoardError) -> Void = { _ in }
    ) {
        self.user = user
        self.storage = storage
        self.onFailure = onFailure
        update()
    }

    /// The source of the hidden content, which is empty until it is read; screens show no rows before that.
    public var stateSource: some StateSource<LinkHidden> { store }

    /// Reads the stored content again if that failed; a damaged file is replaced by an empty one.
    ///
    /// The `retry()` of every screen calls it.
    public func retry() {
        guard !isEnded, let failure = reading.state.failure else { return }
        if HiddenContentStorage.startsOver(after: failure) { update { _ in } } else { update() }
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
    public func hide(_ post: LinkPost) { if post.author.id != user { change { $0.posts.insert(post.id) } } }
    /// Hides a reply.
    public func hide(_ reply: LinkReply) { if reply.author.id != user { change { $0.replies.insert(reply.id) } } }
    /// Shows all individually hidden posts and replies again.
    public func unhideAll() { change { ($0.posts, $0.replies) = ([], []) } }

    /// Hides a reported post or reply.
    ///
    /// Returns the report for the app to send: the service has no call for it.
    public func report(_ subject: LinkReport.Subject, because reason: LinkReport.Reason, note: String = "") -> LinkReport {
        switch subject {
        case .post(let post): hide(post)
        case .reply(let reply, on: _): hide(reply)
        case .user: break
        }
        return LinkReport(subject: subject, reporter: user, reason: reason, note: note, time: Date())
    }

    // MARK: Saving

    private func change(_ change: @escaping HiddenContentStorage.Change) {
        guard !isEnded else { return }
        let before = state
        store.update(change)
        // Before the stored content is read, it is not known whether the change has an effect.
        if state != before || reading.state != .idle { update(change) }
    }

    /// Saves a change, or reads the stored content.
    private func update(_ change: HiddenContentStorage.Change? = nil) {
        let updating = storage.update(user, change)
        if reading.state != .idle { reading.state = .loading(isSlow: false) }
        // If changes are made meanwhile, a later update has them.
        newest?.cancel()
        newest = Task {
            let result = await updating.result
            guard !isEnded, !Task.isCancelled else { return }
            switch result {
            case .success(let hidden): (failure, store.state, reading.state) = (nil, hidden, .idle)
            case .failure(let error):
                let error = NoticeBoardError(wrapping: error)
                if reading.state != .idle { reading.state = .failed(error) }
                failure = error
            }
        }
    }

    /// Returns the hidden content once it is read; reads it again if that failed, unless the file is damaged.
    func whenRead() async throws -> LinkHidden {
        if let failure = reading.state.failure, !isEnded, !HiddenContentStorage.startsOver(after: failure) { update() }
        repeat { await newest?.value } while reading.state.isLoading && !isEnded
        if let failure = reading.state.failure { throw failure }
        return state
    }

    /// Empties the state when the session ends.
    func end() {
        // Changes that could not be saved are tried once more.
        storage.update(user)
        isEnded = true
        store.state = LinkHidden()
    }
}
