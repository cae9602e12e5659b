import NoticeBoardBase

/// Writes a session's credentials to its store, on a queue, one call at a time.
///
/// It writes the session's credentials at the time of writing: even with a slow store or a late change, only the removal is
/// written after a sign-out.
final class TokenWriter: Sendable {
    private struct Content {
        /// The stored credentials as last known; `nil` if unknown.
        var kept: Credentials??
        /// The credentials that ``kept`` has replaced in a shared session, which the session may still hold for a moment.
        var former: Credentials?
        var failure: NoticeBoardError?
    }

    private let store: any TokenStore
    private let scope: AccountScope
    private let content = Locked(Content())
    /// The tokens that other processes use, too.
    let share: TokenShare?
    private let queue: SerialQueue

    init(
        _ store: any TokenStore, _ scope: AccountScope, _ sharing: SessionSharing? = nil,
        queue: SerialQueue = SerialQueue("NoticeBoard.TokenStore")
    ) {
        self.queue = queue
        self.store = store
        self.scope = scope
        share = sharing.map { TokenShare(store, $0) }
    }

    /// Why the newest credentials could not be read or written; `nil` if they were.
    var failure: NoticeBoardError? { content.withLock { $0.failure } }

    /// What is stored at the launch.
    struct Stored: Sendable {
        let credentials: Credentials?
        /// What the processes that share it agree on.
        var snapshot: TokenShare.Snapshot?
    }

    /// Returns the stored credentials; `nil`, with a ``failure``, if they can never be read.
    func load(_ current: @escaping Current) async throws -> Stored {
        try await queue.addBlocking { try self.read(current) }.value
    }

    private func read(_ current: Current) throws -> Stored {
        do {
            let snapshot = try share?.snapshot(isFirst: true, of: current().generation)
            let kept = if let snapshot { snapshot.credentials } else { try store.load() }
            content.withLock { $0.kept = .some(kept) }
            return Stored(credentials: kept, snapshot: snapshot)
        } catch {
            let failure = NoticeBoardError(wrapping: error)
            // An unavailable store may be readable later; a damaged one never is, and the next sign-in replaces it.
            guard [.storeDamaged, .storeTooNew].contains(failure.code) else { throw failure }
            content.withLock { $0.failure = failure }
            return Stored(credentials: nil)
        }
    }

    /// What a session wants to have stored.
    struct Wanted: Sendable {
        let credentials: Credentials?
        let generation: SessionGeneration
        /// How the account ended, if none is signed in.
        let end: SharedRecord.End
    }

    /// Returns what to store now.
    typealias Current = @Sendable () -> Wanted

    /// Starts writing the credentials that `current` returns then; returns at once.
    ///
    /// `awake` is retained until they are written: an app suspended before that loses the new refresh token.
    func write(_ awake: BackgroundActivity?, _ current: @escaping Current) {
        let mayRemove = current().credentials == nil
        queue.add { [self] in
            // If the tokens were removed before the erasure is recorded, a crash would leave the account's data behind.
            if mayRemove { await scope.waitUntilNoted() }
            do {
                try await queue.runBlocking { withExtendedLifetime(awake) { self.writeNow(current, mayRemove: mayRemove) } }
            } catch {
                writeNow(current, mayRemove: mayRemove, refusal: error)
            }
        }
    }

    /// Returns when everything is written; throws the failure of the newest credentials.
    func waitUntilWritten() async throws {
        await queue.drained()
        if let failure { throw failure }
    }

