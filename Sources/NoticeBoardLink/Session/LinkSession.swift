public import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

/// Somebody who uses the Link service: signs up, in and out, keeps the tokens from launch to launch, and renews them.
///
/// ```swift
/// let session = LinkSession(configuration, store: LinkKeychainTokens(service: "org.example.app"))
/// try await session.restore()                                  // at launch
/// for await state in session.states { … }                      // signed out, restoring, signed in, ended
/// for try await post in session.client.posts() { … }
/// ```
///
/// However many calls of ``client`` find the access token expired (419), it is renewed once, and each of them is sent once more.
/// The session ends when the service says so: 418, 401 or 403 to the renewal, 401 to any call. A network that is down leaves
/// everything as it was. What registered with the session is ended and erased with it, however it ends.
///
/// Safe to use from any task. Several sessions, of one service or of two, know nothing of one another.
public final class LinkSession: Sendable {
    /// Who is signed in, as a screen shows it.
    public typealias State = LinkSessionState

    /// The service, in the name of whoever is signed in.
    public let client: LinkClient
    /// The same service in nobody's name: signs up, in, and renews.
    let anonymousClient: LinkClient
    let tokens: TokenSession
    let keeper: TokenWriter
    let book: SessionStatusStore
    private let hidden: HiddenPeopleStorage
    private let shelf: AccountObjects
    let folders: AccountFolders
    /// The service in the name of whoever is signed in during an epoch, and of nobody afterwards.
    private let bound: @Sendable (SessionGeneration) -> LinkClient
    /// The service, authorized by an interceptor.
    let authorized: @Sendable (any HTTPInterceptor) -> LinkClient
    private let signIns = SingleFlight<SignInDetails, LinkUser.ID>(endsWhenAbandoned: true)
    private let signUps = SingleFlight<LinkRegistration, LinkUser.ID>(endsWhenAbandoned: true)
    let restores = SingleFlight<Bool, State>(endsWhenAbandoned: false)

    /// Creates a session; nothing is read before ``restore(isolation:)``.
    ///
    /// - Parameters:
    ///   - configuration: The service.
    ///   - store: Where the tokens are kept.
    ///   - hidden: Where it is kept what accounts do not want to see, through their sign-outs.
    ///   - folders: The folders that the app gives to ``outbox(in:)`` and ``pictures(in:limits:)``. Signing out erases what they
    ///     hold of the account, also where this launch never opened it.
    ///   - transport: What carries the requests.
    public init(
        _ configuration: LinkClient.Configuration, store: some LinkTokenStore = LinkMemoryTokens(),
        hidden: some LinkHiddenStore = LinkHiddenMemory(), folders: [URL] = [],
        transport: any HTTPTransport = SystemTransport()
    ) {
        self.folders = AccountFolders(folders)
        var open = configuration
        open.http.authorization = nil
        let (anonymousClient, keeper, book) = (LinkClient(open, transport: transport), TokenWriter(store), SessionStatusStore())
        let shelf = AccountObjects()
        let tokens = TokenSession(rules: .link) { old in
            try await anonymousClient.refresh(old)
        } onAwakeChange: { [weak shelf] change, awake in
            keeper.keep(awake)
            if change.credentials == nil { shelf?.clear() }
            book.note(change)
        }
        keeper.follow(tokens)
        (self.anonymousClient, self.keeper, self.book, self.tokens) = (anonymousClient, keeper, book, tokens)
        (self.hidden, self.shelf) = (HiddenPeopleStorage(hidden), shelf)
        let authorized = { @Sendable (authorization: any HTTPInterceptor) in
            LinkClient(configuration, authorization: authorization, transport: transport)
        }
        let client = { @Sendable (generation: SessionGeneration?) in
            authorized(LinkAuthorization(tokens: tokens, book: book, generation: generation))
        }
        (self.client, bound, self.authorized) = (client(nil), client, authorized)
    }

    /// Who is signed in now, or why nobody is: so already when a call throws that the session is over.
    public var state: State { State(tokens.state, isSettled: book.isSettled) }

    /// The present state, then every later one: what a screen follows.
    ///
    /// Who is slow gets the newest only. Each has a stream of its own.
    public var states: AsyncStream<State> { book.states(startingWith: state) }

