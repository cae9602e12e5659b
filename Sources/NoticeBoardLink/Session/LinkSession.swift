import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

/// Somebody who uses the Link service: signs up, in and out, keeps the tokens from launch to launch, and renews them.
///
/// ```swift
/// let session = LinkSession(configuration, store: KeychainTokenStore(service: "org.example.app"))
/// try await session.restore()                                  // at launch
/// for await state in session.states { … }                      // signed out, restoring, signed in, ended
/// for try await post in session.client.posts() { … }
/// ```
///
/// However many calls of ``client`` find the access token expired (419), it is renewed once, and each of them is sent once more.
/// The session ends when the service says so: 418, 401 or 403 to the renewal, 401 to any call. A network that is down leaves
/// everything as it was. What registered with ``scope`` ends with the session; a sign-out erases its data, and a session that the
/// service ends leaves them for the same account.
///
/// Safe to use from any task. Several sessions, of one service or of two, know nothing of one another.
public final class LinkSession: Sendable {
    /// The service, in the name of whoever is signed in.
    public let client: LinkClient
    /// The same service in nobody's name: signs up, in, and renews.
    let anonymousClient: LinkClient
    let tokens: TokenSession
    let book: SessionStatusStore
    private let hidden: HiddenPeopleStorage
    private let shelf: AccountObjects
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
    ///   - hidden: Where it is kept what accounts do not want to see, through their sign-outs; in memory unless given.
    ///   - scope: Who holds data of the account. One with a directory remembers the folders of drafts and pictures: signing out then
    ///     erases them also where this launch never opened them.
    ///   - transport: What carries the requests.
    public convenience init(
        _ configuration: LinkClient.Configuration, store: some TokenStore = MemoryTokenStore(),
        hidden: LinkHiddenFiles? = nil, scope: AccountScope = AccountScope(), transport: any HTTPTransport = SystemTransport()
    ) {
        self.init(configuration, store: store, hidden: hidden ?? LinkHiddenMemory(), scope: scope, transport: transport)
    }

    package init(
        _ configuration: LinkClient.Configuration, store: some TokenStore = MemoryTokenStore(), hidden: any LinkHiddenStore,
        scope: AccountScope = AccountScope(), transport: any HTTPTransport = SystemTransport()
    ) {
        var open = configuration
        open.http.authorization = nil
        let anonymousClient = LinkClient(open, transport: transport)
        let book = SessionStatusStore()
        let shelf = AccountObjects()
        let tokens = TokenSession(store: store, rules: .link, scope: scope) { old in
            try await anonymousClient.refresh(old)
        } onChange: { [weak shelf] change in
            if change.credentials == nil { shelf?.clear() }
            book.note(change)
        }
        (self.anonymousClient, self.book, self.tokens) = (anonymousClient, book, tokens)
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
    public var storeFailure: NoticeBoardError? { tokens.storeFailure }

    /// Who holds data of the account: lists, caches, drafts and histories of the app register here.
    public var scope: AccountScope { tokens.scope }

    /// The pictures of the account of a generation, if it is still signed in and the app opened them.
    func openPictures(in generation: SessionGeneration) -> LinkPictures? { shelf.object(LinkPictures.self, in: generation) }

    /// The object of a type that belongs to the signed-in account; `nil` if no account is signed in.
    ///
    /// `make` creates it when there is none yet, from the account's ID and the service in that account's name, which sends nothing
    /// in the name of an account that signs in later. `register` registers it weakly with the scope, for that account alone, and
    /// returns the registration of its data, if it has any. The session holds the object until it ends. `end` ends one that came
    /// too late.
    func accountObject<Object: AnyObject & Sendable>(
        _ make: (_ user: LinkUser.ID, _ service: LinkClient, _ hidden: HiddenPeopleStorage) -> Object,
        register: (Object, LinkUser.ID) -> AccountRegistration?, end: (Object) -> Void
    ) -> Object? {
        let generation = tokens.generation
        guard let user else { return nil }
        if let object = shelf.object(Object.self, in: generation) { return object }
        let (object, isNew) = shelf.keep(make(user, bound(generation), hidden), in: generation)
        let registration = isNew ? register(object, user) : nil
        // A sign-out meanwhile ended it, or could not know of it yet; the next sign-in may be the same account's.
        guard tokens.generation == generation else {
            registration?.release()
            end(object)
            return nil
        }
        if let registration { shelf.hold(registration) }
        return object
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
        let details = SignInDetails(email: email.withoutOuterWhiteSpace, password: password)
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

    /// Signs out: ends everything that is done in the account's name, and erases the tokens and all data of the account.
    ///
    /// The service is not asked; it has no call for it. Returns when everything is erased, and what outlives the session is kept.
    /// Throws when the store could not erase the tokens, which the next launch would find again; the session is over all the same,
    /// and calling this again tries again. Where `erasing` is false the account only gives way to another one: the tokens go, and
    /// its data stay for its next sign-in.
    public func signOut(erasing: Bool = true, isolation: isolated (any Actor)? = #isolation) async throws {
        end(erasing: erasing)
        try await waitUntilErased()
    }

    /// Gives the account up at the service, then does what ``signOut(erasing:isolation:)`` does, and erases what would be kept through that.
    ///
    /// When the service does not do it, nothing is erased. Whoever signs in meanwhile stays.
    public func withdraw(isolation: isolated (any Actor)? = #isolation) async throws { try await withdraw(in: generation) }

    /// Since when whoever is signed in now is.
    var generation: SessionGeneration { tokens.generation }

    /// ``signOut(erasing:isolation:)`` for whoever was signed in during an epoch: whoever came later stays.
    func signOut(
        in generation: SessionGeneration, erasing: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let now = tokens.generation
        // Where nobody is signed in, somebody may be signing in: it is not theirs to cancel.
        if now == generation { end(after: now, erasing: erasing) } else if tokens.credentials == nil { endTokens(now, erasing) }
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
        tokens.store()
        await scope.waitUntilErased()
        await hidden.settled()
        try await tokens.waitUntilStored()
    }

    private func end(after generation: SessionGeneration? = nil, erasing: Bool) {
        endAttempts("The app signed out while somebody was signing in.") { _ in true }
        book.noteJoined(nil)
        endTokens(generation, erasing)
    }

    private func endTokens(_ generation: SessionGeneration?, _ erasing: Bool) {
        tokens.signOut(after: generation, erasing: erasing)
        book.settle()
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
        await scope.waitUntilErased()
        try take(credentials)
        book.noteJoined(nil)
        // What another account left whose session expired.
        await scope.waitUntilErased()
        // That they could not be kept is no reason to send somebody away.
        try? await tokens.waitUntilStored()
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
