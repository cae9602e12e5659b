import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Screens of an account, step by step", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkStepTests {
    private typealias Machine = LinkSignUp.Machine
    private static let texts = ["a@b.kr", "secret1", "새싹", "010", "1999-01-31"]

    private func form(_ count: Int) -> LinkRegistration {
        let texts = Self.texts.prefix(count) + Array(repeating: "", count: 5 - count)
        return LinkRegistration(
            email: texts[0], password: texts[1], nick: texts[2], phone: texts[3],
            birthday: count > 4 ? LinkBirthday(texts[4]) : nil)
    }

    @Test("Signing up asks for one thing after the other, by numbers, and is one's account in the end") func signUp() {
        var machine = Machine()
        #expect(machine.state == LinkSignUp.State() && machine.state.step == .email && machine.state.text.isEmpty)
        #expect(machine.handle(.next) == [] && machine.handle(.back) == [] && machine.handle(.skip) == [])
        for (number, step) in LinkSignUp.Step.allCases.dropLast().enumerated() {
            #expect(machine.state.step == step && machine.state.canGoOn == step.canBeSkipped && machine.state.problem == nil)
            #expect(machine.handle(.type(Self.texts[number])) == [] && machine.handle(.type(Self.texts[number])) == [])
            #expect(machine.state.text == Self.texts[number] && machine.state.canGoOn && machine.state.canGoBack == (number > 0))
            let effects = machine.handle(.next)
            switch step {
            case .email: #expect(effects == [.check(form(1), 1)])
            case .birthday: #expect(effects == [.join(form(5), 5)])
            default: #expect(effects == [])
            }
            #expect(machine.state.isBusy == (effects != []))
            if step == .email {
                #expect(machine.handle(.checked(nil, 2)) == [] && machine.state.isBusy && machine.handle(.next) == [])
                #expect(machine.handle(.joined(.success("u"), 2)) == [] && machine.state.step == .email && machine.state.isBusy)
                _ = machine.handle(.checked(nil, 1))
            }
        }
        #expect(!machine.state.canGoBack && machine.handle(.back) == [] && machine.handle(.skip) == [])
        #expect(machine.handle(.joined(.success("u"), 4)) == [] && machine.state.isBusy)
        #expect(machine.handle(.joined(.success("u"), 5)) == [] && machine.state.step == .done && machine.state.user == "u")
        #expect(LinkSignUp.Step.allCases.allSatisfy { machine.state.text($0).isEmpty } && !machine.state.isBusy)
        #expect(!machine.state.canGoOn && !machine.state.canGoBack && machine.state.failure == nil)
        for event in [.type("x"), .next, .skip, .back, .checked(nil, 5)] as [Machine.Event] {
            let before = machine.state
            #expect(machine.handle(event) == [] && machine.state == before)
        }
    }

    @Test("What fails is told at its step, an answer that nobody waits for is none, and a skipped step is empty") func failures()
    {
        var machine = Machine()
        _ = machine.handle(.type("a@b.kr"))
        _ = machine.handle(.next)
        #expect(machine.handle(.back) == [] && machine.state.isBusy)
        #expect(machine.handle(.type("b@b.kr")) == [.stop] && !machine.state.isBusy)
        #expect(machine.handle(.checked(nil, 1)) == [] && machine.state.step == .email)
        _ = machine.handle(.next)
        let error = NoticeBoardError(.emailNotUsable)
        _ = machine.handle(.checked(error, 2))
        #expect(machine.state.failure == error && machine.state.step == .email && !machine.state.isBusy)
        #expect(machine.handle(.next).count == 1 && machine.state.failure == nil)
        _ = machine.handle(.checked(nil, 3))
        for text in ["secret1", "새싹", "01x"] {
            _ = machine.handle(.type(text))
            _ = machine.handle(.next)
        }
        #expect(machine.state.step == .phone && machine.state.problem == .phoneCharacters && !machine.state.canGoOn)
        #expect(machine.handle(.skip) == [] && machine.state.step == .birthday && machine.state.text(.phone).isEmpty)
        _ = machine.handle(.type("1999"))
        let joining = machine.handle(.skip)
        guard case .join(let form, let number)? = joining.first else { Issue.record("\(joining)"); return }
        #expect(form == LinkRegistration(email: "b@b.kr", password: "secret1", nick: "새싹", phone: "") && joining.count == 1)
        let refused: [(NoticeBoardError, LinkSignUp.Step)] = [
            (NoticeBoardError(.timedOut), .birthday), (NoticeBoardError(.nickLength), .nick),
            (NoticeBoardError(.postEmpty), .birthday),
            (NoticeBoardError(.passwordTooShort), .password),
        ]
        var join = number
        for (error, step) in refused {
            _ = machine.handle(.joined(.failure(error), join))
            #expect(machine.state.failure == error && machine.state.step == step && !machine.state.isBusy)
            #expect(machine.state.user == nil && machine.state.text(.nick) == "새싹")
            while machine.state.step != .birthday { _ = machine.handle(machine.state.step == .phone ? .skip : .next) }
            guard case .join(_, let next)? = machine.handle(.skip).first else { return }
            #expect(next > join)
            join = next
        }
        _ = machine.handle(.joined(.failure(NoticeBoardError(.alreadyMember)), join))
        #expect(machine.state.step == .email && machine.handle(.next).count == 1 && machine.state.isBusy)
    }

    @Test("Signing in needs an address and a password, whatever the rules of signing up are") func signIn() async throws {
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
        #expect(!state.canSignIn && "\(state)" == "LinkSignIn.State(busy)")
        let simulator = LinkSimulator()
        let screen = LinkSignIn(try directSession(simulator))
        (screen.email, screen.password) = ("user1@example.com", "wrong one")
        screen.signIn()
        #expect(screen.state.isBusy && screen.state.failure == nil && screen.state.user == nil)
        await screen.firstState { !$0.isBusy }
        #expect(
            screen.state.failure?.code == .signInRefused && screen.email == "user1@example.com" && screen.password == "wrong one")
        screen.email = "user1@example.com"
        #expect(screen.state.failure?.code == .signInRefused)
        screen.password = "password1"
        #expect(screen.state.failure == nil)
        screen.signIn()
        await screen.firstState { $0.user != nil }
        #expect(screen.state.user == simulator.accounts[0].id && !screen.state.isBusy && screen.password.isEmpty)
        #expect(screen.email == "user1@example.com")
    }

    @Test("Who is shown again is unblocked first and then unmuted; settings open with what is kept") func shownAgain()
        async throws
    {
        let user = LinkUser(id: "x", nick: "x")
        let simulator = LinkSimulator()
        let me = simulator.accounts[0].id
        let kept = LinkHidden(blocked: [user], muted: [user])
        let bench = try await LiveBench(simulator, hidden: LinkHiddenMemory([me: kept]))
        let screen = try #require(LinkSettings(bench.session))
        #expect(screen.state == LinkSettings.State() && !screen.state.isOver && screen.state.work == nil)
        screen.open()
        await screen.firstState { $0.hidden == kept }
        var received: [LinkHidden] = []
        let listening = bench.context.hiding.observe { received.append($0) }
        screen.show("x")
        #expect(received == [kept, LinkHidden(muted: [user]), LinkHidden()])
        withExtendedLifetime(listening) {}
    }

    @Test("Followers and oneself are asked for at once when a list is pulled down") func refreshAndWait() async throws {
        let bench = try await LiveBench()
        let user = try bench.other()
        let list = LinkFollowers(bench.context, of: user.id)
        let gate = Gate()
        bench.simulator.hold("GET /profile/\(user.id)", at: gate)
        let before = bench.simulator.count(LinkBench.me, 200)
        let refreshing = Task { await list.refreshAndWait() }
        // The one comes though the other does not yet.
        await bench.simulator.answered(LinkBench.me, 200, times: before + 1)
        await gate.waitForArrivals(1)
        #expect(list.state.profile.value == nil)
        gate.open()
        await refreshing.value
        #expect(list.state.profile.value?.id == user.id)
    }

    @Test("A clock that is released waits for nothing") func clock() async {
        let clock = ManualClock()
        var screen: ScreenClock? = ScreenClock({ Date(timeIntervalSince1970: clock.now) }, clock.time)
        screen?.start()
        screen?.start()
        await clock.waitForSleepers(1)
        clock.advance(by: 60)
        await screen?.firstState { $0.timeIntervalSince1970 == 60 }
        await clock.waitForSleepers(1)
        #expect(clock.asked == [60, 60])
        screen = nil
        while !clock.pending.isEmpty { await Task.yield() }
    }
}
