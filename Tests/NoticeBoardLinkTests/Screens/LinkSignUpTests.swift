import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("Signing up, step by step", .inTurn, .timeLimit(.minutes(1))) struct LinkSignUpTests {
    private typealias Machine = LinkSignUp.Machine

    /// A machine that stands at a step, with everything before entered.
    private func machine(at step: LinkSignUp.Step) -> Machine {
        var machine = Machine()
        let texts = ["new@example.com", "secret1", "새싹", "01012345678"]
        for text in texts.prefix(step.rawValue) {
            _ = machine.handle(.type(text))
            for case .check(_, let number) in machine.handle(.next) { _ = machine.handle(.checked(nil, number)) }
        }
        return machine
    }

    @Test("Every step checks what was entered, and goes on only with that", arguments: LinkSignUp.Step.allCases.dropLast())
    func checks(step: LinkSignUp.Step) {
        var machine = machine(at: step)
        #expect(machine.state.step == step && machine.state.problem == nil)
        #expect(machine.state.canGoOn == step.canBeSkipped)
        _ = machine.handle(.type("?"))
        #expect(machine.state.problem != nil && !machine.state.canGoOn && machine.handle(.next).isEmpty)
        #expect(machine.state.step == step)
    }

    @Test("The service is asked about the address once, and another one is asked about anew") func email() {
        var machine = Machine()
        _ = machine.handle(.type("new@example.com"))
        guard case .check(let form, let number)? = machine.handle(.next).first else {
            Issue.record("it must ask")
            return
        }
        #expect(form.email == "new@example.com" && machine.state.isBusy && !machine.state.canGoOn)
        #expect(machine.handle(.type("new2@example.com")) == [.stop])
        #expect(machine.handle(.checked(nil, number)).isEmpty && machine.state.step == .email)
        guard case .check(_, let second)? = machine.handle(.next).first else {
            Issue.record("it must ask again")
            return
        }
        _ = machine.handle(.checked(nil, second))
        #expect(machine.state.step == .password && machine.handle(.back).isEmpty && machine.state.text == "new2@example.com")
        #expect(machine.handle(.next).isEmpty && machine.state.step == .password)
    }

    @Test("An address that cannot be used says so, until another is entered") func refused() {
        var machine = Machine()
        _ = machine.handle(.type("old@example.com"))
        guard case .check(_, let number)? = machine.handle(.next).first else { return }
        _ = machine.handle(.checked(NoticeBoardError(.emailNotUsable), number))
        #expect(machine.state.step == .email && machine.state.failure?.code == .emailNotUsable && !machine.state.isBusy)
        _ = machine.handle(.type("new@example.com"))
        #expect(machine.state.failure == nil)
    }

    @Test("Phone and birthday can be left out, and then are not sent; nothing else can be") func skipping() {
        var machine = machine(at: .nick)
        #expect(machine.handle(.skip).isEmpty && machine.state.step == .nick)
        machine = self.machine(at: .phone)
        _ = machine.handle(.type("010abc"))
        #expect(machine.handle(.skip).isEmpty && machine.state.step == .birthday)
        guard case .join(let form, _)? = machine.handle(.skip).first else {
            Issue.record("the last step signs up")
            return
        }
        #expect(form.phone?.isEmpty != false && form.birthday == nil && form.nick == "새싹" && form.password == "secret1")
    }

    @Test("While the account is being made nothing is entered and nothing goes back; a refusal leads to its step") func joining()
    {
        var machine = machine(at: .birthday)
        _ = machine.handle(.type("1999-01-31"))
        guard case .join(_, let number)? = machine.handle(.next).first else { return }
        #expect(machine.handle(.type("2000-01-01")).isEmpty && machine.handle(.back).isEmpty && machine.handle(.next).isEmpty)
        #expect(machine.state.step == .birthday && machine.state.text == "1999-01-31")
        _ = machine.handle(.joined(.failure(NoticeBoardError(.alreadyMember)), number))
        #expect(machine.state.step == .email && machine.state.failure?.code == .alreadyMember)
        guard case .check? = machine.handle(.next).first else {
            Issue.record("the address is asked about anew")
            return
        }
    }

    @Test("One can go back from where there is something behind, and finds what was entered") func back() async throws {
        for step in LinkSignUp.Step.allCases.dropLast() {
            #expect(machine(at: step).state.canGoBack == (step != .email))
        }
        let screen = LinkSignUp(try directSession(LinkSimulator()))
        var received: [LinkSignUp.State] = []
        let observation = screen.observe { received.append($0) }
        defer { withExtendedLifetime(observation) {} }
        screen.type("new@example.com")
        screen.next()
        await screen.firstState { $0.step == .password }
        screen.type("secret1")
        screen.back()
        #expect(screen.state.step == .email && screen.state.text == "new@example.com" && !screen.state.canGoBack)
        #expect(received.first?.text.isEmpty == true && received.last == screen.state)
    }

    @Test("Nothing that was entered is in a description") func redacted() {
        let machine = machine(at: .birthday)
        #expect(!"\(machine.state) \(machine)".contains("secret1") && !String(reflecting: machine).contains("new@example.com"))
    }

    @Test("Whoever went through all the steps is signed in, also when the first answer was lost") func story() async throws {
        let simulator = LinkSimulator()
        let session = try directSession(simulator)
        let screen = LinkSignUp(session)
        for text in ["new@example.com", "secret1", "새싹", "01012345678"] {
            let step = screen.state.step
            screen.type(text)
            screen.next()
            await screen.firstState { $0.step != step }
        }
        simulator.answer("POST /join", with: .status(503))
        screen.skip()
        await screen.firstState { $0.failure != nil }
        #expect(screen.state.step == .birthday && session.user == nil)
        simulator.answer("POST /join", with: nil)
        screen.next()
        await screen.firstState { $0.step == .done }
        #expect(session.user == screen.state.user && session.context != nil && screen.state.text(.password).isEmpty)
        #expect(simulator.accounts.last?.nick == "새싹" && simulator.accounts.last?.birthday == nil)
    }
}
