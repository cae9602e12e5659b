import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("TokenSession: states, updates and account data", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionScreenTests
{
    private static func session(_ credentials: Credentials? = Credentials(accessToken: .bearer("a"), account: "ann"))
        -> TokenSession
    {
        TokenSession(credentials) {
            Credentials(accessToken: .bearer("fresh"), refreshToken: $0.refreshToken, account: $0.account)
        }
    }

    @Test("States begin with the current one and omit renewals") func streams() async throws {
        let session = Self.session()
        var states = session.states.makeAsyncIterator()
        #expect(await states.next() == .signedIn(account: "ann"))
        try await session.renew()
        session.signOut()
        #expect(await states.next() == .signedOut)
        session.signIn(Credentials(accessToken: .bearer("b"), account: "bob"))
        #expect(await states.next() == .signedIn(account: "bob"))
    }

    @Test("Accepts tokens renewed elsewhere without interrupting pending calls") func update() async throws {
        let gate = Gate()
        let stub = StubTransport { request in
            if request.target == "/slow" { try await gate.pass() }
            return .json("{}")
        }
        let session = Self.session()
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session), transport: stub)
        let call = Task { try await client.response(for: EndpointRequest.get("slow")) }
        await gate.waitForArrivals(1)
        let generation = session.generation
        #expect(session.update(Credentials(accessToken: .bearer("pushed"), account: "ann")))
        #expect(session.generation == generation)
        gate.open()
        #expect(try await call.value.status == 200)
        _ = try await client.response(for: EndpointRequest.get("next"))
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer a", "Bearer pushed"])
        session.signOut()
        #expect(!session.update(Credentials(accessToken: .bearer("late"))))
        #expect(session.credentials == nil)
    }

    @Test(
        "Renews an expired token once before the call leaves, even with a wrong clock",
        arguments: [true, false])
    func expiry(isClockRight: Bool) async throws {
        let refreshes = Locked(0)
        let (past, future) = (Date(timeIntervalSince1970: 0), Date().addingTimeInterval(86_400))
        let session = TokenSession(Credentials(accessToken: .bearer("old"), expiresAt: past)) { _ in
            refreshes.withLock { $0 += 1 }
            return Credentials(accessToken: .bearer("new"), expiresAt: isClockRight ? future : past)
        }
        let stub = StubTransport { _ in .json("{}") }
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session), transport: stub)
        for _ in 0..<3 { _ = try await client.response(for: EndpointRequest.get("data")) }
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer new", "Bearer new", "Bearer new"])
        #expect(refreshes.withLock { $0 } == 1)
    }

    @Test("A sign-out ends registrations, then notifies, then erases") func signsOut() async {
        let log = Locked<[String]>([])
        let session = TokenSession(Credentials(accessToken: .bearer("a"), account: "a")) {
            $0
        } onChange: { _ in
            log.withLock { $0.append("told") }
        }
        register(session, log)
        session.signOut()
        await session.scope.waitUntilErased()
        #expect(log.withLock { $0 } == ["end", "told", "erase"])
    }

    @Test("A session that the server ends keeps the account's data") func expires() async {
        let log = Locked<[String]>([])
        let session = Self.expiringSession()
        register(session, log)
        await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        await session.scope.waitUntilErased()
        #expect(log.withLock { $0 } == ["end"])
        #expect(session.scope.state == .expired(account: "a"))
        session.signIn(Credentials(accessToken: .bearer("a"), account: "a"))
        await session.scope.waitUntilErased()
        #expect(log.withLock { $0 } == ["end"])
    }

    @Test("Another account's sign-in erases the data of an expired session") func another() async {
        let log = Locked<[String]>([])
        let session = Self.expiringSession()
        register(session, log)
        await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        session.signIn(Credentials(accessToken: .bearer("b"), account: "b"))
        await session.scope.waitUntilErased()
        #expect(log.withLock { $0.last } == "erase")
    }

    @Test("Naming the account in an update keeps its data") func named() async {
        let log = Locked<[String]>([])
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        register(session, log)
        session.update(Credentials(accessToken: .bearer("b"), account: "a"))
        await session.scope.waitUntilErased()
        #expect(session.scope.state == .signedIn(account: "a"))
        #expect(log.withLock { $0 } == [])
    }

    private static func expiringSession() -> TokenSession {
        TokenSession(Credentials(accessToken: .bearer("a"), account: "a")) { _ in throw NoticeBoardError(.sessionOver) }
    }

    private func register(_ session: TokenSession, _ log: Locked<[String]>) {
        session.scope.register(end: { _ in log.withLock { $0.append("end") } }, erase: { log.withLock { $0.append("erase") } })
    }
}