    /// Called only on the queue; without `mayRemove`, removes no tokens.
    ///
    /// With the system's `refusal`, as it is about to suspend the app, fails where it would write: the next call writes.
    private func writeNow(_ current: Current, mayRemove: Bool, refusal: (any Error)? = nil) {
        // Before the session is asked: it may follow another process meanwhile, and what it wanted before is then used.
        let known = content.withLock { $0 }
        let wanted = current()
        let isSignedOut = wanted.credentials == nil
        // The sign-out came in between. It begins a write of its own, which waits until the erasure is recorded.
        if isSignedOut, !mayRemove { return }
        // Nobody has signed in or out, and nothing was loaded: the stored tokens are those of the last launch.
        if isSignedOut, wanted.generation.number == 0, content.withLock({ $0.kept == nil }) { return }
        // What a newer version of the app stored stays until the first sign-out, or the sign-in that follows another.
        if self.failure?.code == .storeTooNew, wanted.generation.number < (isSignedOut ? 1 : 2) { return }
        if known.kept == .some(wanted.credentials) || isKept(wanted.credentials) {
            return content.withLock { $0.failure = nil }
        }
        // Used tokens would be stored over their successors.
        if !isSignedOut, known.former == wanted.credentials { return }
        var failure: NoticeBoardError?
        do {
            if let refusal { throw refusal }
            try save(wanted)
        } catch {
            failure = NoticeBoardError(wrapping: error)
        }
        content.withLock { content in
            content.failure = failure
            content.kept = failure == nil ? .some(wanted.credentials) : nil
        }
    }

    private func save(_ wanted: Wanted) throws {
        guard let share else { return try store.save(wanted.credentials) }
        guard let credentials = wanted.credentials else { return try share.end(wanted.end, in: wanted.generation) }
        guard share.isSameAccount(wanted.generation) else { return try share.signIn(credentials, in: wanted.generation) }
        // Tokens of an account that another process has signed out are dropped: the session follows it.
        _ = try share.update(credentials)
    }

    /// Whether `credentials` are those that are stored, as last known.
    private func isKept(_ credentials: Credentials?) -> Bool { content.withLock { $0.kept == .some(credentials) } }

    /// Notes that `credentials` are stored, by this or another process.
    func noteKept(_ credentials: Credentials?, insteadOf former: Credentials? = nil) {
        content.withLock { content in
            content.kept = .some(credentials)
            content.former = former == credentials ? nil : former
        }
    }
}

// Shared tokens, also on the queue.
extension TokenWriter {
    /// Returns what is stored; `nil` if the session knows it already, unless `isFirst`.
    func snapshot(
        _ share: TokenShare, isFirst: Bool = false, _ current: @escaping Current
    ) async throws -> TokenShare.Snapshot? {
        try await queue.addBlocking { try share.snapshot(isFirst: isFirst, of: current().generation) }.value
    }

    /// Begins a renewal of `credentials`, after tokens that could not be stored before.
    func claim(
        _ credentials: Credentials, _ share: TokenShare, _ current: @escaping Current
    ) async throws -> TokenShare.ClaimResult {
        try await queue.addBlocking { [self] in
            if !isKept(credentials) { writeNow(current, mayRemove: false) }
            return try share.claim(credentials, isUnsaved: !isKept(credentials), of: current().generation)
        }.value
    }

    /// Stores the tokens of a renewal; returns what is stored instead if they come too late.
    func commit(
        _ credentials: Credentials, insteadOf former: Credentials, of claim: TokenShare.Claim, _ share: TokenShare,
        _ awake: BackgroundActivity, _ current: @escaping Current
    ) async throws -> TokenShare.Snapshot? {
        try await queue.addBlocking { [self] in
            try withExtendedLifetime(awake) {
                let snapshot = try share.commit(credentials, of: claim, in: current().generation)
                if snapshot == nil { noteKept(credentials, insteadOf: former) }
                return snapshot
            }
        }.value
    }

    /// Ends a renewal without new tokens; returns what is stored if that is not what was renewed.
    func release(
        _ claim: TokenShare.Claim, isDoubtful: Bool, _ share: TokenShare, _ current: @escaping Current
    ) async throws -> TokenShare.Snapshot? {
        try await queue.addBlocking { try share.release(claim, isDoubtful: isDoubtful, in: current().generation) }.value
    }

    /// Erases tokens that a process left in the store when it signed out.
    func eraseLeftTokens(of snapshot: TokenShare.Snapshot, _ share: TokenShare) async {
        _ = await queue.addBlocking { try share.eraseLeftTokens(of: snapshot) }.result
    }
}
