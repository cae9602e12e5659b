import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Signing in and settings", .inTurn, .timeLimit(.minutes(1))) struct LinkAccountScreenTests {
    @Test("Signing in clears the password") func signIn() async throws {
        let simulator = LinkSimulator()
        let screen = LinkSignIn(try directSession(simulator))
        #expect(screen.state.emailProblem == nil)
        #expect(!screen.state.canSignIn)
        (screen.email, screen.password) = ("user1", "pass")
        #expect(screen.state.emailProblem == .emailWithoutAt)
        (screen.email, screen.password) = ("user1@example.com", "wrong password")
        screen.signIn()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure?.code == .signInRefused)
        #expect(screen.state.user == nil)
        screen.password = "password1"
        #expect(screen.state.failure == nil)
        let gate = Gate()
        simulator.hold("POST /login", at: gate)
        screen.signIn()
        screen.signIn()
        screen.password = "other one"
        #expect(screen.state.isBusy)
        #expect(screen.password == "password1")
        gate.open()
        await screen.firstState { $0.user != nil }
        #expect(simulator.count("POST /login", 200) == 1)
        #expect(screen.password.isEmpty)
        #expect(!"\(screen.state)".contains("user1"))
    }

    @Test("Settings show the account and hidden people, unhide them and sign out") func settings() async throws {
        let fixture = try await SignedInFixture()
        let screen = try #require(LinkSettings(fixture.session))
        screen.open()
        await screen.firstState { $0.profile.value != nil }
        #expect(screen.state.profile.value?.email == "user1@example.com")
        let (first, second) = (try fixture.other(1), try fixture.other(2))
        fixture.context.hiding.block(first)
        fixture.context.hiding.mute(second)
        #expect(screen.state.hidden.blocked == [first])
        #expect(screen.state.hidden.muted == [second])
        var received: [LinkSettings.State] = []
        let observation = screen.observe { received.append($0) }
        screen.unhide(first.id)
        screen.unhide(second.id)
        withExtendedLifetime(observation) {}
        #expect(received.first?.hidden.blocked == [first])
        #expect(received.last == screen.state)
        let asked = fixture.simulator.count(LinkServerFixture.me, 200)
        screen.refresh()
        await fixture.simulator.answered(LinkServerFixture.me, 200, times: asked + 1)
        #expect(screen.state.hidden.isEmpty)
        screen.signOut()
        #expect(screen.state.isBusy)
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.isOver)
        #expect(fixture.session.state == .signedOut)
        #expect(screen.state.profile.value == nil)
        #expect(LinkSettings(fixture.session) == nil)
    }

    @Test("A refused withdrawal keeps the account and can be repeated") func withdraw() async throws {
        let fixture = try await SignedInFixture()
        let screen = try #require(LinkSettings(fixture.session))
        fixture.simulator.answer("GET /withdraw", with: .status(500))
        screen.withdraw()
        screen.withdraw()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure?.code == .serverFailure)
        #expect(!screen.state.isOver)
        #expect(fixture.session.user == fixture.me)
        fixture.simulator.answer("GET /withdraw", with: nil)
        screen.withdraw()
        await screen.firstState { $0.isOver && !$0.isBusy }
        #expect(!fixture.simulator.accounts.contains { $0.id == fixture.me })
        #expect(fixture.simulator.count("GET /withdraw", 500) == 1)
    }

    @Test("Settings of a former account neither withdraw nor sign out the next one") func leftOver() async throws {
        let fixture = try await SignedInFixture()
        let screen = try #require(LinkSettings(fixture.session))
        let next = try fixture.other()
        try await fixture.session.signIn(email: "user2@example.com", password: "password2")
        screen.withdraw()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure?.code == .sessionOver)
        #expect(!fixture.simulator.log.contains { $0.line == "GET /withdraw" })
        screen.signOut()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure == nil)
        #expect(fixture.session.state == .signedIn(account: next.id))
        #expect(fixture.simulator.accounts.contains { $0.id == next.id })
    }

    @Test("A sign-out that could not erase the tokens can be repeated from the same screen")
    func again() async throws {
        let (simulator, store) = (LinkSimulator(), RecordingTokenStore())
        let session = try directSession(simulator, store)
        try await session.signIn(email: "user1@example.com", password: "password1")
        let screen = try #require(LinkSettings(session))
        store.fail(NoticeBoardError(.storeReadOnly))
        simulator.forgetTokens()
        _ = try? await session.client.myProfile()
        screen.signOut()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure?.code == .storeReadOnly)
        #expect(screen.state.isOver)
        #expect(session.state == .signedOut)
        store.fail(nil)
        screen.signOut()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure == nil)
        #expect(store.kept == nil)
        #expect(session.state == .signedOut)
    }

    /// Returns a session that the service has ended, and its settings.
    ///
    /// The account's data are erased when the gate opens.
    private func ofEnded(_ simulator: LinkSimulator, erasing gate: Gate? = nil) async throws -> (LinkSession, LinkSettings) {
        let session = try directSession(simulator)
        try await session.signIn(email: "user1@example.com", password: "password1")
        if let gate { KeptThings(gate: gate).register(session.scope) }
        let screen = try #require(LinkSettings(session))
        simulator.forgetTokens()
        _ = try? await session.client.myProfile()
        return (session, screen)
    }

    @Test("Settings of an ended session do not cancel another sign-in") func leftOverMeanwhile() async throws {
        let (simulator, gate) = (LinkSimulator(), Gate())
        let (session, screen) = try await ofEnded(simulator)
        simulator.hold("POST /login", at: gate)
        async let next = session.signIn(email: "user2@example.com", password: "password2")
        await gate.waitForArrivals(1)
        screen.signOut()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure == nil)
        #expect(session.state == .signedOut)
        gate.open()
        #expect(try await next == simulator.accounts[1].id)
        #expect(session.state == .signedIn(account: simulator.accounts[1].id))
    }

    @Test("Settings of an ended session do not forget a sign-up with a lost response") func leftOverSignUp() async throws {
        let simulator = LinkSimulator()
        let (session, screen) = try await ofEnded(simulator)
        let form = LinkRegistration(email: "user2@example.com", password: "password2", nick: "ab")
        simulator.answer("POST /join", with: .failure(NoticeBoardError(.connectionLost)))
        await #expect(throws: NoticeBoardError.self) { try await session.signUp(form) }
        simulator.answer("POST /join", with: nil)
        screen.signOut()
        await screen.firstState { !$0.isBusy }
        #expect(try await session.signUp(form) == simulator.accounts[1].id)
    }

    @Test("A session that the service ends during a sign-in's erasures can sign in again with the same details")
    func againAtOnce() async throws {
        let (simulator, erasing) = (LinkSimulator(), Gate())
        let (session, _) = try await ofEnded(simulator, erasing: erasing)
        let second = LinkSession.State.signedIn(account: simulator.accounts[1].id)
        let ended = Task { try await session.signIn(email: "user2@example.com", password: "password2") }
        for await state in session.states where state == second { break }
        simulator.forgetTokens()
        _ = try? await session.client.myProfile()
        let again = Task { try await session.signIn(email: "user2@example.com", password: "password2") }
        await letOtherTasksRun()
        erasing.open()
        _ = try? await ended.value
        _ = try await again.value
        #expect(session.state == second)
    }

    @Test("The parts of a profile page fail and retry separately") func sections() async throws {
        let fixture = try await SignedInFixture()
        let user = try fixture.other()
        fixture.simulator.answer("GET /profile/\(user.id)", with: .status(500))
        let page = LinkProfilePage(fixture.context, of: user)
        #expect(page.state.display(of: .profile) == .placeholder)
        #expect(page.state.display(of: .posts) == .placeholder)
        #expect(page.state.user == user)
        page.open()
        await page.firstState { $0.feed.isLoaded && !$0.profile.phase.isLoading }
        guard case .failure(let error) = page.state.display(of: .profile) else {
            Issue.record("the profile failed")
            return
        }
        #expect(error.code == .serverFailure)
        #expect(page.state.display(of: .posts) == .items)
        #expect(page.state.isFollowed == nil)
        page.follow(true)
        #expect(fixture.context.follows.state.isEmpty)
        #expect(page.state.followers.isEmpty)
        fixture.simulator.answer("GET /profile/\(user.id)", with: nil)
        page.retry()
        await page.firstState { $0.profile.value != nil }
        #expect(page.state.display(of: .profile) == .items)
        #expect(page.state.display(of: .posts) == .items)
        #expect(page.state.followers.hasPrefix("팔로워 "))
    }

    @Test("Refreshing a profile page waits for its profile and its posts") func refreshed() async throws {
        let fixture = try await SignedInFixture()
        let user = try fixture.other()
        let (page, gate, isOver) = (await fixture.profile(user), Gate(), Locked(false))
        fixture.simulator.hold("GET /profile/\(user.id)", at: gate)
        let refreshing = Task {
            await page.refreshAndWait()
            isOver.withLock { $0 = true }
        }
        await gate.waitForArrivals(1)
        await page.firstState { !$0.feed.refresh.isLoading }
        await letOtherTasksRun()
        #expect(!isOver.withLock { $0 })
        gate.open()
        await refreshing.value
        #expect(!page.state.profile.phase.isLoading)
    }

    @Test("Refreshing the page of a blocked account ends and shows no posts") func refreshedBlocked() async throws {
        let fixture = try await SignedInFixture()
        let user = try fixture.other()
        let page = await fixture.profile(user)
        page.block(true)
        await page.refreshAndWait()
        #expect(page.state.isBlocked)
        #expect(page.state.rows.isEmpty)
    }

    @Test("Resetting the user's own profile page keeps the profile that all screens share") func own() async throws {
        let fixture = try await SignedInFixture()
        let page = await fixture.profile(LinkUser(id: fixture.me, nick: ""))
        #expect(page.state.isMine)
        #expect(fixture.context.profile.state.value == page.state.profile.value)
        page.reset()
        #expect(fixture.context.profile.state.value != nil)
        #expect(page.state.feed.items.isEmpty)
    }

    @Test("A list of followers loads again after a failure") func followers() async throws {
        let fixture = try await SignedInFixture()
        let user = try fixture.other()
        for index in fixture.simulator.accounts.indices { fixture.simulator.accounts[index].following = [] }
        let list = LinkFollowers(fixture.context, of: user.id)
        #expect(list.state.display == .placeholder)
        let (theirs, own) = ("GET /profile/\(user.id)", LinkServerFixture.me)
        for profile in [theirs, own] { fixture.simulator.answer(profile, with: .status(500)) }
        list.open()
        for profile in [theirs, own] { await fixture.simulator.answered(profile, 500) }
        await list.firstState { $0.profile.failure != nil }
        await fixture.context.profile.firstState { $0.failure != nil }
        for profile in [theirs, own] { fixture.simulator.answer(profile, with: nil) }
        list.retry()
        await list.firstState { $0.profile.value != nil && $0.mine != nil }
        #expect(list.state.display == .empty)
        fixture.simulator.accounts[2].following = [user.id]
        await list.refreshAndWait()
        // Wait for the user's own profile as well: a request during its load would be ignored.
        await fixture.context.profile.firstState { !$0.phase.isLoading }
        #expect(list.state.rows.map(\.id) == [fixture.simulator.accounts[2].id])
        let asked = (fixture.simulator.count(theirs, 200), fixture.simulator.count(own, 200))
        list.refresh()
        await fixture.simulator.answered(theirs, 200, times: asked.0 + 1)
        await fixture.simulator.answered(own, 200, times: asked.1 + 1)
        fixture.context.hiding.block(list.state.rows[0].user)
        #expect(list.state.rows.isEmpty)
    }

    @Test("A refresh requests both profiles concurrently") func bothAtOnce() async throws {
        let (fixture, gate) = (try await SignedInFixture(), Gate())
        let user = try fixture.other()
        let list = LinkFollowers(fixture.context, of: user.id)
        list.open()
        // A request while the previous load is in progress would be ignored.
        await list.firstState { $0.profile.value != nil && $0.mine != nil && !$0.profile.phase.isLoading }
        await fixture.context.profile.firstState { !$0.phase.isLoading }
        let asked = fixture.simulator.count(LinkServerFixture.me, 200)
        fixture.network.holdAnswers("GET /profile/\(user.id)", at: gate)
        let refreshing = Task { await list.refreshAndWait() }
        await fixture.simulator.answered(LinkServerFixture.me, 200, times: asked + 1)
        gate.open()
        await refreshing.value
    }
}
