public import NoticeBoardBase

/// Somebody signed in: keeps the tokens, renews the access token when it has expired, and ends when the server says so.
///
/// ```swift
/// let plain = APIClient(configuration)                        // signs in and renews; knows no session
/// let session = TokenSession(keychain.credentials) { old in
///     let new = try await plain.value(NewTokens.self, for: AuthAPI.refresh(old.refresh))
///     return Credentials(access: .bearer(new.access), refresh: new.refresh)
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
/// Signing out or in begins a new epoch. What left before it never writes tokens, and a call that comes back with an answer
/// to somebody who is signed in no longer throws `sessionOver` instead of giving it.
///
/// Safe to use from any task and thread. Nothing is written to disk: that is what `onChange` is for.
public final class TokenSession: Sendable {
    /// What happened to the session.
    public enum Change: Sendable, Hashable {
        /// Somebody signed in.
        case signedIn(Credentials)
        /// The access token was renewed.
        case renewed(Credentials)
        /// The app signed out.
        case signedOut
        /// The server ended the session; told once for each.
        case ended(NoticeBoardError)

        /// What to keep from now on; nothing when nobody is signed in.
        public var credentials: Credentials? {
            switch self {
            case .signedIn(let credentials), .renewed(let credentials): credentials
            case .signedOut, .ended: nil
            }
        }
    }

    private struct State {
        var credentials: Credentials?
        var epoch = SessionEpoch.first
        /// What is still to be told, and whether somebody is telling it.
        var untold: [Change] = []
        var isTelling = false
    }

    let rules: SessionRules
    let refresher: TokenRefresher
    private let state: Locked<State>
    private let onChange: @Sendable (Change) -> Void

    /// A session of whoever has `credentials`, or of nobody yet.
    ///
    /// - Parameters:
    ///   - credentials: What an earlier session left, if one did.
    ///   - rules: What the service means by its statuses.
    ///   - refresh: Renews the access token. Throws what the client throws; the rules say what its status means.
    ///   - onChange: Hears every change, in order, one at a time: the place to keep the credentials or to forget them.
    public init(
        _ credentials: Credentials? = nil,
        rules: SessionRules = .bearer,
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials,
        onChange: @escaping @Sendable (Change) -> Void = { _ in }
    ) {
        self.rules = rules
        refresher = TokenRefresher(rules: rules, refresh: refresh)
        state = Locked(State(credentials: credentials))
        self.onChange = onChange
    }

    /// Who is signed in now; nothing when nobody is.
    public var credentials: Credentials? { state.withLock { $0.credentials } }

    /// The present epoch: the same one afterwards means that what was asked for may be written.
    public var epoch: SessionEpoch { state.withLock { $0.epoch } }

    /// Begins a session with `credentials`.
    ///
    /// With `epoch`, only when it is still the present one: an answer to a sign-in that was given up must not sign in.
    /// - Returns: Whether it did.
    @discardableResult public func signIn(_ credentials: Credentials, unlessAfter epoch: SessionEpoch? = nil) -> Bool {
        let isCurrent = change { state in
            guard epoch == nil || epoch == state.epoch else { return nil }
            (state.credentials, state.epoch) = (credentials, state.epoch.next)
            return .signedIn(credentials)
        }
        if isCurrent { refresher.abandonAll(before: self.epoch) }
        return isCurrent
    }

    /// Ends the session from this side; whoever waits for a new token is sent away.
    public func signOut() {
        change { state in
            (state.credentials, state.epoch) = (nil, state.epoch.next)
            return .signedOut
        }
        refresher.abandonAll(before: epoch)
    }

    /// Renews the access token now, without a call that asks for it: at launch, to learn whether the session still holds.
    ///
    /// Returns when the session holds. Throws `sessionOver` when the server says that it does not, and another error when the
    /// server could not be asked, which says neither.
    public func renew() async throws {
        _ = try await refresher.renewed(try lease(), in: self)
    }

    // MARK: - For the interceptor and the refresher

    /// What a call leaves with.
    struct Lease: Sendable, Hashable {
        let credentials: Credentials
        let epoch: SessionEpoch
    }

    /// What a call leaves with now.
    func lease() throws(NoticeBoardError) -> Lease {
        let (credentials, epoch) = state.withLock { ($0.credentials, $0.epoch) }
        guard let credentials else { throw NoticeBoardError(.sessionOver, "Nobody is signed in.") }
        return Lease(credentials: credentials, epoch: epoch)
    }

    /// What calls of the same epoch leave with now; the lease itself as long as nothing was renewed.
    func current(_ lease: Lease) throws(NoticeBoardError) -> Lease {
        let now = state.withLock { $0.epoch == lease.epoch ? $0.credentials : nil }
        guard let now else { throw NoticeBoardError(.sessionOver, "The session ended while the call was on its way.") }
        return Lease(credentials: now, epoch: lease.epoch)
    }

    /// Takes over what the server handed out for `lease`, unless its epoch has passed.
    func renew(_ lease: Lease, to fresh: Credentials) -> Bool {
        change { state in
            guard state.epoch == lease.epoch, state.credentials != nil else { return nil }
            state.credentials = fresh
            return .renewed(fresh)
        }
    }

    /// Ends the epoch of `lease`, if it is still the present one, because the server said `error`.
    func end(_ lease: Lease, because error: NoticeBoardError) {
        change { state in
            guard state.epoch == lease.epoch, state.credentials != nil else { return nil }
            (state.credentials, state.epoch) = (nil, state.epoch.next)
            return .ended(error)
        }
    }

    /// Changes the state and tells of it; false when there was nothing to change.
    ///
    /// Told outside of the lock, so that the app may ask the session; by one thread at a time, so that it hears in order.
    @discardableResult private func change(_ change: (inout State) -> Change?) -> Bool {
        let (isChanged, tells) = state.withLock { state in
            guard let change = change(&state) else { return (false, false) }
            state.untold.append(change)
            defer { state.isTelling = true }
            return (true, !state.isTelling)
        }
        while tells, let next = next() { onChange(next) }
        return isChanged
    }

    private func next() -> Change? {
        state.withLock { state in
            guard !state.untold.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.untold.removeFirst()
        }
    }
}

extension TokenSession: CustomStringConvertible, CustomReflectable {
    /// Never a token.
    public var description: String { "TokenSession(\(credentials == nil ? "nobody" : "signed in"))" }
    /// Never a token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
