public import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP

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
    let tokens: TokenSession
    let book: SessionStatusStore
    private let hidden: HiddenContentStorage
    private let objects: AccountObjects
    /// The service in the name of the account of one generation, and of no account after it.
    private let bound: @Sendable (Int) -> LinkClient
    /// Creates the service, authorized by an interceptor.
    let authorized: @Sendable (any HTTPInterceptor) -> LinkClient
    private let signIns = SingleFlight<SignInDetails, LinkUser.ID>(endsWhenAbandoned: true)
    private let signUps = SingleFlight<LinkRegistration, LinkUser.ID>(endsWhenAbandoned: true)
    let restores = SingleFlight<Bool, State>(endsWhenAbandoned: false)

    /// Creates a session; nothing is read before ``restore(isolation:)``.
    ///
    /// - Parameters:
    ///   - configuration: The service.
    ///   - store: Where the tokens are kept.
    ///   - folder: The folder of blocked accounts and hidden posts, which are kept over sign-outs; in memory by default.
    ///   - scope: The objects that hold data of the account. A scope with a directory remembers the folders of drafts and
    ///     pictures: signing out then erases them also where this launch never opened them.
    ///   - transport: The transport of the requests.
    public convenience init(
        _ configuration: LinkClient.Configuration, store: some TokenStore = MemoryTokenStore(),
        hiddenIn folder: URL? = nil, scope: AccountScope = AccountScope(), transport: any HTTPTransport = SystemTransport()
    ) {
        let hidden: any LinkHiddenStore = folder.map { LinkHiddenFiles(directory: $0) } ?? LinkHiddenMemory()
        self.init(configuration, store: store, hidden: hidden, scope: scope, transport: transport)
    }

    package init(
        _ configuration: LinkClient.Configuration, store: some TokenStore = MemoryTokenStore(), hidden: any LinkHiddenStore,
        scope: AccountScope = AccountScope(), transport: any HTTPTransport = SystemTransport()
    ) {
        var open = configuration
        open.http.authorization = nil
        let anonymousClient = LinkClient(open, transport: transport)
        let book = SessionStatusStore()
        let objects = AccountObjects()
        let tokens = TokenSession(store: store, rules: .link, scope: scope) { old in
            try await anonymousClient.refresh(old)
        } onChange: { [weak objects] state in
            if case .signedIn = state {} else { objects?.clear() }
            book.note(state)
        }
        (self.anonymousClient, self.book, self.tokens) = (anonymousClient, book, tokens)
        (self.hidden, self.objects) = (HiddenContentStorage(hidden), objects)
        let authorized = { @Sendable (authorization: any HTTPInterceptor) in
            LinkClient(configuration, authorization: authorization, transport: transport)
        }
        let client = { @Sendable (generation: Int?) in
            authorized(LinkAuthorization(tokens: tokens, book: book, generation: generation))
        }
        (self.client, bound, self.authorized) = (client(nil), client, authorized)
    }

    /// The current state; already up to date when a call throws `sessionOver`.
    public var state: State { State(tokens.state, isSettled: book.isSettled) }

    /// The current state, then every later one.
    ///
    /// A slow subscriber gets only the newest.
    public var states: AsyncStream<State> { book.states(startingWith: state) }

    /// The ID of the account whose tokens are kept, also before the service has confirmed them.
    public var user: LinkUser.ID? { tokens.credentials?.account }

    /// Why the tokens could not be stored, so that the next launch starts signed out; `nil` if they were.
    public var storeFailure: NoticeBoardError? { tokens.storeFailure }

    /// The objects that hold data of the account: an app registers its lists, caches and histories here.
    public var scope: AccountScope { tokens.scope }

    /// Returns the pictures of a generation, if it is still signed in and the app opened them.
    func openPictures(in generation: Int) -> LinkPictures? { objects.object(LinkPictures.self, in: generation) }

    /// Returns the account's object of a type; `nil` if no account is signed in.
    ///
    /// `make` creates it on the first call, with the account's ID and a client that never acts for a later account. `register`
    /// registers it weakly with the scope, for that account alone, and returns the registration of its data, if any. The session
    /// holds the object until it ends. `end` ends an object that was created too late.
    func accountObject<Object: AnyObject & Sendable>(
        _ make: (_ user: LinkUser.ID, _ service: LinkClient, _ hidden: HiddenContentStorage) -> Object,
        register: (Object, LinkUser.ID) -> AccountRegistration?, end: (Object) -> Void
    ) -> Object? {
        let generation = tokens.generation
        guard let user else { return nil }
        if let object = objects.object(Object.self, in: generation) { return object }
        let (object, isNew) = objects.keep(make(user, bound(generation), hidden), in: generation)
        let registration = isNew ? register(object, user) : nil
        // A sign-out in between may have missed the new object; the next sign-in may be the same account's.
        guard tokens.generation == generation else {
            registration?.release()
            end(object)
            return nil
        }
        if let registration { objects.hold(registration) }
        return object
    }

    // MARK: Signing in and out

    /// Throws `emailNotUsable` if no account can be created with an e-mail address.
    public func checkEmail(_ email: String) async throws { try await anonymousClient.checkEmail(email) }

    /// Signs in, and returns the account's ID once everything of an account that was signed in before is erased.
    ///
    /// A second call with the same details joins the first; one with other details replaces it. Throws `sessionOver` if the
    /// session ends meanwhile.
    @discardableResult public func signIn(
        email: String, password: String, isolation: isolated (any Actor)? = #isolation
    ) async throws -> LinkUser.ID { try await signIn(email: email, password: password, signedIn: nil) }

    /// Signs in; calls `signedIn` on the main actor before any screen shows the account, unless it joins another call.
    func signIn(
        email: String, password: String, isolation: isolated (any Actor)? = #isolation,
        signedIn: (@MainActor @Sendable (LinkUser.ID) -> Void)?
    ) async throws -> LinkUser.ID {
        let details = SignInDetails(email: email.withoutOuterWhiteSpace, password: password)
        endAttempts("Another sign-in took the place of this one.") { $0 != details }
        return try await afterErasing(try await signIns.value(for: details) { [self] in try await logIn(details, signedIn) })
    }

    /// Signs up, then in.
    ///
    /// If the account was created but the answer or the sign-in was lost, the same call signs in to it.
    @discardableResult public func signUp(
        _ form: LinkRegistration, isolation: isolated (any Actor)? = #isolation
    ) async throws -> LinkUser.ID {
        let details = SignInDetails(email: form.email, password: form.password)
        endAttempts("Another sign-in took the place of this one.") { $0 != details }
        let user = try await signUps.value(for: form) { [self] in
            var refusal: NoticeBoardError?
            do {
                try await anonymousClient.join(form)
                book.recordSignUp(details)
            } catch let error as NoticeBoardError where error.code == .alreadyMember && book.mayHaveSignedUp(details) {
                refusal = error
            } catch {
                // Without an answer, the account may exist.
                if (error as? NoticeBoardError)?.isUnanswered ?? true { book.recordSignUp(details) }
                throw error
            }
            do {
                return try await logIn(details)
            } catch let error as NoticeBoardError where error.code == .signInRefused { throw refusal ?? error }
        }
        return try await afterErasing(user)
    }

    /// Signs out: ends every call in the account's name, and erases the tokens and all data of the account.
    ///
    /// The service has no call for it. Returns when everything is erased. Throws if the tokens or data could not be erased; the
    /// session is over all the same. A second call tries to erase the tokens again, and the next launch the data. If `erasing` is
    /// false, only the tokens are erased, and the account's data stay for its next sign-in.
    public func signOut(erasing: Bool = true, isolation: isolated (any Actor)? = #isolation) async throws {
        end(erasing: erasing)
        try await waitUntilErased(erasing)
    }

    /// Deletes the account at the service, then signs out and also erases what a sign-out keeps.
    ///
    /// If the service refuses, nothing is erased. An account that signs in meanwhile stays signed in.
    public func withdraw(isolation: isolated (any Actor)? = #isolation) async throws { try await withdraw(in: generation) }

    /// The number of the current sign-in.
    var generation: Int { tokens.generation }

    /// Signs out the account of one generation; an account that signed in later stays.
    func signOut(in generation: Int, erasing: Bool = true, isolation: isolated (any Actor)? = #isolation) async throws {
        let now = tokens.generation
        // If no account is signed in, a sign-in may be under way, which must not be cancelled.
        let isCurrent = now == generation
        if isCurrent || tokens.credentials == nil { end(after: now, erasing: erasing, endsAttempts: isCurrent) }
        try await waitUntilErased(erasing)
    }

    /// Deletes the account of one generation, and no account that signed in later.
    func withdraw(in generation: Int, isolation: isolated (any Actor)? = #isolation) async throws {
        let user = user
        try await bound(generation).withdraw()
        let erasing = await Task { [hidden] in if let user { try await hidden.erase(user) } }.result
        try await signOut(in: generation)
        try erasing.get()
    }

    private func waitUntilErased(_ isErasing: Bool) async throws {
        // Another thread may still be announcing the change.
        tokens.store()
        let failure = await scope.waitUntilErased()
        await hidden.settled()
        try await tokens.waitUntilStored()
        if isErasing, let failure { throw failure }
    }

    private func end(after generation: Int? = nil, erasing: Bool, endsAttempts: Bool = true) {
        if endsAttempts {
            endAttempts("The app signed out while a sign-in was under way.") { _ in true }
            book.recordSignUp(nil)
        }
        tokens.signOut(after: generation, erasing: erasing)
        book.settle()
    }

    /// Fails and cancels matching sign-ins; a late response is ignored.
    private func endAttempts(_ why: String, where isOver: (SignInDetails) -> Bool) {
        let error = NoticeBoardError(.sessionOver, why)
        signIns.end(error, where: isOver)
        signUps.end(error) { isOver(SignInDetails(email: $0.email, password: $0.password)) }
    }

    private func logIn(
        _ details: SignInDetails, _ signedIn: (@MainActor @Sendable (LinkUser.ID) -> Void)? = nil
    ) async throws -> LinkUser.ID {
        let credentials = try await anonymousClient.logIn(email: details.email, password: details.password)
        let user = credentials.account ?? ""
        // Data of this account must not mix with those of another one that are still being erased.
        await scope.waitUntilErased()
        if let signedIn {
            try await MainActor.run {
                try take(credentials)
                signedIn(user)
            }
        } else {
            try take(credentials)
        }
        book.recordSignUp(nil)
        return user
    }

    /// Returns `user` once the data of another account whose session had expired are erased.
    private func afterErasing(_ user: LinkUser.ID) async throws -> LinkUser.ID {
        await scope.waitUntilErased()
        // A failed save is no reason to fail the sign-in.
        try? await tokens.waitUntilStored()
        guard self.user == user else { throw NoticeBoardError(.sessionOver, "The session ended during the sign-in.") }
        return user
    }

    private func take(_ credentials: Credentials) throws {
        while true {
            // A sign-out cancels this task first and begins a generation then, so that one of the two lines notices it.
            let generation = tokens.generation
            try Task.checkCancellation()
            // A restore that finished in between makes this try again.
            if tokens.signIn(credentials, unlessAfter: generation) { return book.settle() }
        }
    }

    /// Never a token or an account's ID.
    public var description: String { "LinkSession(\(tokens.credentials == nil ? "nobody" : "signed in"))" }
}

extension SessionRules {
    /// The rules of the Link service.
    static let link = SessionRules(expired: [419], ended: [401], stillGood: [409], refused: [418, 401, 403])
}

extension NoticeBoardError {
    /// Whether it is unknown what the service did.
    fileprivate var isUnanswered: Bool { status == nil || code == .unreadableResponse || code == .serverFailure }
}