    /// The ID of whose tokens there are, from which "mine" and "liked" follow; also while it is not known whether they hold.
    public var user: LinkUser.ID? { tokens.credentials?.account }

    /// Why the tokens could not be kept, so that the next launch will know nothing of this sign-in; nothing when they were.
    public var storeFailure: NoticeBoardError? { keeper.failure }

    /// Remembers `belonging`: it is ended and erased when the session ends, however it does.
    ///
    /// Nothing is erased here. What registers before ``restore(isolation:)`` belongs to the account that is restored, or that signs in
    /// first; after a sign-out this does nothing. Register caches, drafts, histories and lists: one call then erases everything of an account.
    public func register(_ belonging: some SessionScoped) { tokens.register(belonging) }

    /// The one of a kind that belongs to whoever is signed in: made when there is none yet, registered, and held until the
    /// session ends; nothing when nobody is signed in.
    ///
    /// It is given the account's ID and the service in that account's name, by which nothing is sent in the name of whoever
    /// signs in later.
    func belonging<Belonging: SessionScoped & AnyObject>(
        _ make: (_ user: LinkUser.ID, _ service: LinkClient, _ hidden: HiddenPeopleStorage) -> Belonging
    ) -> Belonging? {
        let generation = tokens.generation
        guard let user else { return nil }
        if let one = shelf.one(Belonging.self, in: generation) { return one }
        let (one, isNew) = shelf.put(make(user, bound(generation), hidden), in: generation)
        if isNew { tokens.register(WeakBelonging(one), of: generation) }
        // Who signed out meanwhile ended it, or could not know of it yet.
        guard tokens.generation == generation else {
            one.end()
            return nil
        }
        return one
    }
}

// MARK: Coming and going

extension LinkSession {
    /// Throws `emailNotUsable` when no account can be made with an e-mail address.
    public func checkEmail(_ email: String) async throws { try await anonymousClient.checkEmail(email) }

    /// Signs in, and gives the account's ID when everything of an account that was signed in before is erased.
    ///
    /// A second call with the same details while the first is under way is the same sign-in, and one with others takes its place.
    /// Whoever signs out meanwhile is not signed in by it: it throws `sessionOver`.
    @discardableResult public func signIn(
        email: String, password: String, isolation: isolated (any Actor)? = #isolation
    ) async throws -> LinkUser.ID {
        let details = SignInDetails(email: email, password: password)
        endAttempts("Another sign-in took the place of this one.") { $0 != details }
        return try await signIns.value(for: details) { [self] in try await logIn(details) }
    }

    /// Signs up, then in.
    ///
    /// Where the account was made and the answer or the sign-in was lost, the same call again signs in to it.
    @discardableResult public func signUp(
        _ form: LinkRegistration, isolation: isolated (any Actor)? = #isolation
    ) async throws -> LinkUser.ID {
        let details = SignInDetails(email: form.email, password: form.password)
        endAttempts("Another sign-in took the place of this one.") { $0 != details }
        return try await signUps.value(for: form) { [self] in
            var refusal: NoticeBoardError?
            do {
                try await anonymousClient.join(form)
                book.noteJoined(details)
            } catch let error as NoticeBoardError where error.code == .alreadyMember && book.mayHaveJoined(details) {
                refusal = error
            } catch {
                // Without an answer nobody knows whether there is an account now.
                if (error as? NoticeBoardError)?.isUnanswered ?? true { book.noteJoined(details) }
                throw error
            }
            do {
                return try await logIn(details)
            } catch let error as NoticeBoardError where error.code == .signInRefused {
                throw refusal ?? error
            }
        }
    }

    /// Signs out: ends all that is done in the account's name and erases all that belongs to it, the tokens first of all.
    ///
    /// The service is not told; there is nothing that it could do. Returns when everything is erased, and what outlives the session
    /// is kept. Throws when the store could not erase the tokens, which the next launch would find again; the session is over all
    /// the same, and calling this again tries again.
    public func signOut(isolation: isolated (any Actor)? = #isolation) async throws {
        end()
        try await waitUntilErased()
    }

