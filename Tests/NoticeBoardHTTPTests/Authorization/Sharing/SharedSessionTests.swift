import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

/// A session of the test beside another process that shares it.
private struct Shared {
    let widget: SharingProcess
    let session: TokenSession
    /// The refresh tokens that were sent.
    let asked = Locked<[String]>([])
    let takeovers = Locked(0)

    static func credentials(_ number: Int, account: String? = "7") -> Credentials {
        Credentials(accessToken: .bearer("a\(number)"), refreshToken: "r\(number)", account: account)
    }

    /// Creates a session whose renewals give the tokens after those that they renew, or throw `error`.
    init(
        rules: SessionRules = .bearer, scope: AccountScope = AccountScope(), error: NoticeBoardError? = nil,
        asking: @escaping @Sendable (SharingProcess) async throws -> Void = { _ in }
    ) async throws {
        let widget = SharingProcess(Self.credentials(1))
        self.widget = widget
        let (asked, takeovers) = (asked, takeovers)
        let sharing = widget.sharing(lease: 30, abandonedAfter: 300) { takeovers.withLock { $0 += 1 } }
        session = TokenSession(store: widget.store, sharedIn: sharing, rules: rules, scope: scope) { old in
            asked.withLock { $0.append(old.refreshToken ?? "") }
            try await asking(widget)
            if let error { throw error }
            let number = Int(old.refreshToken?.dropFirst() ?? "") ?? 0
            return Self.credentials(number + 10, account: nil)
        }
        #expect(try await session.restore())
    }

    var sent: [String] { asked.withLock { $0 } }

    /// Calls the service, and returns the token that was sent.
    func call() async throws -> String? {
        let stub = StubTransport { _ in .json("{}") }
        let client = APIClient(baseURL: try #require(URL(string: "https://host.example")), transport: stub)
        try await client.authorized(by: session).response(for: .get("data"))
        return stub.requests.first?.headers[.authorization]
    }

    /// Begins a renewal that waits for the other process.
    func beginWaiting() async -> Task<Void, any Error> {
        let (session, clock) = (session, widget.clock)
        let renewal = Task { try await session.renew() }
        await clock.waitForSleepers(1)
        return renewal
    }

    /// Advances the clock until the renewal has ended.
    func advance(until renewal: Task<Void, any Error>, by seconds: Double = 10) async -> Result<Void, any Error> {
        let isOver = Gate()
        let end = Task {
            let result = await renewal.result
            isOver.open()
            return result
        }
        let clock = widget.clock
        let advancing = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advance(by: seconds)
            }
        }
        let result = await end.value
        advancing.cancel()
        return result
    }
}

