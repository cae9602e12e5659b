import Dispatch
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("Order of session events", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkEndingTests {
    private let simulator = LinkSimulator(seed: 5)
    private let form = LinkRegistration(email: "new@example.com", password: "secret!", nick: "ab")

    private func signIn(_ session: LinkSession, _ number: Int = 1) async throws -> String {
        try await session.signIn(email: "user\(number)@example.com", password: "password\(number)")
    }

    @Test("Signing out waits for erasing, even if the token store fails") func erasedFirst()
        async throws
    {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store)
        _ = try await signIn(session)
        let (gate, isOver) = (Gate(), Locked(false))
        let things = KeptThings(gate: gate)
        things.register(session.scope)
        store.fail(NoticeBoardError(.storeReadOnly))
        let ending = Task {
            defer { isOver.withLock { $0 = true } }
            try await session.signOut()
        }
        await gate.waitForArrivals(1)
        await store.waitForFailures(1)
        await letOtherTasksRun()
        #expect(!isOver.withLock { $0 })
        #expect(session.state == .signedOut)
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await ending.value }
        #expect(error?.code == .storeReadOnly)
        #expect(things.log == ["end things", "erase things"])
    }

    @Test("Signing out throws if data of the account could not be erased", arguments: [true, false])
    func notErased(isErasing: Bool) async throws {
        let session = try directSession(simulator)
        _ = try await signIn(session)
        session.scope.register(erase: { throw NoticeBoardError(.storeReadOnly) })
        do {
            try await session.signOut(erasing: isErasing)
            #expect(!isErasing)
        } catch let error as NoticeBoardError {
            #expect(isErasing)
            #expect(error.code == .storeReadOnly)
        }
        #expect(session.state == .signedOut)
    }

    private struct Unerasable: LinkHiddenStore {
        func load(_ account: LinkUser.ID) -> LinkHideList.Content? { nil }
        func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) throws { throw NoticeBoardError(.storeReadOnly) }
    }

    @Test("Withdrawing throws if some data cannot be erased") func withdrawn() async throws {
        let store = RecordingTokenStore()
        let session = try directSession(simulator, store, hidden: Unerasable())
        _ = try await signIn(session)
        let error = await #expect(throws: NoticeBoardError.self) { try await session.withdraw() }
        #expect(error?.code == .storeReadOnly)
        #expect(session.state == .signedOut)
        #expect(store.kept == nil)
        // If the tokens cannot be erased either, their error is thrown.
        _ = try await signIn(session, 2)
        store.fail(NoticeBoardError(.storageFull))
        let second = await #expect(throws: NoticeBoardError.self) { try await session.withdraw() }
        #expect(second?.code == .storageFull)
        #expect(session.state == .signedOut)
    }

    /// A store that blocks an erase until a signal.
    private final class HeldErasing: LinkHiddenStore {
        let (requested, may) = (Gate(), DispatchSemaphore(value: 0))
        func load(_ account: LinkUser.ID) -> LinkHideList.Content? { nil }
        func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) {
            requested.open()
            may.wait()
        }
    }

    @Test("A withdrawal in progress does not sign out the next account") func nextOne() async throws {
        let hidden = HeldErasing()
        let session = try directSession(simulator, hidden: hidden)
        let first = try await signIn(session)
        let ending = Task { try await session.withdraw() }
        try await hidden.requested.pass()
        let second = try await signIn(session, 2)
        hidden.may.signal()
        try await ending.value
        #expect(session.state == .signedIn(account: second))
        #expect(!simulator.accounts.contains { $0.id == first })
    }

    @Test(
        "Repeating a sign-up signs in only if the first response was lost",
        arguments: [
            (.failure(NoticeBoardError(.connectionLost)), true), (.failure(CancellationError()), true), (.status(500), true),
            (.status(503), true), (.json("{"), true), (.status(400), false), (.status(403), false), (.status(409), false),
        ] as [(StubAnswer, Bool)])
    func mayHaveSignedUp(answer: StubAnswer, isUnknown: Bool) async throws {
        let session = try directSession(simulator)
        let form = LinkRegistration(email: "user2@example.com", password: "password2", nick: "ab")
        simulator.answer("POST /join", with: answer)
        await #expect(throws: (any Error).self) { try await session.signUp(form) }
        simulator.answer("POST /join", with: nil)
        // A user with only the same email address is not signed in.
        let other = LinkRegistration(email: form.email, password: "password3", nick: "ab")
        let taken = await #expect(throws: NoticeBoardError.self) { try await session.signUp(other) }
        #expect(taken?.code == .alreadyMember)
        #expect(session.user == nil)
        if isUnknown {
            #expect(try await session.signUp(form) == simulator.accounts[1].id)
            // The outcome is known now.
            try await session.signOut()
        }
        let again = await #expect(throws: NoticeBoardError.self) { try await session.signUp(form) }
        #expect(again?.code == .alreadyMember)
        #expect(session.user == nil)
    }

    @Test("Signing out forgets a sign-up with a lost response") func forgotten() async throws {
        let session = try directSession(simulator)
        let form = LinkRegistration(email: "user2@example.com", password: "password2", nick: "ab")
        simulator.answer("POST /join", with: .failure(NoticeBoardError(.connectionLost)))
        await #expect(throws: NoticeBoardError.self) { try await session.signUp(form) }
        simulator.answer("POST /join", with: nil)
        try await session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signUp(form) }
        #expect(error?.code == .alreadyMember)
    }

    @Test("A sign-up cancelled after creating its account signs in when repeated") func givenUp() async throws {
        let session = try directSession(simulator)
        _ = try await signIn(session)
        let erasing = Gate()
        KeptThings(gate: erasing).register(session.scope)
        let ending = Task { try await session.signOut() }
        await erasing.waitForArrivals(1)
        let attempt = Task { try await session.signUp(form) }
        await simulator.answered("POST /login", 200, times: 2)
        attempt.cancel()
        await #expect(throws: CancellationError.self) { try await attempt.value }
        erasing.open()
        try await ending.value
        // The cancelled sign-up gets turns to finish.
        await letOtherTasksRun()
        #expect(session.user == nil)
        #expect(try await session.signUp(form) == simulator.accounts.last?.id)
        #expect(simulator.count("POST /join", 409) == 1)
    }

    @Test("A replaced sign-in fails with the action that replaced it") func sentAway() async throws {
        let session = try directSession(simulator)
        let gate = Gate()
        for line in ["POST /login", "POST /join"] { simulator.hold(line, at: gate) }
        let first = Task { try await signIn(session) }
        await gate.waitForArrivals(1)
        let second = Task { try await session.signUp(form) }
        await gate.waitForArrivals(2)
        let other = LinkRegistration(email: form.email, password: "other one", nick: "ab")
        let third = Task { try await session.signUp(other) }
        await gate.waitForArrivals(3)
        for task in [first, second] {
            let error = await #expect(throws: NoticeBoardError.self) { try await task.value }
            #expect(error == NoticeBoardError(.sessionOver, "Another sign-in took the place of this one."))
        }
        try await session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await third.value }
        #expect(error == NoticeBoardError(.sessionOver, "The app signed out while a sign-in was under way."))
        gate.open()
        #expect("\(session)" == "LinkSession(signed out)")
        _ = try await signIn(session)
        #expect("\(session)" == "LinkSession(signed in)")
    }

    @Test("The first successful call of the account confirms a restored session")
    func settles() async throws {
        let store = RecordingTokenStore()
        let first = try await signIn(directSession(simulator, store))
        let session = try directSession(simulator, store)
        simulator.answer(LinkServerFixture.refresh, with: .failure(NoticeBoardError(.noNetwork)))
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        try await session.checkEmail("new@example.com")
        for status in [400, 500] {
            simulator.answer(LinkServerFixture.me, with: .status(HTTPStatus(rawValue: status)))
            await #expect(throws: NoticeBoardError.self) { try await session.client.myProfile() }
            #expect(session.state == .restoring)
        }
        simulator.answer(LinkServerFixture.me, with: nil)
        _ = try await session.client.myProfile()
        #expect(session.state == .signedIn(account: first))
    }

    @Test("A cancelled sign-in or sign-up never signs in", arguments: ["POST /login", "POST /join"])
    func abandoned(line: String) async throws {
        let session = try directSession(simulator)
        let gate = Gate()
        simulator.hold(line, at: gate)
        let attempt = Task { line == "POST /join" ? try await session.signUp(form) : try await signIn(session) }
        await gate.waitForArrivals(1)
        attempt.cancel()
        await #expect(throws: CancellationError.self) { try await attempt.value }
        #expect(gate.waiting == 0)
        gate.open()
        await letOtherTasksRun()
        #expect(session.user == nil)
        #expect(simulator.accounts.count == 4)
    }

    @Test("A sign-out ends an account object that is still being created") func belonging()
        async throws
    {
        let session = try directSession(simulator)
        let log = Locked<[String]>([])
        @Sendable func make(_ name: String, _ meanwhile: () -> Void = {}) -> KeptThings? {
            session.accountObject { _, _, _ in
                meanwhile()
                return KeptThings(name, in: log)
            } register: { things, _ in
                things.register(session.scope)
                return []
            } end: {
                $0.end()
            }
        }
        #expect(make("nobody's") == nil)
        let user = try await signIn(session)
        let one = try #require(make("one"))
        #expect(make("two") === one)
        #expect(log.withLock { $0.isEmpty })
        #expect(session.user == user)
        try await session.signOut()
        #expect(make("three") == nil)
        #expect(log.withLock { $0 } == ["end one", "erase one"])
        _ = try await signIn(session)
        log.withLock { $0 = [] }
        let late = await withOwnThread {
            make("late") {
                let done = DispatchSemaphore(value: 0)
                Task.detached {
                    try? await session.signOut()
                    done.signal()
                }
                done.wait()
            }
        }
        #expect(late == nil)
        #expect(log.withLock { $0.contains("end late") })
        _ = try await signIn(session, 2)
        let next = try #require(make("next"))
        #expect(next !== one)
        #expect(make("other") === next)
    }
}
