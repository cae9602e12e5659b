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

    /// Returns a session as at the launch after a sign-in, with the tokens in `store`.
    private func relaunched(_ store: RecordingTokenStore) async throws -> LinkSession {
        _ = try await signIn(directSession(simulator, store))
        return try directSession(simulator, store)
    }

    @Test("Signing in authorizes requests") func signsIn()
        async throws
    {
        let session = try directSession(simulator)
        #expect(session.state == .restoring)
        #expect(session.user == nil)
        #expect(try await signIn(session) == first)
        #expect(session.state == .signedIn(account: first))
        #expect(session.user == first)
        #expect(try await session.client.myProfile().email == "user1@example.com")
    }

    @Test(
        "A sign-in that is refused changes nothing",
        arguments: [("user1@example.com", "password2"), ("nobody@example.com", "password1")])
    func wrongDetails(email: String, password: String) async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        try await session.restore()
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signIn(email: email, password: password) }
        #expect(error?.code == .signInRefused)
        #expect(session.state == .signedOut)
        #expect(store.log.saved.isEmpty)
    }

    @Test("Signing up signs in to the new account") func signsUp() async throws {
        let session = try directSession(simulator)
        try await session.checkEmail("new@example.com")
        let form = LinkRegistration(email: "new@example.com", password: "secret!", nick: "새사람", phone: "01012345678")
        let user = try await session.signUp(form)
        #expect(simulator.accounts.last?.id == user)
        #expect(session.state == .signedIn(account: user))
        #expect(simulator.accounts.last?.phone == "01012345678")
        let taken = await #expect(throws: NoticeBoardError.self) { try await session.checkEmail("new@example.com") }
        #expect(taken?.code == .emailNotUsable)
        let again = await #expect(throws: NoticeBoardError.self) { try await directSession(simulator).signUp(form) }
        #expect(again?.code == .alreadyMember)
    }

    @Test(
        "Repeating a sign-up completes it after a lost response or a failed sign-in",
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
        // Different details are a new sign-up: the address is taken.
        let other = LinkRegistration(email: "user2@example.com", password: "secret!", nick: "ab")
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signUp(other) }
        #expect(error?.code == .alreadyMember)
    }

    @Test("An address that another user has taken is reported as taken, not as a wrong password") func takenMeanwhile()
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

    @Test("Repeated taps share one sign-in or sign-up") func secondTap() async throws {
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
        // The scheduler decides which taps arrive during the first request; cancelled taps affect no other tap.
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
                // A tap that arrives after the first has finished is a new sign-up.
                #expect(error.code == .alreadyMember)
            }
        }
        #expect(users.count == 1)
        #expect(simulator.count("POST /join", 200) == 1)
    }

    @Test("Of two sign-ins with different details the later one wins", arguments: [true, false])
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
        "Signing out during a sign-in stores nothing", arguments: ["POST /login", "POST /join"])
    func signOutDuringSignIn(line: String) async throws {
        let store = RecordingTokenStore()
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
        #expect(session.state == .signedOut)
        #expect(session.user == nil)
        #expect(store.kept == nil)
        #expect(try await signIn(session) == first)
    }

    @Test("Signing out wins over a sign-in that waits for erasing")
    func signOutDuringErasing() async throws {
        let store = RecordingTokenStore()
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
        // The cancelled sign-in gets turns to finish.
        await letOtherTasksRun()
        #expect(session.user == nil)
        #expect(session.state == .signedOut)
        #expect(store.kept == nil)
    }

    // MARK: Restoring

    @Test("A restore confirms the stored session with the service", arguments: [true, false])
    func restores(isExpired: Bool) async throws {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        let before = store.kept
        if isExpired { simulator.expireTokens() }
        let states = await StateLog(session)
        #expect(try await session.restore() == .signedIn(account: first))
        #expect(await states.first(2) == [.restoring, .signedIn(account: first)])
        #expect(simulator.refreshes == 1)
        #expect((store.kept != before) == isExpired)
        #expect(store.kept?.refreshToken == before?.refreshToken)
        #expect(store.kept?.account == first)
        // Credentials that were only loaded are not saved again.
        #expect(store.log.saved.count == (isExpired ? 2 : 1))
        #expect(try await session.client.myProfile().id == first)
    }

    @Test("A restore asks for the account if an older version of the app stored none", arguments: [false, true])
    func restoresWithoutAccount(isExpired: Bool) async throws {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        let kept = try #require(store.kept)
        try store.save(Credentials(accessToken: kept.accessToken, refreshToken: kept.refreshToken))
        if isExpired { simulator.expireTokens() }
        #expect(try await session.restore() == .signedIn(account: first))
        #expect(store.kept?.account == first)
    }

    @Test("A restore without an account signs out if the service ended the session") func endedWithoutAccount() async throws {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        let kept = try #require(store.kept)
        try store.save(Credentials(accessToken: kept.accessToken, refreshToken: kept.refreshToken))
        simulator.expireTokens()
        simulator.answer(LinkServerFixture.refresh, with: .status(418))
        #expect(try await session.restore() == .signedOut)
        #expect(store.kept == nil)
    }

    @Test("A restore without stored tokens sends no request") func nothingKept() async throws {
        let session = try directSession(simulator)
        #expect(try await session.restore() == .signedOut)
        #expect(session.state == .signedOut)
        #expect(simulator.log.isEmpty)
    }

    @Test("A refused restore ends the session", arguments: [418, 401, 403])
    func restoreRefused(status: Int) async throws {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        simulator.answer(LinkServerFixture.refresh, with: .status(HTTPStatus(rawValue: status)))
        let states = await StateLog(session)
        guard case .ended(let why) = try await session.restore() else {
            Issue.record("the state is \(session.state)")
            return
        }
        #expect(why.code == .sessionOver)
        #expect(why.status == status)
        #expect(why.remedy == .signInAgain)
        #expect(await states.first(2) == [.restoring, .ended(why)])
        try await session.signOut()
        #expect(store.kept == nil)
        #expect(session.state == .signedOut)
    }

    @Test("The first successful call confirms an offline restore") func restoreOffline()
        async throws
    {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        simulator.answer(LinkServerFixture.refresh, with: .failure(NoticeBoardError(.noNetwork)))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(error?.code == .noNetwork)
        #expect(session.state == .restoring)
        #expect(session.user == first)
        #expect(store.kept?.account == first)
        // A response that does not depend on the token confirms nothing.
        simulator.answer(LinkServerFixture.me, with: .status(500))
        await #expect(throws: NoticeBoardError.self) { try await session.client.myProfile() }
        #expect(session.state == .restoring)
        simulator.answer(LinkServerFixture.me, with: nil)
        _ = try await session.client.myProfile()
        #expect(session.state == .signedIn(account: first))
        // A later failed restore does not undo it.
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(session.state == .signedIn(account: first))
        simulator.answer(LinkServerFixture.refresh, with: nil)
        #expect(try await session.restore() == .signedIn(account: first))
    }

    @Test("A restore tells an unreadable store from a damaged one")
    func unreadableStore() async throws {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        store.fail(NoticeBoardError(.fileUnavailable))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(error?.code == .fileUnavailable)
        #expect(session.state == .restoring)
        store.fail(NoticeBoardError(.storeDamaged))
        #expect(try await session.restore() == .signedOut)
        #expect(session.storeFailure?.code == .storeDamaged)
        store.fail(nil)
        _ = try await signIn(session)
        #expect(session.storeFailure == nil)
        #expect(store.kept?.account == first)
    }

    @Test("Concurrent restores share one request and never override a sign-in or sign-out") func restoreRaces()
        async throws
    {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        let gate = Gate()
        simulator.hold(LinkServerFixture.refresh, at: gate)
        let restores = (0..<3).map { _ in Task { try await session.restore() } }
        await gate.waitForArrivals(1)
        let user = try await signIn(session, 2)
        gate.open()
        for restore in restores { #expect(try await restore.value == .signedIn(account: user)) }
        #expect(store.kept?.account == user)

        let other = try directSession(simulator, store)
        let second = Gate()
        simulator.hold(LinkServerFixture.refresh, at: second)
        let restore = Task { try await other.restore() }
        await second.waitForArrivals(1)
        try await other.signOut()
        second.open()
        #expect(try await restore.value == .signedOut)
        #expect(store.kept == nil)
        #expect(other.state == .signedOut)
    }

    // MARK: Ending

    @Test("Signing out sends no request and still holds at the next launch") func signsOut() async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        let sent = simulator.log.count
        let states = await StateLog(session)
        try await session.signOut()
        #expect(session.state == .signedOut)
        #expect(store.kept == nil)
        #expect(simulator.log.count == sent)
        #expect(await states.first(2) == [.signedIn(account: first), .signedOut])
        let error = await #expect(throws: NoticeBoardError.self) { try await session.client.myProfile() }
        #expect(error?.code == .sessionOver)
        #expect(simulator.log.count == sent)
        #expect(try await directSession(simulator, store).restore() == .signedOut)
    }

    @Test("Signing out before a restore erases the stored tokens") func signsOutUnrestored() async throws {
        let store = RecordingTokenStore()
        let session = try await relaunched(store)
        try await session.signOut()
        #expect(store.kept == nil)
        #expect(session.state == .signedOut)
    }

    @Test("A sign-out that could not erase the store can be repeated") func cannotErase() async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        store.fail(NoticeBoardError(.storeReadOnly))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signOut() }
        #expect(error?.code == .storeReadOnly)
        #expect(session.state == .signedOut)
        #expect(store.kept != nil)
        store.fail(nil)
        try await session.signOut()
        #expect(store.kept == nil)
        #expect(session.storeFailure == nil)
    }

    @Test("Withdrawing erases everything only if the service succeeds") func withdraws() async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        let things = KeptThings()
        things.register(session.scope)
        simulator.answer("GET /withdraw", with: .status(500))
        await #expect(throws: NoticeBoardError.self) { try await session.withdraw() }
        #expect(session.user == first)
        #expect(things.log.isEmpty)
        #expect(store.kept != nil)
        simulator.answer("GET /withdraw", with: nil)
        try await session.withdraw()
        #expect(session.state == .signedOut)
        #expect(store.kept == nil)
        #expect(things.log == ["end things", "erase things"])
        #expect(simulator.accounts.count == 3)
        let error = await #expect(throws: NoticeBoardError.self) { try await signIn(session) }
        #expect(error?.code == .signInRefused)
    }

    @Test(
        "Registered objects end and then erase in order, however the session ends",
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
        // The data of an expired session is erased before another account signs in.
        let next = Task { try await signIn(session, 2) }
        await simulator.answered("POST /login", 200, times: 2)
        if how == "signOut" { #expect(session.user == nil) }
        gate.open()
        _ = try await next.value
        try await ending.value
        #expect(log.withLock { $0.suffix(2) } == ["erase drafts", "erase pictures"])
    }

    @Test("An object registered before a sign-in is erased at the sign-out") func registersEarly() async throws {
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
        #expect(try await session.restore() == .signedIn(account: first))
        #expect(things.log == [])
        try await session.signOut()
        #expect(things.log == ["end things", "erase things"])
    }

    @Test("A late subscriber first receives the current state") func lateStates() async throws {
        let session = try directSession(simulator)
        _ = try await signIn(session)
        for await state in session.states {
            #expect(state == .signedIn(account: first))
            break
        }
    }
}