    /// Gives the account up at the service, then does what ``signOut(isolation:)`` does, and erases what would be kept through that.
    ///
    /// When the service does not do it, nothing is erased. Whoever signs in meanwhile stays.
    public func withdraw(isolation: isolated (any Actor)? = #isolation) async throws { try await withdraw(in: generation) }

    /// Since when whoever is signed in now is.
    var generation: SessionGeneration { tokens.generation }

    /// ``signOut(isolation:)`` for whoever was signed in during an epoch: whoever came later stays.
    func signOut(in generation: SessionGeneration, isolation: isolated (any Actor)? = #isolation) async throws {
        let now = tokens.generation
        // Where nobody is signed in, somebody may be signing in: it is not theirs to cancel.
        if now == generation { end(after: now) } else if tokens.credentials == nil { endTokens(after: now) }
        try await waitUntilErased()
    }

    /// ``withdraw(isolation:)`` for whoever is signed in during an epoch, and for nobody who came later.
    func withdraw(in generation: SessionGeneration, isolation: isolated (any Actor)? = #isolation) async throws {
        let user = user
        try await bound(generation).withdraw()
        let erasing = await Task { [hidden] in if let user { try await hidden.erase(user) } }.result
        try await signOut(in: generation)
        try erasing.get()
    }

    private func waitUntilErased() async throws {
        // Another thread may still have to tell of the change; it is erased all the same.
        keeper.keep()
        await folders.waitUntilErased()
        await tokens.waitUntilErased()
        await hidden.settled()
        try await keeper.settled()
    }

    private func end(after generation: SessionGeneration? = nil) {
        endAttempts("The app signed out while somebody was signing in.") { _ in true }
        book.noteJoined(nil)
        endTokens(after: generation)
    }

    private func endTokens(after generation: SessionGeneration?) {
        // An account that signed in meanwhile keeps what is its own.
        if tokens.signOut(after: generation) { folders.erase(except: nil) { [tokens] in await tokens.waitUntilErased() } }
        book.settle()
    }

    /// Whether an account's drafts outlive the session that has just ended: the service ended it, or the same account has signed
    /// in again.
    var survives: @Sendable (LinkUser.ID) -> Bool {
        { [weak tokens] user in
            switch tokens?.state {
            case .ended, nil: true
            case .signedIn(let account): account == user
            case .signedOut: false
            }
        }
    }

    /// Sends those away who wait for a sign-in with such details, and cancels it: it takes nothing any more, however far it is.
    private func endAttempts(_ why: String, where isOver: (SignInDetails) -> Bool) {
        let error = NoticeBoardError(.sessionOver, why)
        signIns.end(error, where: isOver)
        signUps.end(error) { isOver(SignInDetails(email: $0.email, password: $0.password)) }
    }

    private func logIn(_ details: SignInDetails) async throws -> LinkUser.ID {
        let credentials = try await anonymousClient.logIn(email: details.email, password: details.password)
        // Nothing of this account may be mixed with what is still being erased of another.
        await tokens.waitUntilErased()
        await folders.waitUntilErased()
        try take(credentials)
        book.noteJoined(nil)
        folders.erase(except: credentials.account) { [tokens] in await tokens.waitUntilErased() }
        await folders.waitUntilErased()
        keeper.keep()
        // That they could not be kept is no reason to send somebody away.
        try? await keeper.settled()
        return credentials.account ?? ""
    }

    private func take(_ credentials: Credentials) throws {
        while true {
            // Whoever signs out cancels this first and begins an epoch then, so that one of the two lines finds it.
            let generation = tokens.generation
            try Task.checkCancellation()
            // A restore that put what was kept in place meanwhile makes this try again.
            if tokens.signIn(credentials, unlessAfter: generation) { return book.settle() }
        }
    }
}

extension SessionRules {
    /// As the Link service has it.
    static let link = SessionRules(expired: [419], ended: [401], stillGood: [409], refused: [418, 401, 403])
}

extension NoticeBoardError {
    /// Whether nobody knows what the service did.
    fileprivate var isUnanswered: Bool { status == nil || code == .unreadableResponse || code == .serverFailure }
}

extension LinkSession: Redacted {
    /// Never a token, nor whose they are.
    public var description: String { "LinkSession(\(tokens.credentials == nil ? "nobody" : "signed in"))" }
}
