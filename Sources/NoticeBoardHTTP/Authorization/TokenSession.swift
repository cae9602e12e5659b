public import NoticeBoardBase

/// The session of a signed-in account: stores its tokens, renews the access token, and ends when the server says so.
///
/// ```swift
/// let plain = APIClient(configuration)                        // signs in and renews, without the session
/// let session = TokenSession(store: KeychainTokenStore(service: "org.example.app")) { old in
///     let new = try await plain.value(NewTokens.self, for: AuthAPI.refresh(old.refreshToken))
///     return Credentials(accessToken: .bearer(new.access), refreshToken: new.refresh)
/// }
/// let client = plain.authorized(by: session)                  // over the same connections
/// try await session.restore()                                 // at launch
/// ```
///
/// If several calls find the token expired, it is renewed once, and each of them is replayed once. A cancelled call returns at
/// once and affects no other; the renewal continues, since a server may issue a new token only once. If the renewal fails,
/// waiting calls get its error, and the next call may try again. Every call ends after at most one renewal and one replay, for
/// any response.
///
/// Signing out or in begins a new generation. Earlier calls never write tokens, and a call of a former account throws
/// `sessionOver` at once.
///
/// Safe to use from any task and thread.
public final class TokenSession: Sendable, Redacted {
    /// The scope of the signed-in account's data: lists, drafts and histories register here.
    public let scope: AccountScope
    let content: Locked<Content>
    let rules: SessionRules
    let refresh: @Sendable (Credentials) async throws -> Credentials
    let writer: TokenWriter?
    /// A server may issue a new token only once, so a running renewal is never abandoned, except with the session.
    let renewals = SingleFlight<Int, Lease>(endsWhenAbandoned: false)
    private let onChange: @Sendable (State) -> Void
    private let broadcast: Broadcast<State>

    /// Creates a session with `credentials`, or without an account.
    ///
    /// - Parameters:
    ///   - credentials: The initial credentials; ``restore(isolation:)`` loads those of an earlier launch.
    ///   - store: Stores the credentials; `nil` keeps them in memory. They are written before iOS suspends the app.
    ///   - rules: The meaning of the service's statuses.
    ///   - scope: Registers the account's data, which end and are erased with it.
    ///   - refresh: Renews the access token. Throws the client's errors, whose status the rules interpret, or
    ///     `NoticeBoardError(.sessionOver)` if it knows that a renewal is impossible.
    ///   - onChange: Called after every change, a renewal included, in order, one at a time. Calls that a change ended throw after
    ///     it returns.
    public convenience init(
        _ credentials: Credentials? = nil,
        store: (any TokenStore)? = nil,
        rules: SessionRules = .bearer,
        scope: AccountScope = AccountScope(),
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (State) -> Void = { _ in }
    ) {
        self.init(
            credentials, writer: store.map { TokenWriter($0, scope) }, rules: rules, scope: scope, refresh: refresh,
            onChange: onChange)
    }

    /// Creates a session; `writer` stores its credentials.
    init(
        _ credentials: Credentials?, writer: TokenWriter?, rules: SessionRules, scope: AccountScope,
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (State) -> Void
    ) {
        self.scope = scope
        self.rules = rules
        self.refresh = refresh
        self.onChange = onChange
        self.writer = writer
        let account = AccountCalls(generation: 0, scope: scope)
        let lease = credentials.map { Lease(credentials: $0, account: account, number: 0, trustsExpiryDate: true) }
        let first = Content(lease: lease, account: account)
        content = Locked(first)
        broadcast = Broadcast(first.state)
        if let credentials { scope.restore(credentials.account ?? "") }
        if let share = writer?.share { watchOthers(share) }
    }

    /// The signed-in account, as shown on screen.
    public enum State: Sendable, Hashable {
        /// An account is signed in, named by its credentials.
        case signedIn(account: String?)
        /// No account is signed in: none was yet, or the app signed out.
        case signedOut
        /// No account is signed in, because the server or the renewal ended the session.
        case ended(NoticeBoardError)
    }

