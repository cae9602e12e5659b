import Dispatch
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Sign-up steps", .inTurn, .timeLimit(.minutes(1))) struct LinkSignUpTests {
    private let simulator = LinkSimulator()

    /// Returns a screen at a step, with all earlier steps filled in.
    private func screen(at step: LinkSignUp.Step, of session: LinkSession? = nil) async throws -> LinkSignUp {
        let screen = LinkSignUp(try session ?? directSession(simulator))
        let texts = ["new@example.com ", "secret1", "새싹", "01012345678"]
        for (number, text) in texts.prefix(step.rawValue).enumerated() {
            screen.setText(text)
            screen.next()
            await screen.firstState { $0.step.rawValue == number + 1 }
        }
        return screen
    }

    @Test("A step with invalid input does not continue", arguments: LinkSignUp.Step.allCases.dropLast())
    func checks(step: LinkSignUp.Step) async throws {
        let screen = try await screen(at: step)
        #expect(screen.state.step == step)
        #expect(screen.state.problem == nil)
        #expect(screen.state.canGoOn == step.canBeSkipped)
        #expect(screen.state.canGoBack == (step != .email))
        screen.setText("?")
        #expect(screen.state.problem != nil)
        #expect(!screen.state.canGoOn)
        screen.next()
        #expect(screen.state.step == step)
        #expect(!screen.state.isBusy)
    }

    @Test("Typing stops the check of an email address") func email() async throws {
        let gate = Gate()
        let screen = try await screen(at: .email)
        simulator.hold("POST /validation/email", at: gate)
        screen.setText("new@example.com")
        screen.next()
        await gate.waitForArrivals(1)
        #expect(screen.state.isBusy)
        #expect(!screen.state.canGoOn)
        screen.setText("new2@example.com")
        #expect(!screen.state.isBusy)
        gate.open()
        screen.next()
        await screen.firstState { $0.step == .password }
        screen.back()
        #expect(screen.state.text == "new2@example.com")
    }

    @Test("An unusable email address is reported until it changes") func refused() async throws {
        let screen = try await screen(at: .email)
        screen.setText("user1@example.com")
        screen.next()
        await screen.firstState { $0.failure != nil }
        #expect(screen.state.failure?.code == .emailNotUsable)
        #expect(screen.state.step == .email)
        #expect(!screen.state.isBusy)
        screen.setText("new@example.com")
        #expect(screen.state.failure == nil)
    }

    @Test("Only phone and birthday can be skipped") func skipping() async throws {
        let nick = try await screen(at: .nick)
        nick.skip()
        #expect(nick.state.step == .nick)
        let screen = try await screen(at: .phone)
        screen.setText("010abc")
        screen.skip()
        #expect(screen.state.step == .birthday)
        screen.skip()
        await screen.firstState { $0.step == .done }
        let account = try #require(simulator.accounts.last)
        #expect(account.nick == "새싹")
        #expect(account.phone == nil)
        #expect(account.birthday == nil)
    }

    @Test("A refused sign-up unlocks the input at its step") func joining()
        async throws
    {
        let (gate, screen) = (Gate(), try await screen(at: .birthday))
        simulator.accounts.append(SimulatedAccount(id: "x", email: "new@example.com", password: "other-1", nick: "x"))
        simulator.hold("POST /join", at: gate)
        screen.setText("1999-01-31")
        screen.next()
        await gate.waitForArrivals(1)
        screen.setText("2000-01-01")
        screen.back()
        screen.next()
        #expect(screen.state.step == .birthday)
        #expect(screen.state.text == "1999-01-31")
        gate.open()
        await screen.firstState { !$0.isBusy }
        #expect(screen.state.failure?.code == .alreadyMember)
        #expect(screen.state.step == .email)
        screen.next()
        await screen.firstState { $0.failure?.code == .emailNotUsable }
    }

    @Test("A sign-up screen is released while a request is pending") func gone() async throws {
        let gate = Gate()
        let session = try directSession(simulator)
        simulator.hold("POST /validation/email", at: gate)
        var screen: LinkSignUp? = LinkSignUp(session)
        screen?.setText("new@example.com")
        screen?.next()
        await gate.waitForArrivals(1)
        weak let gone = screen
        screen = nil
        #expect(gone == nil)
        gate.open()
    }

    @Test("A sign-up that had succeeded before it was cancelled is shown, and forgotten at the sign-out")
    func cancelledLate() async throws {
        let store = RecordingTokenStore()
        let saving = DispatchSemaphore(value: 0)
        let session = try directSession(simulator, store)
        let screen = try await screen(at: .birthday, of: session)
        store.hold(saving)
        let states = session.states
        screen.skip()
        for await _ in states where session.user != nil { break }
        await letOtherTasksRun()
        screen.cancel()
        store.hold(nil)
        saving.signal()
        await screen.firstState { $0.step == .done }
        #expect(screen.state.user == simulator.accounts.last?.id)
        #expect(screen.state.texts.isEmpty)
        try await session.signOut()
        #expect(screen.state == LinkSignUp.State(language: screen.state.language))
    }

    @Test("A sign-out clears a sign-up that was not finished") func forgotten() async throws {
        let session = try directSession(simulator)
        let screen = try await screen(at: .nick, of: session)
        try await session.signIn(email: "user1@example.com", password: "password1")
        try await session.signOut()
        #expect(screen.state == LinkSignUp.State(language: screen.state.language))
    }

    @Test("Completing all steps signs in, even after a failed first attempt") func story() async throws {
        let screen = try await screen(at: .birthday)
        simulator.answer("POST /join", with: .status(503))
        screen.skip()
        await screen.firstState { $0.failure != nil }
        #expect(screen.state.step == .birthday)
        simulator.answer("POST /join", with: nil)
        screen.next()
        await screen.firstState { $0.step == .done }
        #expect(screen.state.user == simulator.accounts.last?.id)
        #expect(simulator.accounts.last?.email == "new@example.com")
        #expect(LinkSignUp.Step.allCases.allSatisfy { screen.state.text($0).isEmpty })
        #expect(!screen.state.canGoOn)
        #expect(!screen.state.canGoBack)
    }
}
