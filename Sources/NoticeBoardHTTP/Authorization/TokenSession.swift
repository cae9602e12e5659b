public import NoticeBoardBase

/// Somebody signed in: keeps the tokens, renews the access token when it has expired, and ends when the server says so.
///
/// ```swift
/// let plain = APIClient(configuration)                        // signs in and renews; knows no session
/// let session = TokenSession(keychain.credentials) { old in
///     let new = try await plain.value(NewTokens.self, for: AuthAPI.refresh(old.refreshToken))
///     return Credentials(accessToken: .bearer(new.access), refreshToken: new.refresh)
/// } onChange: { change in
///     keychain.credentials = change.credentials               // nothing once it is over
/// }
/// configuration.authorization = session
/// let client = APIClient(configuration)
/// ```
///
/// However many calls find the token expired, it is renewed once, and each of them is sent once more. A call that is cancelled
/// meanwhile leaves at once and stops nobody else; the renewal itself goes on, since a server may hand a new token out only
/// once. When the renewal fails, those who wait get its error, and the next call may try again. Every call ends after at most
/// one renewal and one more sending, whatever the server answers.
///
/// Signing out or in begins a new epoch. What left before it never writes tokens, and a call that was made for somebody who is
/// signed in no longer throws `sessionOver` at once.
///
/// Safe to use from any task and thread. Nothing is written to disk: that is what `onChange` is for.
public final class TokenSession: Sendable {
    private let content: SessionState
    private let renewal: TokenRenewal

    /// A session of whoever has `credentials`, or of nobody yet.
    ///
    /// - Parameters:
    ///   - credentials: What an earlier session left, if one did.
    ///   - rules: What the service means by its statuses.
    ///   - scope: Who holds data of the account, ended and erased with it.
    ///   - refresh: Renews the access token. Throws what the client throws, and the rules say what its status means; or
    ///     `NoticeBoardError(.sessionOver)` where it knows by itself that there is nothing to renew with.
    ///   - onChange: Hears every change, in order, one at a time: the place to keep the credentials or to forget them. Calls
    ///     that a change ended throw when it has returned.
    public convenience init(
        _ credentials: Credentials? = nil,
        rules: SessionRules = .bearer,
        scope: AccountScope = AccountScope(),
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (SessionChange) -> Void = { _ in }
    ) {
        self.init(credentials, rules: rules, scope: scope, refresh: refresh) { change, _ in onChange(change) }
    }

    /// The same, with what keeps the app awake after a renewal: `onChange` holds it until the new tokens are stored.
    package init(
        _ credentials: Credentials? = nil, rules: SessionRules, scope: AccountScope = AccountScope(),
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onAwakeChange: @escaping @Sendable (SessionChange, StayingAwake?) -> Void
    ) {
        content = SessionState(credentials, scope, onChange: onAwakeChange)
        renewal = TokenRenewal(state: content, rules: rules, refresh: refresh)
    }

    /// Who holds data of the account that is signed in: lists, drafts and histories register here.
    public var scope: AccountScope { content.scope }

    /// Who is signed in, as a screen shows it.
    public typealias State = SessionStatus

    /// Whose credentials calls carry now; nothing when nobody is.
    public var credentials: Credentials? { content.credentials }

    /// Who is signed in, as a screen shows it.
    ///
    /// When a call ends with `sessionOver`, this says so already, and `onChange` has heard it.
    public var state: State { content.status }

    /// The present state of the session, then every later one: what a screen follows to show a sign-in or an account.
    ///
    /// Who is slow gets the newest only. Each has a stream of its own, which ends with the session's own life.
    public var states: AsyncStream<State> { content.stateStream() }

    /// Every change from now on, in order: what `onChange` hears, for who comes later or must do more than a moment's work.
    public var changes: AsyncStream<SessionChange> { content.changeStream() }

    /// The present epoch: the same one afterwards means that what was asked for may be written.
    public var generation: SessionGeneration { content.generation }

    /// Begins a session with `credentials`.
    ///
    /// With `epoch`, only when it is still the present one: an answer to a sign-in that was given up must not sign in.
    /// - Returns: Whether it did.
    @discardableResult public func signIn(_ credentials: Credentials, unlessAfter generation: SessionGeneration? = nil) -> Bool {
        begin(credentials, after: generation, as: .signedIn(credentials.account ?? ""))
    }

