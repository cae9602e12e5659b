public import NoticeBoardBase

/// A session for an app with screens: a ``TokenSession`` that tells stored tokens from confirmed ones, and the account's objects.
///
/// ```swift
/// let session = AccountSession(store: store, scope: AccountScope(directory: folder)) { old in
///     let new = try await plain.value(NewTokens.self, for: AuthAPI.refresh(old.refreshToken))
///     return Credentials(accessToken: .bearer(new.access), refreshToken: new.refresh, account: new.user)
/// }
/// let client = plain.authorized(by: session.authorization)
/// try await session.restore()                                // at launch
/// for await state in session.states { … }                    // restoring, signed out, signed in, ended
/// let drafts = session.object { Drafts(of: $0.id) }          // one for each account
/// ```
///
/// At launch the tokens are stored, and nobody knows whether the service still accepts them: the state is `restoring`, and calls
/// use the tokens. A renewal, or the first call that succeeds, makes it `signedIn`.
///
/// Safe to use from any task and thread.
public final class AccountSession: Sendable, Redacted {
    /// What a screen shows of the session.
    public typealias State = AccountSessionState

    /// The tokens, and what the service's answers do to them.
    public let tokens: TokenSession
    let status: SessionStateStore
    let objects: AccountObjects
    private let restores = SingleFlight<Bool, State>(endsWhenAbandoned: false)

    /// Creates a session without an account; ``restore(isolation:)`` loads that of an earlier launch.
    ///
    /// - Parameters:
    ///   - store: Stores the credentials; `nil` keeps them in memory.
    ///   - rules: The meaning of the service's statuses.
    ///   - scope: Registers the account's data, which end and are erased with it.
    ///   - refresh: Renews the access token, as `TokenSession` describes.
    public convenience init(
        store: (any TokenStore)? = nil, rules: SessionRules = .bearer, scope: AccountScope = AccountScope(),
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials
    ) {
        self.init { onChange in
            TokenSession(store: store, rules: rules, scope: scope, refresh: refresh, onChange: onChange)
        }
    }

    /// Creates a session over tokens that are created with other arguments.
    ///
    /// - Parameter makeTokens: Returns a new session that calls `onChange`, and calls it nowhere else.
    public init(_ makeTokens: (_ onChange: @escaping @Sendable (TokenSession.State) -> Void) -> TokenSession) {
        let status = SessionStateStore()
        let objects = AccountObjects()
        self.status = status
        self.objects = objects
        tokens = makeTokens { [weak objects] state in
            // The next account may be signed in already.
            if let now = status.tokens?.generation { objects?.clear(before: now) }
            status.update(state)
        }
        status.begin(tokens)
    }

    /// The scope of the account's data: lists, drafts and histories register here.
    public var scope: AccountScope { tokens.scope }

    /// The ID of the account whose tokens are kept, also before the service has confirmed them.
    public var account: String? { tokens.credentials?.account }

    /// The current state; already up to date when a call throws `sessionOver`.
    public var state: State { State(tokens.state, isConfirmed: status.isConfirmed) }

    /// The current state, then every later one.
    ///
    /// A slow reader gets only the newest.
    public var states: AsyncStream<State> { status.states() }

    /// Authorizes the calls of a client: `plain.authorized(by: session.authorization)`.
    public var authorization: any HTTPInterceptor {
        ConfirmingAuthorization(tokens: tokens, status: status, generation: nil)
    }

    // MARK: Signing in and out

    /// Signs in; returns whether it did, once everything of an account that was signed in before is erased.
    ///
    /// With a generation, only if that is current: the response to an abandoned sign-in must not sign in. Without one, a sign-out
    /// that comes while data are still being erased wins.
    @discardableResult public func signIn(
        _ credentials: Credentials, unlessAfter generation: SessionGeneration? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        let generation = generation ?? tokens.generation
        // Data of this account must not mix with those of another one that are still being erased.
        await scope.waitUntilErased()
        guard tokens.signIn(credentials, unlessAfter: generation) else { return false }
        status.confirm()
        await scope.waitUntilErased()
        return true
    }

    /// Signs out: ends every call in the account's name, and erases the tokens and all data of the account.
    ///
    /// Returns when everything is erased; with `erasing` false, only the tokens are, and the data stay for the account's next
    /// sign-in. Throws if something could not be erased; the session is over all the same, and the next launch tries again.
    public func signOut(erasing: Bool = true, isolation: isolated (any Actor)? = #isolation) async throws {
        tokens.signOut(erasing: erasing)
        status.confirm()
        // Another thread may still be announcing the change.
        tokens.store()
        let failure = await scope.waitUntilErased()
        try await tokens.waitUntilStored()
        if erasing, let failure { throw failure }
    }

    // MARK: Restoring

    /// Restores the tokens of an earlier launch and renews them; returns the resulting state.
    ///
    /// Throws if the network or the store fails, which leaves open whether the tokens are valid: the state stays `restoring`, the
    /// tokens stay usable, and the first successful call confirms them. Unreadable tokens count as none;
    /// `tokens.storeFailure` has the error. If an account is signed in already, this only renews its token.
    @discardableResult public func restore(isolation: isolated (any Actor)? = #isolation) async throws -> State {
        try await restore { $0 }
    }

    /// Loads the tokens of an earlier launch without a request; returns whether there are any.
    ///
    /// The state stays `restoring` until a call succeeds. Throws if the store can't be read now, for example on a locked device.
    @discardableResult public func load(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
        try await load(unlessAfter: tokens.generation) { $0 }
    }

    /// Restores tokens; `complete` may change or drop stored ones.
    package func restore(
        isolation: isolated (any Actor)? = #isolation,
        completing complete: @escaping @Sendable (Credentials) async throws -> Credentials?
    ) async throws -> State {
        let generation = tokens.generation
        return try await restores.value(for: true) { [self] in
            if try await load(unlessAfter: generation, completing: complete) {
                do {
                    try await tokens.renew()
                } catch let error as NoticeBoardError where error.code == .sessionOver {}
                try? await tokens.waitUntilStored()
            }
            status.confirm()
            return state
        }
    }

    /// Loads stored tokens, unless an account signs in or out after `generation`; `complete` may change or drop them.
    package func load(
        unlessAfter generation: SessionGeneration, completing complete: @Sendable (Credentials) async throws -> Credentials?
    ) async throws -> Bool {
        let isSignedIn = try await tokens.restore(unlessAfter: generation, completing: complete)
        if !isSignedIn { status.confirm() }
        return isSignedIn
    }

    /// Ends `.restoring`: the tokens are valid, or there are none.
    package func confirm() { status.confirm() }

    /// Never a token or an account's ID.
    public var description: String { "AccountSession(\(tokens.credentials == nil ? "signed out" : "signed in"))" }
}