@Suite("A session beside another process", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SharedSessionTests {
    @Test("Waits for the renewal of another process and uses its tokens") func waits() async throws {
        let shared = try await Shared()
        shared.widget.beginRenewal()
        let renewal = await shared.beginWaiting()
        shared.widget.finishRenewal(with: Shared.credentials(2))
        shared.widget.clock.advanceToNext()
        try await renewal.value
        #expect(shared.session.credentials == Shared.credentials(2))
        #expect(shared.sent == [])
    }

    @Test("A renewal is stored for the other processes") func stores() async throws {
        let shared = try await Shared()
        try await shared.session.renew()
        #expect(shared.widget.store.load() == Shared.credentials(11))
        #expect(!shared.widget.isRenewing)
    }

    @Test("A renewal holds the lease while it asks") func holds() async throws {
        let wasHeld = Locked(false)
        let shared = try await Shared { widget in wasHeld.withLock { $0 = widget.isRenewing } }
        try await shared.session.renew()
        #expect(wasHeld.withLock { $0 })
    }

    @Test("Tokens that another process has renewed are used without a renewal") func renewedBefore() async throws {
        let shared = try await Shared()
        shared.widget.beginRenewal()
        shared.widget.finishRenewal(with: Shared.credentials(2))
        #expect(try await shared.call() == "Bearer a2")
        #expect(shared.sent == [])
    }

    @Test("The renewal of a process that died is taken over when its lease ends") func takeover() async throws {
        let shared = try await Shared()
        shared.widget.beginRenewal(lease: 20)
        shared.widget.die()
        let renewal = await shared.beginWaiting()
        #expect(shared.sent == [])
        _ = await shared.advance(until: renewal)
        #expect(shared.sent == ["r1"])
        #expect(shared.takeovers.withLock { $0 } == 1)
    }

    @Test("A process that died after it had stored its tokens leaves no doubt") func diedAfterStoring() async throws {
        let shared = try await Shared()
        shared.widget.beginRenewal(lease: 0)
        shared.widget.die()
        shared.widget.store.save(Shared.credentials(2))
        try await shared.session.renew()
        #expect(shared.session.credentials == Shared.credentials(2))
        try await shared.session.renew()
        #expect(shared.takeovers.withLock { $0 } == 0)
    }

    @Test("A stopped process does not lose its renewal: calls fail and the session stays") func stopped() async throws {
        let shared = try await Shared()
        shared.widget.beginRenewal(lease: 20)
        let renewal = await shared.beginWaiting()
        let result = await shared.advance(until: renewal)
        let error = #expect(throws: NoticeBoardError.self) { try result.get() }
        #expect(error?.code == .storeBusy)
        #expect(shared.sent == [])
        #expect(shared.session.credentials == Shared.credentials(1))
    }

    @Test("A process that is stopped for long counts as ended") func abandoned() async throws {
        let shared = try await Shared()
        shared.widget.beginRenewal(lease: 20)
        shared.widget.clock.advance(by: 320)
        try await shared.session.renew()
        #expect(shared.sent == ["r1"])
        #expect(shared.takeovers.withLock { $0 } == 1)
    }

    @Test("Rules may end the session in place of a token that may be used") func signsInAgain() async throws {
        var rules = SessionRules.bearer
        rules.doubtfulRefresh = .signInAgain
        let shared = try await Shared(rules: rules)
        shared.widget.beginRenewal()
        shared.widget.loseRenewal()
        let error = await #expect(throws: NoticeBoardError.self) { try await shared.session.renew() }
        #expect(error?.code == .sessionOver)
        #expect(shared.sent == [])
        try await shared.session.waitUntilStored()
        #expect(shared.widget.store.load() == nil)
    }

    @Test("A renewal without an answer makes its token doubtful") func lostAnswer() async throws {
        let shared = try await Shared(error: NoticeBoardError(.connectionLost))
        for _ in 0..<2 { await #expect(throws: NoticeBoardError.self) { try await shared.session.renew() } }
        #expect(shared.sent == ["r1", "r1"])
        #expect(shared.takeovers.withLock { $0 } == 1)
    }

    @Test("A renewal that was not sent leaves no doubt") func unsent() async throws {
        let shared = try await Shared(error: NoticeBoardError(.noNetwork))
        for _ in 0..<2 { await #expect(throws: NoticeBoardError.self) { try await shared.session.renew() } }
        #expect(shared.takeovers.withLock { $0 } == 0)
    }

    @Test("A process that wakes up after another took over stores nothing over its tokens") func wakesUp() async throws {
        let shared = try await Shared { widget in
            // The other process takes over and is answered, while this one is stopped.
            widget.beginRenewal()
            widget.finishRenewal(with: Shared.credentials(2))
        }
        try await shared.session.renew()
        #expect(shared.session.credentials == Shared.credentials(2))
        #expect(shared.widget.store.load() == Shared.credentials(2))
    }

    @Test("A process that wakes up while another still asks stores its tokens") func wakesUpEarly() async throws {
        let shared = try await Shared { widget in widget.beginRenewal() }
        try await shared.session.renew()
        #expect(shared.widget.store.load() == Shared.credentials(11))
        #expect(shared.widget.isRenewing)
    }

    @Test("The answer to a renewal of tokens that the app has replaced does not end a later renewal", arguments: [true, false])
    func replacedByTheApp(isAnswered: Bool) async throws {
        let widget = SharingProcess(Shared.credentials(1))
        let (former, later) = (Gate(), Gate())
        let session = TokenSession(store: widget.store, sharedIn: widget.sharing()) { old in
            guard old.refreshToken == "r1" else {
                try await later.pass()
                return Shared.credentials(3)
            }
            try await former.pass()
            guard isAnswered else { throw NoticeBoardError(.connectionLost) }
            return Shared.credentials(11)
        }
        try await session.restore()
        let first = Task { try await session.renew() }
        await former.waitForArrivals(1)
        session.update(Shared.credentials(2))
        try await session.waitUntilStored()
        let second = Task { try await session.renew() }
        await later.waitForArrivals(1)
        former.open()
        try await first.value
        #expect(widget.store.load() == Shared.credentials(2))
        #expect(widget.isRenewing)
        later.open()
        try await second.value
        #expect(widget.store.load() == Shared.credentials(3))
        #expect(session.credentials == Shared.credentials(3))
    }

    @Test("A refusal of tokens that another process has replaced does not end the session") func lateRefusal() async throws {
        let shared = try await Shared(error: NoticeBoardError(.sessionOver)) { widget in
            widget.beginRenewal()
            widget.finishRenewal(with: Shared.credentials(2))
        }
        try await shared.session.renew()
        #expect(shared.session.credentials == Shared.credentials(2))
    }

    @Test("A refused renewal ends the session of all processes") func refused() async throws {
        let shared = try await Shared(error: NoticeBoardError(.sessionOver))
        let other = TokenSession(store: shared.widget.store, sharedIn: shared.widget.sharing()) { $0 }
        try await other.restore()
        await #expect(throws: NoticeBoardError.self) { try await shared.session.renew() }
        try await shared.session.waitUntilStored()
        #expect(await eventually { if case .ended = other.state { true } else { false } })
    }

    @Test("A process that was stopped before it asked does not ask") func stoppedBefore() async throws {
        let widget = SharingProcess(Shared.credentials(1))
        let asked = Locked(0)
        let stops = Locked([40.0])
        let clock = widget.clock
        // The clock jumps when the lease is compared with it, as after a stop.
        let file = widget.sharing().file
        let sharing = SessionSharing(
            file: file, time: clock.time,
            clock: {
                defer { if let stop = stops.withLock({ $0.popLast() }) { clock.advance(by: stop) } }
                return clock.now
            }, isGone: { _ in false })
        let session = TokenSession(store: widget.store, sharedIn: sharing) { old in
            asked.withLock { $0 += 1 }
            return Shared.credentials(2)
        }
        try await session.restore()
        try await session.renew()
        #expect(asked.withLock { $0 } == 1)
        #expect(stops.withLock { $0.isEmpty })
    }
}

@Suite("An account that several processes share", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct SharedAccountTests {
    @Test("A call after the sign-out of another process is not sent") func signedOut() async throws {
        let shared = try await Shared()
        shared.widget.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await shared.call() }
        #expect(error?.code == .sessionOver)
        #expect(shared.session.state == .signedOut)
    }

    @Test("The sign-out of another process is seen without a call") func seen() async throws {
        let shared = try await Shared()
        shared.widget.signOut()
        for await state in shared.session.states where state == .signedOut { break }
        #expect(shared.session.credentials == nil)
    }

    @Test("The sign-out of another process erases this one's data", arguments: [true, false])
    func erases(isErasing: Bool) async throws {
        let scope = AccountScope()
        let erased = Locked(false)
        let shared = try await Shared(scope: scope)
        _ = scope.register(end: { _ in }, erase: { erased.withLock { $0 = true } })
        shared.widget.signOut(erasing: isErasing)
        for await state in shared.session.states where state == .signedOut { break }
        await scope.waitUntilErased()
        #expect(erased.withLock { $0 } == isErasing)
    }

    @Test("A sign-in of another process begins the session here") func signedInElsewhere() async throws {
        let shared = try await Shared()
        shared.widget.signOut()
        shared.widget.signIn(Shared.credentials(5, account: "8"))
        #expect(try await shared.call() == "Bearer a5")
        #expect(shared.session.state == .signedIn(account: "8"))
    }

    @Test("A session that saw the first half of a sign-in elsewhere follows the second half")
    func signedInByHalves() async throws {
        let shared = try await Shared()
        shared.widget.beginSignIn()
        for await state in shared.session.states where state == .signedOut { break }
        shared.widget.finishSignIn(with: Shared.credentials(5, account: "8"))
        #expect(try await shared.call() == "Bearer a5")
        #expect(shared.session.credentials?.account == "8")
    }

    @Test("A call never carries the token of the former account") func otherAccount() async throws {
        let shared = try await Shared()
        shared.widget.signIn(Shared.credentials(5, account: "8"))
        #expect(try await shared.call() == "Bearer a5")
    }

    @Test("The tokens of a renewal that a sign-out overtakes are dropped") func overtaken() async throws {
        let shared = try await Shared { widget in widget.signOut() }
        await #expect(throws: NoticeBoardError.self) { try await shared.session.renew() }
        #expect(shared.widget.store.load() == nil)
        #expect(shared.session.credentials == nil)
    }

    @Test("The tokens of a renewal that a sign-in overtakes are dropped") func overtakenBySignIn() async throws {
        let shared = try await Shared { widget in widget.signIn(Shared.credentials(5, account: "8")) }
        await #expect(throws: NoticeBoardError.self) { try await shared.session.renew() }
        #expect(shared.widget.store.load()?.account == "8")
        #expect(shared.session.credentials == Shared.credentials(5, account: "8"))
    }

    @Test("A sign-out here ends the account in a session of another process") func signOutHere() async throws {
        let shared = try await Shared()
        let other = TokenSession(store: shared.widget.store, sharedIn: shared.widget.sharing()) { $0 }
        #expect(try await other.restore())
        shared.session.signOut()
        try await shared.session.waitUntilStored()
        let stub = StubTransport { _ in .json("{}") }
        let client = APIClient(baseURL: try #require(URL(string: "https://host.example")), transport: stub)
        await #expect(throws: NoticeBoardError.self) {
            try await client.authorized(by: other).response(for: .get("data"))
        }
        #expect(stub.requests.isEmpty)
    }

    @Test("A sign-in here is followed by another process") func signInHere() async throws {
        let shared = try await Shared()
        let other = TokenSession(store: shared.widget.store, sharedIn: shared.widget.sharing()) { $0 }
        #expect(try await other.restore())
        shared.session.signIn(Shared.credentials(5, account: "8"))
        try await shared.session.waitUntilStored()
        for await state in other.states where state == .signedIn(account: "8") { break }
        #expect(other.credentials == Shared.credentials(5, account: "8"))
    }

    @Test("Tokens that the app got in another way reach another process") func updated() async throws {
        let shared = try await Shared()
        let other = TokenSession(store: shared.widget.store, sharedIn: shared.widget.sharing()) { $0 }
        try await other.restore()
        let generation = other.generation
        shared.session.update(Shared.credentials(5))
        try await shared.session.waitUntilStored()
        #expect(await eventually { other.credentials == Shared.credentials(5) })
        #expect(other.generation == generation)
    }

    @Test("A renewal by a session that was not told yet uses the new account") func renewsAfterSignOut() async throws {
        let shared = try await Shared()
        shared.widget.signOut()
        await #expect(throws: NoticeBoardError.self) { try await shared.session.renew() }
        #expect(shared.sent == [])
    }
}