    /// The current credentials; `nil` if no account is signed in.
    public var credentials: Credentials? { content.withLock { $0.lease?.credentials } }

    /// The signed-in account, as shown on screen.
    ///
    /// It is up to date, and `onChange` has returned, before a call ends with `sessionOver`.
    public var state: State { content.withLock { $0.state } }

    /// The current state, then every later one, for a screen that shows a sign-in or an account.
    ///
    /// A slow reader gets only the newest. Every reader gets its own stream, which ends with the session object.
    public var states: AsyncStream<State> { broadcast.stream() }

    /// Changes with each sign-in and sign-out: results may be stored if it is unchanged since the request.
    public var generation: SessionGeneration { content.withLock { $0.generation } }

    /// Why the newest credentials could not be read or written; `nil` if they were.
    public var storeFailure: NoticeBoardError? { writer?.failure }

    // MARK: Signing in and out

    /// Begins a session with `credentials`.
    ///
    /// With a generation, only if that is current: the response to an abandoned sign-in must not sign in.
    /// - Returns: Whether the session began.
    @discardableResult public func signIn(_ credentials: Credentials, unlessAfter generation: SessionGeneration? = nil) -> Bool {
        begin(credentials, after: generation, as: .signedIn(credentials.account ?? ""))
    }

    /// Continues the session that an earlier launch stored; returns whether an account is signed in.
    ///
    /// Call it at launch, before opening the account's data: it first finishes an erasure of an earlier launch. It sends no
    /// request; ``renew(isolation:)`` does. Throws if the store can't be read now, for example on a locked device. Credentials
    /// that can never be read count as none, and ``storeFailure`` says why.
    @discardableResult public func restore(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
        try await restore(unlessAfter: generation) { $0 }
    }

    /// Continues a stored session unless an account signs in or out after `generation`; `complete` may change or drop
    /// credentials.
    package func restore(
        unlessAfter generation: SessionGeneration, completing complete: @Sendable (Credentials) async throws -> Credentials?
    ) async throws -> Bool {
        guard credentials == nil, let writer else { return credentials != nil }
        let stored = try await writer.load { [self] in wanted }
        let kept = stored.credentials
        let completed = if let kept { try await complete(kept) } else { kept }
        await scope.waitUntilErased()
        guard let completed, await !scope.wasCutOff(completed.account ?? "") else {
            // The launch that stored them was to sign out, but could not erase them.
            if kept != nil { try? await waitUntilStored() }
            let change = await changeOfRestoring(stored)
            content.withLock { $0.lease == nil ? scope.begin(change) : nil }?.run()
            return credentials != nil
        }
        // A later sign-in or sign-out takes precedence.
        begin(completed, after: generation, as: .restored(completed.account ?? ""), following: stored.snapshot)
        return credentials != nil
    }

    /// Returns when the newest credentials, or their removal, are stored; throws if they could not be written.
    ///
    /// Retries after a failure.
    public func waitUntilStored() async throws {
        store()
        try await writer?.waitUntilWritten()
    }

    /// Starts writing the credentials, if the store may hold others.
    package func store() { store(nil) }

    /// Starts writing the credentials of the moment of writing; `awake` and the session are retained until then.
    ///
    /// Retains the session so that releasing it does not lose a renewed token.
    func store(_ awake: BackgroundActivity?) {
        writer?.write(awake) { [self] in wanted }
    }

    /// What is to be stored now.
    var wanted: TokenWriter.Wanted {
        content.withLock { content in
            TokenWriter.Wanted(credentials: content.lease?.credentials, generation: content.generation, end: content.recordedEnd)
        }
    }

    /// Ends the session and all its calls.
    ///
    /// Running, waiting and queued calls end with `sessionOver`, and unsent requests are never sent. Members of ``scope`` have
    /// ended when this returns; their data are erased when `AccountScope.waitUntilErased()` returns.
    ///
    /// - Parameter erasing: False to keep the data, when switching to another account.
    public func signOut(erasing: Bool = true) { signOut(after: nil, erasing: erasing) }

