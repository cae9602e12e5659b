import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("Signing up, step by step", .inTurn, .timeLimit(.minutes(1))) struct LinkSignUpTests {
    private let simulator = LinkSimulator()

    /// A screen that stands at a step, with everything before entered.
    private func screen(at step: LinkSignUp.Step) async throws -> LinkSignUp {
        let screen = LinkSignUp(try directSession(simulator))
        let texts = ["new@example.com ", "secret1", "새싹", "01012345678"]
        for (number, text) in texts.prefix(step.rawValue).enumerated() {
            screen.type(text)
            screen.next()
            await screen.firstState { $0.step.rawValue == number + 1 }
        }
        return screen
    }

    @Test("Every step checks what was entered, and goes on only with that", arguments: LinkSignUp.Step.allCases.dropLast())
    func checks(step: LinkSignUp.Step) async throws {
        let screen = try await screen(at: step)
        #expect(screen.state.step == step)
        #expect(screen.state.problem == nil)
        #expect(screen.state.canGoOn == step.canBeSkipped)
        #expect(screen.state.canGoBack == (step != .email))
        screen.type("?")
        #expect(screen.state.problem != nil)
        #expect(!screen.state.canGoOn)
        screen.next()
        #expect(screen.state.step == step)
        #expect(!screen.state.isBusy)
    }

    @Test("The service is asked about an address once, and about another one anew") func email() async throws {
        let gate = Gate()
        let screen = try await screen(at: .email)
        simulator.hold("POST /validation/email", at: gate)
        screen.type("new@example.com")
        screen.next()
        await gate.waitForArrivals(1)
        #expect(screen.state.isBusy)
        #expect(!screen.state.canGoOn)
        screen.type("new2@example.com")
        #expect(!screen.state.isBusy)
        gate.open()
        screen.next()
        await screen.firstState { $0.step == .password }
        screen.back()
        #expect(screen.state.text == "new2@example.com")
        let asked = simulator.count("POST /validation/email", 200)
        screen.next()
        #expect(screen.state.step == .password)
        #expect(simulator.count("POST /validation/email", 200) == asked)
    }

    @Test("An address that cannot be used says so, until another is entered") func refused() async throws {
        let screen = try await screen(at: .email)
        screen.type("user1@example.com")
        screen.next()
        await screen.firstState { $0.failure != nil }
        #expect(screen.state.failure?.code == .emailNotUsable)
        #expect(screen.state.step == .email)
        #expect(!screen.state.isBusy)
        screen.type("new@example.com")
        #expect(screen.state.failure == nil)
    }

    @Test("Phone and birthday can be left out, and then are not sent; nothing else can be") func skipping() async throws {
        let nick = try await screen(at: .nick)
        nick.skip()
        #expect(nick.state.step == .nick)
        let screen = try await screen(at: .phone)
        screen.type("010abc")
        screen.skip()
        #expect(screen.state.step == .birthday)
        screen.skip()
        await screen.firstState { $0.step == .done }
        let account = try #require(simulator.accounts.last)
        #expect(account.nick == "새싹")
        #expect(account.phone == nil)
        #expect(account.birthday == nil)
    }

    @Test("While the account is being made nothing is entered and nothing goes back; a refusal leads to its step") func joining()
        async throws
    {
        let (gate, screen) = (Gate(), try await screen(at: .birthday))
        simulator.accounts.append(SimulatedAccount(id: "x", email: "new@example.com", password: "other-1", nick: "x"))
        simulator.hold("POST /join", at: gate)
        screen.type("1999-01-31")
        screen.next()
        await gate.waitForArrivals(1)
        screen.type("2000-01-01")
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

    @Test("A screen that goes gives up what it asked") func gone() async throws {
        let gate = Gate()
        let session = try directSession(simulator)
        simulator.hold("POST /validation/email", at: gate)
        var screen: LinkSignUp? = LinkSignUp(session)
        screen?.type("new@example.com")
        screen?.next()
        await gate.waitForArrivals(1)
        weak let gone = screen
        screen = nil
        #expect(gone == nil)
        gate.open()
    }

    @Test("A user who went through all the steps is signed in, also when the first answer was lost") func story() async throws {
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