    /// Begins a session with what an earlier launch kept; returns whether it did.
    @discardableResult package func restore(_ credentials: Credentials, unlessAfter generation: SessionGeneration) -> Bool {
        begin(credentials, after: generation, as: .restored(credentials.account ?? ""))
    }

    /// Notes that an earlier launch kept no account.
    package func settle() { content.settle() }

    private func begin(
        _ credentials: Credentials?, after generation: SessionGeneration?, as change: AccountScope.Change
    ) -> Bool {
        let hasBegun = content.begin(credentials, after: generation, as: change)
        if hasBegun { renewal.abandonAll() }
        return hasBegun
    }

    /// Takes over tokens of the same account that were renewed elsewhere: by an extension, by a message of the server's.
    ///
    /// Calls on their way go on, and what comes of a renewal of the old ones changes nothing any more; it still does where only
    /// the account or the date is another. Does nothing when nobody is signed in.
    /// - Returns: Whether it did.
    @discardableResult public func update(_ credentials: Credentials) -> Bool { content.renew(to: credentials) }

    /// Ends the session from this side, and all that is done in its name.
    ///
    /// Calls on their way, in waits and in queues end with `sessionOver`, and what has not left yet never leaves. What registered
    /// with ``scope`` has ended when this returns, and its data are erased when `AccountScope.waitUntilErased()` returns.
    ///
    /// - Parameter erasing: False where the account only gives way to another one, and its data stay.
    public func signOut(erasing: Bool = true) { signOut(after: nil, erasing: erasing) }

    /// Does the same in `generation` alone, where one is given; returns whether it did.
    @discardableResult package func signOut(after generation: SessionGeneration?, erasing: Bool = true) -> Bool {
        begin(nil, after: generation, as: .signedOut(erasing: erasing))
    }

    /// Renews the access token now, without a call that asks for it: at launch, to learn whether the session still holds.
    ///
    /// Returns when the session holds. Throws `sessionOver` when the server says that it does not, and another error when the
    /// server could not be asked, which says neither.
    public func renew(isolation: isolated (any Actor)? = #isolation) async throws {
        guard let lease = content.lease() else { throw Self.nobody }
        _ = try await renewal.renewed(lease)
    }
}

extension TokenSession: HTTPInterceptor {
    /// Sends `request` with the access token, when it proves who is asking; once more when the token had expired.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        try await intercept(request, in: nil, next: next)
    }

    /// The same in one epoch alone, where one is named: whoever is signed in afterwards, nothing is sent in their name.
    package func intercept(_ request: HTTPRequest, in generation: SessionGeneration?, next: HTTPNext) async throws -> HTTPResponse
    {
        guard request.options.authorization != .anonymous else { return try await next(request) }
        guard let lease = content.lease() else {
            guard request.options.authorization == .ifSignedIn else { throw Self.nobody }
            return try await next(request)
        }
        guard generation == nil || generation == lease.generation else { throw Self.former }
        let (context, request) = request.withCall()
        context.belongs(to: Owner(state: content, generation: lease.generation))
        let call = SessionCall(request, next, content, renewal)
        let answer = try await content.whileCurrent(lease) { try await call.answer(lease) }
        if let refused = answer.refused {
            let error = call.refusal(answer.response, of: refused)
            // The session has heard of it; whether it is an error is for the call to say.
            guard call.request.validation.accepts(answer.response.status) else { throw error }
        }
        return answer.response
    }

    /// Whoever is signed in for one epoch.
    private struct Owner: CallOwner {
        let state: SessionState
        let generation: SessionGeneration

        func keep(_ work: () throws -> Void) throws { try state.keep(in: generation, work) }
        func onForgetting(_ id: ObjectIdentifier, _ work: @escaping @Sendable () -> Void) {
            state.onEnd(of: generation, id, work)
        }
    }

    private static let nobody = NoticeBoardError(.sessionOver, "Nobody is signed in.")
    private static let former = NoticeBoardError(.sessionOver, "Whoever asks is signed in no longer.")
}

extension TokenSession: Redacted {
    /// Never a token.
    public var description: String { "TokenSession(\(credentials == nil ? "nobody" : "signed in"))" }
}
