public import NoticeBoardBase

/// The session of a signed-in account: keeps its tokens, renews the access token, and ends when the server says so.
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
/// However many calls find the token expired, it is renewed once, and each of them is sent once more. A call that is cancelled
/// meanwhile leaves at once and stops nobody else; the renewal itself goes on, since a server may hand a new token out only
/// once. When the renewal fails, those who wait get its error, and the next call may try again. Every call ends after at most
/// one renewal and one more sending, whatever the server answers.
///
/// Signing out or in begins a new generation. What left before it never writes tokens, and a call of an account that is
/// no longer signed in throws `sessionOver` at once.
///
/// Safe to use from any task and thread.
public final class TokenSession: Sendable {
    private let content: SessionState
    private let renewal: TokenRenewal
    private let writer: TokenWriter?

    /// Creates the session of an account that has `credentials`, or of none yet.
    ///
    /// - Parameters:
    ///   - credentials: The credentials to begin with; those of an earlier launch come from ``restore(isolation:)``.
    ///   - store: Where the credentials are kept; `nil` keeps them in memory. They are written before iOS suspends the app.
    ///   - rules: What the service means by its statuses.
    ///   - scope: Who holds data of the account, ended and erased with it.
    ///   - refresh: Renews the access token. Throws what the client throws, and the rules say what its status means; or
    ///     `NoticeBoardError(.sessionOver)` where it knows by itself that there is nothing to renew with.
    ///   - onChange: Is called with every change, in order, one at a time. Calls that a change ended throw when it has returned.
    public init(
        _ credentials: Credentials? = nil,
        store: (any TokenStore)? = nil,
        rules: SessionRules = .bearer,
        scope: AccountScope = AccountScope(),
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (SessionChange) -> Void = { _ in }
    ) {
        let writer = store.map { TokenWriter($0, scope) }
        content = SessionState(credentials, scope) { change, awake in
            writer?.write(awake)
            onChange(change)
        }
        renewal = TokenRenewal(state: content, rules: rules, refresh: refresh)
        self.writer = writer
        writer?.follow(content)
    }

    /// Who holds data of the account that is signed in: lists, drafts and histories register here.
    public var scope: AccountScope { content.scope }

    /// Who is signed in, as a screen shows it.
    public typealias State = SessionStatus

    /// The credentials that calls carry now; `nil` if no account is signed in.
    public var credentials: Credentials? { content.credentials }

    /// Who is signed in, as a screen shows it.
    ///
    /// When a call ends with `sessionOver`, this says so already, and `onChange` has heard it.
    public var state: State { content.status }

    /// The present state of the session, then every later one: what a screen follows to show a sign-in or an account.
    ///
    /// Who is slow gets the newest only. Each has a stream of its own, which ends with the session's own life.
    public var states: AsyncStream<State> { content.stateStream() }

    /// The present generation: if it is the same afterwards, what was requested may be written.
    public var generation: SessionGeneration { content.generation }

    /// Begins a session with `credentials`.
    ///
    /// With a generation, only if that has not passed: the answer to a sign-in that was given up must not sign in.
    /// - Returns: Whether it did.
    @discardableResult public func signIn(_ credentials: Credentials, unlessAfter generation: SessionGeneration? = nil) -> Bool {
        begin(credentials, after: generation, as: .signedIn(credentials.account ?? ""))
    }

    /// Continues the session that an earlier launch kept in the store, and returns whether an account is signed in now.
    ///
    /// Call it at launch, before the account's data are opened: an erasing that an earlier launch began is finished first. The
    /// server is not asked; ``renew(isolation:)`` asks it. Throws when the store cannot be read now, on a locked device for example.
    /// Credentials that can never be read are as good as none, and ``storeFailure`` says why.
    @discardableResult public func restore(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
        try await restore(unlessAfter: content.generation) { $0 }
    }

    /// Does the same, unless an account signs in or out after `generation`, with credentials that `complete` completes or drops.
    package func restore(
        unlessAfter generation: SessionGeneration, completing complete: @Sendable (Credentials) async throws -> Credentials?
    ) async throws -> Bool {
        guard content.credentials == nil, let writer else { return content.credentials != nil }
        let kept = try await writer.load()
        let completed = if let kept { try await complete(kept) } else { kept }
        await scope.waitUntilErased()
        guard let completed, await !scope.wasCutOff(completed.account ?? "") else {
            // The launch that kept them was to sign out, and could not erase them any more.
            if kept != nil { try? await waitUntilStored() }
            content.settle()
            return content.credentials != nil
        }
        // A sign-in or sign-out since then has the last word.
        begin(completed, after: generation, as: .restored(completed.account ?? ""))
        return content.credentials != nil
    }

