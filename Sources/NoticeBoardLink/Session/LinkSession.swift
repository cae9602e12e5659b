public import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP
import NoticeBoardScreens

/// A user's session with the Link service: signs up, in and out, keeps the tokens over launches, and renews them.
///
/// ```swift
/// let session = LinkSession(configuration, store: KeychainTokenStore(service: "org.example.app"))
/// try await session.restore()                                  // at launch
/// for await state in session.states { … }                      // signed out, restoring, signed in, ended
/// for try await post in session.client.posts() { … }
/// ```
///
/// If calls of ``client`` find the access token expired (419), it is renewed once for all of them, and each is sent once more.
/// The session ends when the service says so: 418, 401 or 403 to the renewal, 401 to any call. A network failure changes nothing.
/// Objects that registered with ``scope`` end with the session. A sign-out erases their data; a session that the service ends
/// keeps them for the same account.
///
/// Safe to use from any task. Sessions are independent of one another.
public final class LinkSession: Sendable, Redacted {
    /// The service in the name of the signed-in account.
    public let client: LinkClient
    /// The service without an account: signs up, signs in, and renews tokens.
    let anonymousClient: LinkClient
    /// The tokens, and the objects of the signed-in account.
    let accountSession: AccountSession
    private let hidden: LinkHiddenStorage
    /// Creates the service, authorized by an interceptor.
    let authorized: @Sendable (any HTTPInterceptor) -> LinkClient
    private enum Attempt: Sendable, Hashable {
        case signIn(SignInDetails)
        case signUp(LinkRegistration)
    }
    private let attempts = SingleFlight<Attempt, LinkUser.ID>(endsWhenAbandoned: true)
    /// The credentials of a sign-up that was not followed by a sign-in: the account may exist.
    private let unconfirmedSignUp = Locked<SignInDetails?>(nil)
    /// The clocks of the account's objects.
    let now: @Sendable () -> Date
    let time: TimeSource

    /// Creates a session; nothing is read before ``restore(isolation:)``.
    ///
    /// - Parameters:
    ///   - configuration: The service.
    ///   - store: Where the tokens are kept.
    ///   - folder: The folder of blocked accounts and hidden posts, which are kept over sign-outs; in memory by default.
    ///   - scope: The objects that hold data of the account. A scope with a directory remembers the folders of drafts and
    ///     pictures: signing out then erases them also where this launch never opened them.
    ///   - transport: The transport of the requests.
    ///   - now: The clock for the age of posts.
    ///   - time: The clock for the delays of screens and of the outbox; a test turns it by hand.
    public convenience init(
        _ configuration: LinkClient.Configuration, store: some TokenStore = MemoryTokenStore(),
        hiddenIn folder: URL? = nil, scope: AccountScope = AccountScope(), transport: any HTTPTransport = SystemTransport(),
        now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        let hidden: any LinkHiddenStore = folder.map { LinkHiddenFiles(directory: $0) } ?? LinkHiddenMemory()
        self.init(configuration, store: store, hidden: hidden, scope: scope, transport: transport, now: now, time: time)
    }

    package init(
        _ configuration: LinkClient.Configuration, store: some TokenStore = MemoryTokenStore(), hidden: any LinkHiddenStore,
        scope: AccountScope = AccountScope(), transport: any HTTPTransport = SystemTransport(),
        now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        self.now = now
        self.time = time
        var open = configuration
        open.http.authorization = nil
        let anonymousClient = LinkClient(open, transport: transport)
        accountSession = AccountSession(store: store, rules: .link, scope: scope) { old in
            try await anonymousClient.refresh(old)
        }
        self.anonymousClient = anonymousClient
        self.hidden = LinkHiddenStorage(hidden)
        let configured = LinkClient(configuration, transport: transport)
        authorized = { configured.authorized(by: $0) }
        client = authorized(accountSession.authorization)
    }

    /// The state of a session, as a screen shows it.
    public typealias State = AccountSession.State

    /// The current state; already up to date when a call throws `sessionOver`.
    public var state: State { accountSession.state }

    /// The current state, then every later one.
    ///
    /// A slow subscriber gets only the newest.
    public var states: AsyncStream<State> { accountSession.states }

    /// The ID of the account whose tokens are kept, also before the service has confirmed them.
    public var user: LinkUser.ID? { accountSession.account }

    /// The tokens of the signed-in account.
    var tokens: TokenSession { accountSession.tokens }

    /// Why the tokens could not be stored, so that the next launch starts signed out; `nil` if they were.
    public var storeFailure: NoticeBoardError? { tokens.storeFailure }

    /// The objects that hold data of the account: an app registers its lists, caches and histories here.
    public var scope: AccountScope { tokens.scope }

    /// Returns the account's object of a type; `nil` if no account is signed in.
    ///
    /// `make` gets the account's ID and a client that never acts for a later account. `AccountSession.object` explains the rest.
    func accountObject<Object: AnyObject & Sendable>(
        _ make: (_ user: LinkUser.ID, _ service: LinkClient, _ hidden: LinkHiddenStorage) -> Object,
        register: (Object, LinkUser.ID) -> [AccountRegistration], end: (Object) -> Void
    ) -> Object? {
        accountSession.object { account in
            make(account.id, authorized(account.authorization), hidden)
        } register: { object, account in
            register(object, account.id)
        } end: { object in
            end(object)
        }
    }

    // MARK: Signing in and out

    /// Throws `emailNotUsable` if no account can be created with an e-mail address.
    public func checkEmail(_ email: String) async throws { try await anonymousClient.checkEmail(email) }

