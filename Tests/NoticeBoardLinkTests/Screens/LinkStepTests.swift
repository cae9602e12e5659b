import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Screens of an account", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkStepTests {
    @Test("Signing in requires only an email address and a password") func signIn() async throws {
        var state = LinkSignIn.State()
        for (email, password, emailProblem, isGood) in [
            ("", "", nil, false), ("a", "", .emailWithoutAt, false), ("a@b.kr", "", nil, false), ("", "123456", nil, false),
            ("a@b", "1234", .emailInvalid, true), ("a@b.kr", "123456", nil, true),
        ] as [(String, String, NoticeBoardError.Code?, Bool)] {
            (state.email, state.password) = (email, password)
            #expect(state.emailProblem == emailProblem)
            #expect(state.canSignIn == isGood)
        }
        state.isBusy = true
        #expect(!state.canSignIn)
        #expect("\(state)" == "State(…)")
        let simulator = LinkSimulator()
        let screen = LinkSignIn(try directSession(simulator))
        (screen.email, screen.password) = ("user1@example.com", "wrong one")
        screen.signIn()
        #expect(screen.state.isBusy)
        #expect(screen.state.failure == nil)
        #expect(screen.state.user == nil)
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure?.code == .signInRefused)
        #expect(screen.email == "user1@example.com")
        #expect(screen.password == "wrong one")
        screen.email = "user1@example.com"
        #expect(screen.state.failure?.code == .signInRefused)
        screen.password = "password1"
        #expect(screen.state.failure == nil)
        screen.signIn()
        await screen.firstState { $0.user != nil }
        #expect(screen.state.user == simulator.accounts[0].id)
        #expect(!screen.state.isBusy)
        #expect(screen.password.isEmpty)
        #expect(screen.email == "user1@example.com")
    }

    @Test("A sign-in that had succeeded before it was cancelled is shown, and forgotten at the sign-out")
    func cancelledLate() async throws {
        let simulator = LinkSimulator()
        let store = RecordingTokenStore()
        let saving = DispatchSemaphore(value: 0)
        store.hold(saving)
        let session = try directSession(simulator, store)
        let screen = LinkSignIn(session)
        screen.email = "user1@example.com"
        screen.password = "password1"
        let states = session.states
        screen.signIn()
        for await _ in states where session.user != nil { break }
        await letOtherTasksRun()
        screen.cancel()
        store.hold(nil)
        saving.signal()
        await screen.firstState { $0.user != nil }
        #expect(screen.state.user == simulator.accounts[0].id)
        #expect(screen.password.isEmpty)
        #expect(!screen.state.isBusy)
        try await session.signOut()
        #expect(screen.state == LinkSignIn.State(language: screen.state.language))
    }

    @Test("A sign-out clears what was entered after a cancelled sign-in") func forgottenInput() async throws {
        let session = try directSession(LinkSimulator())
        let screen = LinkSignIn(session)
        screen.email = "user1@example.com"
        screen.password = "password1"
        try await session.signIn(email: "user1@example.com", password: "password1")
        try await session.signOut()
        #expect(screen.email.isEmpty)
        #expect(screen.password.isEmpty)
    }

    @Test("Showing a user again unblocks and unmutes in one change") func shownAgain()
        async throws
    {
        let user = LinkUser(id: "x", nick: "x")
        let simulator = LinkSimulator()
        let me = simulator.accounts[0].id
        let kept = LinkHideList.Content(blocked: [user], muted: [user])
        let fixture = try await SignedInFixture(simulator, hidden: LinkHiddenMemory([me: kept]))
        fixture.context.setLanguage(.preferred)
        let screen = try #require(LinkSettings(fixture.session))
        #expect(screen.state == LinkSettings.State())
        #expect(!screen.state.isOver)
        #expect(!screen.state.isBusy)
        screen.open()
        await screen.firstState { $0.hidden == kept }
        var received: [LinkHideList.Content] = []
        let listening = fixture.context.hiding.observe { received.append($0) }
        screen.unhide("x")
        #expect(received == [kept, LinkHideList.Content()])
        withExtendedLifetime(listening) {}
    }

    @Test("Refreshing followers loads both profiles at once") func refreshAndWait() async throws {
        let fixture = try await SignedInFixture()
        let user = try fixture.other()
        let list = LinkFollowers(fixture.context, of: user.id)
        let gate = Gate()
        fixture.simulator.hold("GET /profile/\(user.id)", at: gate)
        let before = fixture.simulator.count(LinkServerFixture.me, 200)
        let refreshing = Task { await list.refreshAndWait() }
        // The user's own profile arrives while the gate still holds the other one.
        await fixture.simulator.answered(LinkServerFixture.me, 200, times: before + 1)
        await gate.waitForArrivals(1)
        #expect(list.state.profile.value == nil)
        gate.open()
        await refreshing.value
        #expect(list.state.profile.value?.id == user.id)
    }

    @Test("A released screen clock stops waiting") func clock() async {
        let (clock, ended) = (ManualClock(), WatchedValue(0))
        let time = TimeSource(now: clock.time.now) { seconds in
            defer { ended.update { $0 += 1 } }
            try await clock.sleep(seconds)
        }
        var screen: ScreenClock? = ScreenClock({ Date(timeIntervalSince1970: clock.now) }, time)
        screen?.start()
        screen?.start()
        await clock.waitForSleepers(1)
        clock.advance(by: 60)
        await screen?.firstState { $0.timeIntervalSince1970 == 60 }
        await clock.waitForSleepers(1)
        #expect(clock.asked == [60, 60])
        screen = nil
        await ended.firstValue { $0 == 2 }
        #expect(clock.pending.isEmpty)
    }
}