    /// Returns when the newest credentials, or their removal, are in the store; throws why they could not be written.
    ///
    /// After a failure it tries again.
    public func waitUntilStored() async throws {
        store()
        try await writer?.waitUntilWritten()
    }

    /// Begins to write the credentials, if the store may hold others.
    package func store() { writer?.write() }

    /// Why the newest credentials could not be read or written; `nil` if they were.
    public var storeFailure: NoticeBoardError? { writer?.failure }

    @discardableResult private func begin(
        _ credentials: Credentials?, after generation: SessionGeneration?, as change: AccountScope.Change
    ) -> Bool {
        let hasBegun = content.begin(credentials, after: generation, as: change)
        if hasBegun { renewal.abandonAll() }
        return hasBegun
    }

    /// Takes over tokens of the same account that were renewed elsewhere: by an extension, by a message of the server's.
    ///
    /// Calls on their way go on, and what comes of a renewal of the old ones changes nothing any more; it still does where only
    /// the account or the date is another. Does nothing when no account is signed in.
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

    /// Does the same in one generation alone, if one is named: nothing is sent in the name of a later account.
    package func intercept(_ request: HTTPRequest, in generation: SessionGeneration?, next: HTTPNext) async throws -> HTTPResponse
    {
        guard request.options.authorization != .anonymous else { return try await next(request) }
        guard let lease = content.lease() else {
            guard request.options.authorization == .ifSignedIn else { throw Self.nobody }
            return try await next(request)
        }
        guard generation == nil || generation == lease.generation else { throw Self.former }
        let (context, request) = request.withCall()
        context.owner = Owner(state: content, generation: lease.generation)
        let call = SessionCall(request, next, content, renewal)
        let answer = try await content.whileCurrent(lease) { try await call.answer(lease) }
        if let refused = answer.refused {
            let error = call.refusal(answer.response, of: refused)
            // The session has heard of it; whether it is an error is for the call to say.
            guard call.request.validation.accepts(answer.response.status) else { throw error }
        }
        return answer.response
    }

    /// The account of one generation.
    private struct Owner: CallOwner {
        let state: SessionState
        let generation: SessionGeneration

        func keep(_ work: () throws -> Void) throws { try state.keep(in: generation, work) }
        func end(_ dependent: any SessionDependent) { state.end(dependent, with: generation) }
    }

    private static let nobody = NoticeBoardError(.sessionOver, "Nobody is signed in.")
    private static let former = NoticeBoardError(.sessionOver, "Whoever asks is signed in no longer.")
}

extension TokenSession: Redacted {
    /// Never a token.
    public var description: String { "TokenSession(\(credentials == nil ? "nobody" : "signed in"))" }
}

/// What happened to a ``TokenSession``.
public enum SessionChange: Sendable, Hashable {
    /// An account signed in.
    case signedIn(Credentials)
    /// The access token was renewed.
    case renewed(Credentials)
    /// The app signed out.
    case signedOut
    /// The server ended the session; told once for each.
    case ended(NoticeBoardError)

    /// Who is signed in after it.
    var status: SessionStatus {
        switch self {
        case .signedIn(let credentials), .renewed(let credentials): .signedIn(account: credentials.account)
        case .signedOut: .signedOut
        case .ended(let error): .ended(error)
        }
    }

    /// The credentials after the change; `nil` if no account is signed in.
    public var credentials: Credentials? {
        switch self {
        case .signedIn(let credentials), .renewed(let credentials): credentials
        case .signedOut, .ended: nil
        }
    }
}

/// Who is signed in, as a screen shows it.
public enum SessionStatus: Sendable, Hashable {
    /// An account is signed in, named by its credentials.
    case signedIn(account: String?)
    /// No account is signed in: none was yet, or the app signed out.
    case signedOut
    /// No account is signed in, because the server or the renewal ended the session.
    case ended(NoticeBoardError)
}
