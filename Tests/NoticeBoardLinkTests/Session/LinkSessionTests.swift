import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("LinkSession", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkSessionTests {
    private let simulator = LinkSimulator(seed: 5)
    private var first: String { simulator.accounts[0].id }

    private func signIn(_ session: LinkSession, _ number: Int = 1) async throws -> String {
        try await session.signIn(email: "user\(number)@example.com", password: "password\(number)")
    }

    /// A session whose tokens stand in `store`, as the launch after a sign-in finds them.
    private func relaunched(_ store: WatchedTokens) async throws -> LinkSession {
        _ = try await signIn(directSession(simulator, store))
        return try directSession(simulator, store)
    }

    @Test("Whoever signs in is known by the ID that the service gave, and calls are made in their name") func signsIn()
        async throws
    {
        let session = try directSession(simulator)
        #expect(session.state == .restoring && session.user == nil)
        #expect(try await signIn(session) == first)
        #expect(session.state == .signedIn(user: first) && session.user == first)
        #expect(try await session.client.myProfile().email == "user1@example.com")
    }

    @Test(
        "A sign-in that is refused changes nothing",
        arguments: [("user1@example.com", "password2"), ("nobody@example.com", "password1")])
    func wrongDetails(email: String, password: String) async throws {
        let store = WatchedTokens()
        let session = try directSession(simulator, store)
        try await session.restore()
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signIn(email: email, password: password) }
        #expect(error?.code == .signInRefused)
        #expect(session.state == .signedOut && store.log.saved.isEmpty)
    }

    @Test("Signing up checks the address, makes the account and signs in to it") func signsUp() async throws {
        let session = try directSession(simulator)
        try await session.checkEmail("new@example.com")
        let form = LinkRegistration(email: "new@example.com", password: "secret!", nick: "새사람", phone: "01012345678")
        let user = try await session.signUp(form)
        #expect(simulator.accounts.last?.id == user && session.state == .signedIn(user: user))
        #expect(simulator.accounts.last?.phone == "01012345678")
        let taken = await #expect(throws: NoticeBoardError.self) { try await session.checkEmail("new@example.com") }
        #expect(taken?.code == .emailNotUsable)
        let again = await #expect(throws: NoticeBoardError.self) { try await directSession(simulator).signUp(form) }
        #expect(again?.code == .alreadyMember)
    }

    @Test(
        "A sign-up whose answer was lost, or whose sign-in failed, is gone on with by the same call again",
        arguments: ["POST /join", "POST /login"], [false, true])
    func lostSignUp(line: String, isCancelled: Bool) async throws {
        let session = try directSession(simulator)
        let form = LinkRegistration(email: "new@example.com", password: "secret!", nick: "ab")
        simulator.answer(
            line,
            with: StubAnswer { [simulator] request in
                simulator.answer(line, with: nil)
                if line == "POST /join" { _ = try await simulator.send(request) }
                throw isCancelled ? CancellationError() : NoticeBoardError(.connectionLost)
            })
        await #expect(throws: (any Error).self) { try await session.signUp(form) }
        #expect(simulator.accounts.count == 5)
        #expect(try await session.signUp(form) == simulator.accounts.last?.id)
        // Other details are another matter: the address is taken.
        let other = LinkRegistration(email: "user2@example.com", password: "secret!", nick: "ab")
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signUp(other) }
        #expect(error?.code == .alreadyMember)
    }

    @Test("An address that was taken by somebody else meanwhile is called so, and not a wrong password") func takenMeanwhile()
        async throws
    {
        let session = try directSession(simulator)
        simulator.answer("POST /join", with: .failure(NoticeBoardError(.connectionLost)))
        let form = LinkRegistration(email: "user2@example.com", password: "secret!", nick: "ab")
        await #expect(throws: NoticeBoardError.self) { try await session.signUp(form) }
        simulator.answer("POST /join", with: nil)
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signUp(form) }
        #expect(error?.code == .alreadyMember)
    }

    @Test("A second tap is the same sign-in, and the same sign-up") func secondTap() async throws {
        let session = try directSession(simulator)
        let gate = Gate()
        simulator.hold("POST /login", at: gate)
        let taps = (0..<5).map { _ in Task { try await signIn(session) } }
        await gate.waitForArrivals(1)
        taps[0].cancel()
        await #expect(throws: CancellationError.self) { try await taps[0].value }
        gate.open()
        for tap in taps.dropFirst() { #expect(try await tap.value == first) }
        let logins = simulator.log.filter { $0.line == "POST /login" }.count
        // Which of the taps came while the first was under way is the scheduler's to say; those who left disturb nobody.
        #expect(logins <= 2)
        let form = LinkRegistration(email: "new@example.com", password: "secret!", nick: "ab")
        let joining = Gate()
        simulator.hold("POST /join", at: joining)
        let ups = (0..<5).map { _ in Task { try await session.signUp(form) } }
        await joining.waitForArrivals(1)
        joining.open()
        var users: Set<String> = []
        for up in ups {
            do {
                users.insert(try await up.value)
            } catch let error as NoticeBoardError {
                // A tap that came when the first was done is another one.
                #expect(error.code == .alreadyMember)
            }
        }
        #expect(users.count == 1 && simulator.count("POST /join", 200) == 1)
    }

    @Test("Of two sign-ins with other details the later one counts, whichever answer comes first", arguments: [true, false])
    func otherDetails(firstAnswersFirst: Bool) async throws {
        let session = try directSession(simulator)
        let gate = Gate()
        simulator.hold("POST /login", at: gate)
        let one = Task { try await signIn(session, 1) }
        await gate.waitForArrivals(1)
        let two = Task { try await signIn(session, 2) }
        await gate.waitForArrivals(2)
        if firstAnswersFirst { gate.open(for: 1) }
        gate.open()
        let replaced = await #expect(throws: NoticeBoardError.self) { try await one.value }
        #expect(replaced?.code == .sessionOver)
        #expect(try await two.value == simulator.accounts[1].id)
        #expect(session.user == simulator.accounts[1].id)
    }

    @Test(
        "Who signs out while somebody is signing in is signed out, and nothing is kept", arguments: ["POST /login", "POST /join"])
    func signOutDuringSignIn(line: String) async throws {
        let store = WatchedTokens()
        let session = try directSession(simulator, store)
        let gate = Gate()
        simulator.hold(line, at: gate)
        let form = LinkRegistration(email: "new@example.com", password: "secret!", nick: "ab")
        let attempt = Task { line == "POST /join" ? try await session.signUp(form) : try await signIn(session) }
        await gate.waitForArrivals(1)
        try await session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await attempt.value }
        #expect(error?.code == .sessionOver)
        gate.open()
        #expect(session.state == .signedOut && session.user == nil && store.kept == nil)
        #expect(try await signIn(session) == first)
    }

    @Test("Who signs out while a sign-in that was answered waits for what is being erased is signed out")
    func signOutDuringErasing() async throws {
        let store = WatchedTokens()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        let erasing = Gate()
        KeptThings(gate: erasing).register(session.scope)
        let first = Task { try await session.signOut() }
        await erasing.waitForArrivals(1)
        let next = Task { try await signIn(session, 2) }
        await simulator.answered("POST /login", 200, times: 2)
        let second = Task { try await session.signOut() }
        let error = await #expect(throws: NoticeBoardError.self) { try await next.value }
        #expect(error?.code == .sessionOver)
        erasing.open()
        try await first.value
        try await second.value
        // What was given up has every chance to come back.
        for _ in 0..<1_000 { await Task.yield() }
        #expect(session.user == nil && session.state == .signedOut && store.kept == nil)
    }

    // MARK: Restoring

    @Test("At launch the service says whether it holds: a new token, or the old one is still good", arguments: [true, false])
    func restores(isExpired: Bool) async throws {
        let store = WatchedTokens()
        let session = try await relaunched(store)
        let before = store.kept
        if isExpired { simulator.expireTokens() }
        let states = await StateLog(session)
        #expect(try await session.restore() == .signedIn(user: first))
        #expect(await states.first(2) == [.restoring, .signedIn(user: first)])
        #expect(simulator.refreshes == 1)
        #expect(
            (store.kept != before) == isExpired && store.kept?.refreshToken == before?.refreshToken
                && store.kept?.account == first)
        // What was read is not written again.
        #expect(store.log.saved.count == (isExpired ? 2 : 1))
        #expect(try await session.client.myProfile().id == first)
    }

    @Test("Where nothing was kept nobody is signed in, and the service is not asked") func nothingKept() async throws {
        let session = try directSession(simulator)
        #expect(try await session.restore() == .signedOut)
        #expect(session.state == .signedOut && simulator.log.isEmpty)
    }

    @Test("At launch the service says that it is over: the app hears it once, and nothing is kept", arguments: [418, 401, 403])
    func restoreRefused(status: Int) async throws {
        let store = WatchedTokens()
        let session = try await relaunched(store)
        simulator.answer(LinkBench.refresh, with: .status(HTTPStatus(rawValue: status)))
        let states = await StateLog(session)
        guard case .ended(let why) = try await session.restore() else {
            Issue.record("the state is \(session.state)")
            return
        }
        #expect(why.code == .sessionOver && why.status == status && why.remedy == .signInAgain)
        #expect(await states.first(2) == [.restoring, .ended(why)])
        try await session.signOut()
        #expect(store.kept == nil && session.state == .signedOut)
    }

    @Test("A network that is down leaves everything as it was, and the first call that succeeds settles it") func restoreOffline()
        async throws
    {
        let store = WatchedTokens()
        let session = try await relaunched(store)
        simulator.answer(LinkBench.refresh, with: .failure(NoticeBoardError(.noNetwork)))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(error?.code == .noNetwork)
        #expect(session.state == .restoring && session.user == first && store.kept?.account == first)
        // An answer that says nothing of the token settles nothing.
        simulator.answer(LinkBench.me, with: .status(500))
        await #expect(throws: NoticeBoardError.self) { try await session.client.myProfile() }
        #expect(session.state == .restoring)
        simulator.answer(LinkBench.me, with: nil)
        _ = try await session.client.myProfile()
        #expect(session.state == .signedIn(user: first))
        // Nor does a later one forget it.
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(session.state == .signedIn(user: first))
        simulator.answer(LinkBench.refresh, with: nil)
        #expect(try await session.restore() == .signedIn(user: first))
    }

    @Test("A store that cannot be read now says neither; one that is damaged is as good as empty, and says so")
    func unreadableStore() async throws {
        let store = WatchedTokens()
        let session = try await relaunched(store)
        store.fail(NoticeBoardError(.fileUnavailable))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(error?.code == .fileUnavailable && session.state == .restoring)
        store.fail(NoticeBoardError(.storeDamaged))
        #expect(try await session.restore() == .signedOut)
        #expect(session.storeFailure?.code == .storeDamaged)
        store.fail(nil)
        _ = try await signIn(session)
        #expect(session.storeFailure == nil && store.kept?.account == first)
    }

    @Test("Restoring twice at once asks once; restoring while somebody signs in or out has not the last word") func restoreRaces()
        async throws
    {
        let store = WatchedTokens()
        let session = try await relaunched(store)
        let gate = Gate()
        simulator.hold(LinkBench.refresh, at: gate)
        let restores = (0..<3).map { _ in Task { try await session.restore() } }
        await gate.waitForArrivals(1)
        let user = try await signIn(session, 2)
        gate.open()
        for restore in restores { #expect(try await restore.value == .signedIn(user: user)) }
        #expect(store.kept?.account == user)

        let other = try directSession(simulator, store)
        let second = Gate()
        simulator.hold(LinkBench.refresh, at: second)
        let restore = Task { try await other.restore() }
        await second.waitForArrivals(1)
        try await other.signOut()
        second.open()
        #expect(try await restore.value == .signedOut)
        #expect(store.kept == nil && other.state == .signedOut)
    }

    // MARK: Going

    @Test("Signing out is local, erases what was kept, and holds at the next launch") func signsOut() async throws {
        let store = WatchedTokens()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        let sent = simulator.log.count
        let states = await StateLog(session)
        try await session.signOut()
        #expect(session.state == .signedOut && store.kept == nil && simulator.log.count == sent)
        #expect(await states.first(2) == [.signedIn(user: first), .signedOut])
        let error = await #expect(throws: NoticeBoardError.self) { try await session.client.myProfile() }
        #expect(error?.code == .sessionOver && simulator.log.count == sent)
        #expect(try await directSession(simulator, store).restore() == .signedOut)
    }

    @Test("Signing out before anything was restored erases what was kept") func signsOutUnrestored() async throws {
        let store = WatchedTokens()
        let session = try await relaunched(store)
        try await session.signOut()
        #expect(store.kept == nil && session.state == .signedOut)
    }

    @Test("A store that cannot erase makes signing out say so; it can be tried again") func cannotErase() async throws {
        let store = WatchedTokens()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        store.fail(NoticeBoardError(.storeReadOnly))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signOut() }
        #expect(error?.code == .storeReadOnly && session.state == .signedOut && store.kept != nil)
        store.fail(nil)
        try await session.signOut()
        #expect(store.kept == nil && session.storeFailure == nil)
    }

    @Test("Giving up the account erases everything; when the service does not do it nothing is") func withdraws() async throws {
        let store = WatchedTokens()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        let things = KeptThings()
        things.register(session.scope)
        simulator.answer("GET /withdraw", with: .status(500))
        await #expect(throws: NoticeBoardError.self) { try await session.withdraw() }
        #expect(session.user == first && things.log.isEmpty && store.kept != nil)
        simulator.answer("GET /withdraw", with: nil)
        try await session.withdraw()
        #expect(session.state == .signedOut && store.kept == nil && things.log == ["end things", "erase things"])
        #expect(simulator.accounts.count == 3)
        let error = await #expect(throws: NoticeBoardError.self) { try await signIn(session) }
        #expect(error?.code == .signInRefused)
    }

    @Test(
        "Everything that registered is ended, then erased, in its order, however the session ends",
        arguments: ["signOut", "418", "401"])
    func belongings(how: String) async throws {
        let session = try directSession(simulator)
        _ = try await signIn(session)
        let log = Locked<[String]>([])
        let gate = Gate()
        KeptThings("drafts", in: log, gate: gate).register(session.scope)
        KeptThings("pictures", in: log).register(session.scope)
        let ending = Task {
            switch how {
            case "signOut": try await session.signOut()
            case "401":
                simulator.forgetTokens()
                _ = try? await session.client.myProfile()
            default:
                simulator.expireTokens()
                simulator.expireRefreshTokens()
                _ = try? await session.client.myProfile()
            }
        }
        if how == "signOut" { await gate.waitForArrivals(1) } else { try await ending.value }
        #expect(log.withLock { $0 } == ["end drafts", "end pictures"])
        // What an expired session left is erased for another account.
        let next = Task { try await signIn(session, 2) }
        await simulator.answered("POST /login", 200, times: 2)
        if how == "signOut" { #expect(session.user == nil) }
        gate.open()
        _ = try await next.value
        try await ending.value
        #expect(log.withLock { $0.suffix(2) } == ["erase drafts", "erase pictures"])
    }

    @Test("What registers before anybody is signed in is erased at the sign-out") func registersEarly() async throws {
        let session = try directSession(simulator)
        let things = KeptThings()
        things.register(session.scope)
        _ = try await signIn(session)
        #expect(things.log == [])
        try await session.signOut()
        #expect(things.log == ["end things", "erase things"])
    }

    @Test("Registering before a launch restores the account erases nothing") func registersBeforeRestoring() async throws {
        let store = MemoryTokenStore()
        _ = try await signIn(try directSession(simulator, store))
        let session = try directSession(simulator, store)
        let things = KeptThings()
        things.register(session.scope)
        #expect(try await session.restore() == .signedIn(user: first))
        #expect(things.log == [])
        try await session.signOut()
        #expect(things.log == ["end things", "erase things"])
    }

    @Test("A state that is followed late begins with the present one") func lateStates() async throws {
        let session = try directSession(simulator)
        _ = try await signIn(session)
        for await state in session.states {
            #expect(state == .signedIn(user: first))
            break
        }
    }
}