    /// Signs in, and returns the account's ID once everything of an account that was signed in before is erased.
    ///
    /// A second call with the same details joins the first; any other sign-in or sign-up replaces it. Throws `sessionOver` if the
    /// session ends meanwhile.
    @discardableResult public func signIn(
        email: String, password: String, isolation: isolated (any Actor)? = #isolation
    ) async throws -> LinkUser.ID {
        let details = SignInDetails(email: email.withoutOuterWhiteSpace, password: password)
        return try await join(.signIn(details)) { [self] in try await logIn(details) }
    }

    /// Signs up, then in.
    ///
    /// If the account was created but the answer or the sign-in was lost, the same call signs in to it.
    @discardableResult public func signUp(
        _ form: LinkRegistration, isolation: isolated (any Actor)? = #isolation
    ) async throws -> LinkUser.ID {
        let details = SignInDetails(email: form.email, password: form.password)
        return try await join(.signUp(form)) { [self] in
            var refusal: NoticeBoardError?
            do {
                try await anonymousClient.join(form)
                unconfirmedSignUp.withLock { $0 = details }
            } catch let error as NoticeBoardError
                where error.code == .alreadyMember && unconfirmedSignUp.withLock({ $0 == details })
            {
                refusal = error
            } catch {
                // Without an answer, the account may exist.
                let answer = error as? NoticeBoardError
                let isAnswered = answer?.status != nil && ![.unreadableResponse, .serverFailure].contains(answer?.code)
                if !isAnswered { unconfirmedSignUp.withLock { $0 = details } }
                throw error
            }
            do {
                return try await logIn(details)
            } catch let error as NoticeBoardError where error.code == .signInRefused { throw refusal ?? error }
        }
    }

    /// Signs out: ends every call in the account's name, and erases the tokens and all data of the account.
    ///
    /// The service has no call for it. Returns when everything is erased. Throws if the tokens or data could not be erased; the
    /// session is over all the same. A second call tries to erase the tokens again, and the next launch the data. If `erasing` is
    /// false, only the tokens are erased, and the account's data stay for its next sign-in.
    public func signOut(erasing: Bool = true, isolation: isolated (any Actor)? = #isolation) async throws {
        try await signOut(in: nil, erasing: erasing)
    }

    /// Deletes the account at the service, then signs out and also erases what a sign-out keeps.
    ///
    /// If the service refuses, nothing is erased. An account that signs in meanwhile stays signed in.
    public func withdraw(isolation: isolated (any Actor)? = #isolation) async throws { try await withdraw(in: tokens.generation) }

    /// Signs out the account of one generation, or any account if it is `nil`; an account that signed in later stays.
    func signOut(
        in generation: SessionGeneration?, erasing: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let now = tokens.generation
        let isCurrent = generation == nil || generation == now
        // A sign-in that is under way after the generation's end must not be cancelled.
        if isCurrent {
            attempts.end(NoticeBoardError(.sessionOver, "The app signed out while a sign-in was under way.")) { _ in true }
            unconfirmedSignUp.withLock { $0 = nil }
        }
        if isCurrent || tokens.credentials == nil {
            tokens.signOut(after: generation == nil ? nil : now, erasing: erasing)
            accountSession.confirm()
        }
        // Another thread may still be announcing the change.
        tokens.store()
        let failure = await scope.waitUntilErased()
        await hidden.settled()
        try await tokens.waitUntilStored()
        if erasing, let failure { throw failure }
    }

    /// Deletes the account of one generation, and no account that signed in later.
    func withdraw(
        in generation: SessionGeneration, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let user = user
        try await authorized(accountSession.authorization(in: generation)).withdraw()
        let erasing = await Task { [hidden] in if let user { try await hidden.erase(user) } }.result
        try await signOut(in: generation)
        try erasing.get()
    }

    /// Runs an attempt to sign in, or joins the same one; fails and cancels all others, whose late responses are ignored.
    ///
    /// Returns once the data of another account whose session had expired are erased.
    private func join(
        _ attempt: Attempt, isolation: isolated (any Actor)? = #isolation,
        _ work: @escaping @Sendable () async throws -> LinkUser.ID
    ) async throws -> LinkUser.ID {
        attempts.end(NoticeBoardError(.sessionOver, "Another sign-in took the place of this one.")) { $0 != attempt }
        let user = try await attempts.value(for: attempt, work)
        await scope.waitUntilErased()
        // A failed save is no reason to fail the sign-in.
        try? await tokens.waitUntilStored()
        guard self.user == user else { throw NoticeBoardError(.sessionOver, "The session ended during the sign-in.") }
        return user
    }

    private func logIn(_ details: SignInDetails) async throws -> LinkUser.ID {
        let credentials = try await anonymousClient.logIn(email: details.email, password: details.password)
        // Data of this account must not mix with those of another one that are still being erased.
        await scope.waitUntilErased()
        var generation: SessionGeneration
        repeat {
            // A sign-out cancels this task first and begins a generation then, so that one of these lines notices it.
            generation = tokens.generation
            try Task.checkCancellation()
            // A restore that finished in between makes this try again.
        } while !tokens.signIn(credentials, unlessAfter: generation)
        accountSession.confirm()
        unconfirmedSignUp.withLock { $0 = nil }
        return credentials.account ?? ""
    }

    /// Never a token or an account's ID.
    public var description: String { "LinkSession(\(tokens.credentials == nil ? "signed out" : "signed in"))" }
}

extension SessionRules {
    /// The rules of the Link service.
    static let link = SessionRules(expired: [419], ended: [401], stillGood: [409], refused: [418, 401, 403])
}
