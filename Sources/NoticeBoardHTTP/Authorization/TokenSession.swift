public import NoticeBoardBase

/// The session of a signed-in account: stores its tokens, renews the access token, and ends when the server says so.
///
/// ```swift
/// let plain = APIClient(configuration)                        // signs in and renews, without the session
/// let session = TokenSession(store: KeychainTokenStore(service: "org.example.app")) { old in
///     let new = try await plain.value(NewTokens.self, for: AuthAPI.refresh(old.refreshToken))
///     return Credentials(accessToken: .bearer(new.access), refreshToken: new.refresh)
/// }
/// configuration.authorization = session
/// let client = APIClient(configuration)
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
public final class TokenSession: Sendable {
    private let content: SessionState
    private let renewal: TokenRenewal
    private let writer: TokenWriter?

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
    public init(
        _ credentials: Credentials? = nil,
        store: (any TokenStore)? = nil,
        rules: SessionRules = .bearer,
        scope: AccountScope = AccountScope(),
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (State) -> Void = { _ in }
    ) {
        let writer = store.map { TokenWriter($0, scope) }
        content = SessionState(credentials, scope) { session, state, awake in
            writer?.write(session, awake)
            onChange(state)
        }
        renewal = TokenRenewal(state: content, rules: rules, refresh: refresh)
        self.writer = writer
    }

    /// The scope of the signed-in account's data: lists, drafts and histories register here.
    public var scope: AccountScope { content.scope }

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
    public var credentials: Credentials? { content.credentials }

    /// The signed-in account, as shown on screen.
    ///
    /// It is up to date, and `onChange` has returned, before a call ends with `sessionOver`.
    public var state: State { content.state }

    /// The current state, then every later one, for a screen that shows a sign-in or an account.
    ///
    /// A slow reader gets only the newest. Every reader gets its own stream, which ends with the session object.
    public var states: AsyncStream<State> { content.states.stream() }

    /// The number of sign-ins and sign-outs so far: results may be stored if it is unchanged since the request.
    public var generation: Int { content.generation }

    /// Begins a session with `credentials`.
    ///
    /// With a generation, only if that is current: the response to an abandoned sign-in must not sign in.
    /// - Returns: Whether the session began.
    @discardableResult public func signIn(_ credentials: Credentials, unlessAfter generation: Int? = nil) -> Bool {
        begin(credentials, after: generation, as: .signedIn(credentials.account ?? ""))
    }

    /// Continues the session that an earlier launch stored; returns whether an account is signed in.
    ///
    /// Call it at launch, before opening the account's data: it first finishes an erasure of an earlier launch. It sends no
    /// request; ``renew(isolation:)`` does. Throws if the store can't be read now, for example on a locked device. Credentials
    /// that can never be read count as none, and ``storeFailure`` says why.
    @discardableResult public func restore(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
        try await restore(unlessAfter: content.generation) { $0 }
    }

    /// Continues a stored session unless an account signs in or out after `generation`; `complete` may change or drop
    /// credentials.
    package func restore(
        unlessAfter generation: Int, completing complete: @Sendable (Credentials) async throws -> Credentials?
    ) async throws -> Bool {
        guard content.credentials == nil, let writer else { return content.credentials != nil }
        let kept = try await writer.load()
        let completed = if let kept { try await complete(kept) } else { kept }
        await scope.waitUntilErased()
        guard let completed, await !scope.wasCutOff(completed.account ?? "") else {
            // The launch that stored them was to sign out, but could not erase them.
            if kept != nil { try? await waitUntilStored() }
            content.settle()
            return content.credentials != nil
        }
        // A later sign-in or sign-out takes precedence.
        begin(completed, after: generation, as: .restored(completed.account ?? ""))
        return content.credentials != nil
    }

    /// Returns when the newest credentials, or their removal, are stored; throws if they could not be written.
    ///
    /// Retries after a failure.
    public func waitUntilStored() async throws {
        store()
        try await writer?.waitUntilWritten()
    }

    /// Starts writing the credentials, if the store may hold others.
    package func store() { writer?.write(content) }

    /// Why the newest credentials could not be read or written; `nil` if they were.
    public var storeFailure: NoticeBoardError? { writer?.failure }

    @discardableResult private func begin(
        _ credentials: Credentials?, after generation: Int?, as change: AccountScope.Change
    ) -> Bool {
        let hasBegun = content.begin(credentials, after: generation, as: change)
        if hasBegun { renewal.abandonAll() }
        return hasBegun
    }

    /// Replaces the tokens of the same account after a renewal elsewhere: by an extension or a server's message.
    ///
    /// Running calls continue. The result of a renewal of the old tokens is ignored, unless only the account or the date differs.
    /// Does nothing if no account is signed in.
    /// - Returns: Whether the tokens were replaced.
    @discardableResult public func update(_ credentials: Credentials) -> Bool { content.renew(to: credentials) }

    /// Ends the session and all its calls.
    ///
    /// Running, waiting and queued calls end with `sessionOver`, and unsent requests are never sent. Members of ``scope`` have
    /// ended when this returns; their data are erased when `AccountScope.waitUntilErased()` returns.
    ///
    /// - Parameter erasing: False to keep the data, when switching to another account.
    public func signOut(erasing: Bool = true) { signOut(after: nil, erasing: erasing) }

    /// Signs out, with `generation` only if that is current; returns whether it did.
    @discardableResult package func signOut(after generation: Int?, erasing: Bool = true) -> Bool {
        begin(nil, after: generation, as: .signedOut(erasing: erasing))
    }

    /// Renews the access token now, for example at launch, to check whether the session is still valid.
    ///
    /// Throws `sessionOver` if the server ends the session. Any other error leaves open whether it is valid, such as without a
    /// network.
    public func renew(isolation: isolated (any Actor)? = #isolation) async throws {
        guard let lease = content.lease() else { throw Self.nobody }
        _ = try await renewal.renewed(lease)
    }
}

extension TokenSession: HTTPInterceptor {
    /// Sends an authenticated `request` with the access token, and replays it once if the token had expired.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        try await intercept(request, in: nil, next: next)
    }

    /// Sends `request`, with `generation` only if that is current: never for a later account.
    package func intercept(_ request: HTTPRequest, in generation: Int?, next: HTTPNext) async throws -> HTTPResponse {
        guard request.options.authorization != .anonymous else { return try await next(request) }
        guard let lease = content.lease() else {
            guard request.options.authorization == .ifSignedIn else { throw Self.nobody }
            return try await next(request)
        }
        guard generation == nil || generation == lease.generation else { throw Self.former }
        let (context, request) = request.withCall()
        let owner = CallOwner(state: content, generation: lease.generation)
        context.notes.withLock { $0.owner = owner }
        let call = SessionCall(request, next, content, renewal)
        let answer = try await content.whileCurrent(lease) { try await call.answer(lease) }
        if let refused = answer.refused {
            let error = call.refusal(answer.response, of: refused)
            // The session has handled it; the call decides whether it is an error.
            guard call.request.validation.accepts(answer.response.status) else { throw error }
        }
        return answer.response
    }

    private static let nobody = NoticeBoardError(.sessionOver, "Nobody is signed in.")
    private static let former = NoticeBoardError(.sessionOver, "The account that made the call is no longer signed in.")
}

extension TokenSession: Redacted {
    /// Hides the tokens.
    public var description: String { "TokenSession(\(credentials == nil ? "nobody" : "signed in"))" }
}