    /// Signs out, with `generation` only if that is current; returns whether it did.
    @discardableResult package func signOut(after generation: SessionGeneration?, erasing: Bool = true) -> Bool {
        begin(nil, after: generation, as: .signedOut(erasing: erasing))
    }

    /// Begins a generation with `credentials`, or signed out; with `generation`, only if that is current.
    ///
    /// With a snapshot, only if it is the newest of what is stored.
    @discardableResult func begin(
        _ credentials: Credentials?, after generation: SessionGeneration?, as change: AccountScope.Change,
        following snapshot: TokenShare.Snapshot? = nil
    ) -> Bool {
        self.change(as: change) { content in
            guard generation == nil || generation == content.generation else { return false }
            guard bind(snapshot, to: content.generation.next) else { return false }
            content.end = nil
            content.leavesData = if case .signedOut(erasing: false) = change { true } else { false }
            content.account = content.account.next()
            content.use(credentials)
            return true
        }
    }

    /// Replaces the tokens of the same account after a renewal elsewhere: by an extension or a server's message.
    ///
    /// Running calls continue. The result of a renewal of the old tokens is ignored, unless only the account or the date differs.
    /// Does nothing if no account is signed in.
    /// - Returns: Whether the tokens were replaced.
    @discardableResult public func update(_ credentials: Credentials) -> Bool { replace(nil, with: credentials) }

    /// Replaces the tokens, with `lease` only if that is still current.
    ///
    /// Without an account, the tokens are of the same one: a server may omit it.
    func replace(
        _ lease: Lease?, with fresh: Credentials, following snapshot: TokenShare.Snapshot? = nil
    ) -> Bool {
        change(as: fresh.account.map { .named($0) }) { content in
            guard let now = content.lease, lease == nil || lease?.number == now.number else { return false }
            guard bind(snapshot, to: content.generation) else { return false }
            var fresh = fresh
            fresh.account = fresh.account ?? now.credentials.account
            content.use(fresh)
            return true
        }
    }

    /// Ends the generation of `lease` with the server's `error`; returns `false` if it has passed.
    @discardableResult func end(
        _ lease: Lease, because error: NoticeBoardError, following snapshot: TokenShare.Snapshot? = nil
    ) -> Bool {
        change(as: .expired) { content in
            guard content.lease?.number == lease.number else { return false }
            guard bind(snapshot, to: content.generation.next) else { return false }
            content.lease = nil
            content.end = error
            content.account = content.account.next()
            return true
        }
    }

    /// Changes the content, cancels the calls of a generation that it ends, and notifies; returns `false` without a change.
    ///
    /// Cancels and notifies outside of the lock, so that the app may ask the session, and from one thread at a time, so that
    /// changes arrive in order. Calls fail last, when all listeners have been notified.
    private func change(as accountChange: AccountScope.Change?, _ change: (inout Content) -> Bool) -> Bool {
        var ended: AccountCalls?
        var ending: AccountEnding?
        var shouldNotify = false
        let isChanged = content.withLock { content in
            let former = content.account
            guard change(&content) else { return false }
            if content.account != former {
                former.close()
                ended = former
            }
            ending = accountChange.map(scope.begin)
            shouldNotify = !content.isNotifying
            content.isNotifying = true
            content.news.append(News(state: content.state, ended: ended))
            return true
        }
        ended?.cancel()
        ending?.run()
        ended?.endDependents()
        if shouldNotify { notify() }
        return isChanged
    }

    /// Notifies of all changes, also of those that are made meanwhile.
    private func notify() {
        while let news = content.withLock({ $0.nextNews() }) {
            store()
            onChange(news.state)
            // A renewal changes nothing on screen.
            guard let ended = news.ended else { continue }
            broadcast.send(news.state)
            if case .ended(let error) = news.state, error.code == .sessionOver {
                ended.finish(because: error)
            } else {
                ended.finish(because: AccountCalls.over)
            }
        }
    }

    /// Hides the tokens.
    public var description: String { "TokenSession(\(credentials == nil ? "nobody" : "signed in"))" }
}
