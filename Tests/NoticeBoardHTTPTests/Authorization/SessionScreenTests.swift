import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("A session for a screen", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionScreenTests {
    private static func session(_ credentials: Credentials? = Credentials(accessToken: .bearer("a"), account: "ann"))
        -> TokenSession
    {
        TokenSession(credentials) {
            Credentials(accessToken: .bearer("fresh"), refreshToken: $0.refreshToken, account: $0.account)
        }
    }

    @Test("Its states begin with the present one, and renewing is none; changes are heard whole, in order") func streams()
        async throws
    {
        let session = Self.session()
        var (states, changes) = (session.states.makeAsyncIterator(), session.changes.makeAsyncIterator())
        #expect(await states.next() == .signedIn(account: "ann"))
        try await session.renew()
        session.signOut()
        #expect(await states.next() == .signedOut)
        session.signIn(Credentials(accessToken: .bearer("b"), account: "bob"))
        #expect(await states.next() == .signedIn(account: "bob"))
        var received: [String?] = []
        for _ in 0..<3 { received.append(await changes.next()?.credentials?.accessToken.headerValue) }
        #expect(received == ["Bearer fresh", nil, "Bearer b"])
    }

    @Test("Tokens that were renewed elsewhere are taken over, and calls on their way go on") func update() async throws {
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
        #expect(!session.update(Credentials(accessToken: .bearer("late"))) && session.credentials == nil)
    }

    @Test(
        "A token that expires is renewed before the call leaves; where the device's clock is wrong, once and not for ever",
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

    @Test("What belongs to an account is ended at once and erased in order, whichever way the session ends", arguments: 0..<3)
    func belongings(way: Int) async throws {
        struct Belonging: SessionScoped {
            let name: String
            let log: Locked<[String]>
            let gate: Gate
            func end() { log.withLock { $0.append("end \(name)") } }
            func erase() async {
                try? await gate.pass()
                log.withLock { $0.append("erase \(name)") }
            }
        }
        let (log, gate) = (Locked<[String]>([]), Gate())
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { _ in
            throw NoticeBoardError(.sessionOver)
        } onChange: { change in
            log.withLock { $0.append(change.credentials == nil ? "over" : "in") }
        }
        for name in ["list", "pictures"] { session.register(Belonging(name: name, log: log, gate: gate)) }
        switch way {
        case 0: session.signOut()
        case 1: session.signIn(Credentials(accessToken: .bearer("b")))
        default: await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        }
        #expect(log.withLock { $0 } == ["end list", "end pictures", way == 1 ? "in" : "over"])
        gate.open()
        await session.waitUntilErased()
        #expect(log.withLock { $0.suffix(2) } == ["erase list", "erase pictures"])
    }

    private struct Noted: SessionScoped {
        let log: Locked<[String]>
        func end() { log.withLock { $0.append("end") } }
        func erase() async { log.withLock { $0.append("erase") } }
    }

    @Test("Registering after a sign-out erases nothing") func registersAfterSignOut() async {
        let log = Locked<[String]>([])
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        session.signOut()
        session.register(Noted(log: log))
        session.signIn(Credentials(accessToken: .bearer("b")))
        session.signOut()
        await session.waitUntilErased()
        #expect(log.withLock { $0 } == [])
    }

    @Test("What registers before the first sign-in is erased when that session ends") func registersBeforeSignIn() async {
        let log = Locked<[String]>([])
        let session = TokenSession { $0 }
        session.register(Noted(log: log))
        await session.waitUntilErased()
        #expect(log.withLock { $0 } == [])
        session.signIn(Credentials(accessToken: .bearer("a")))
        await session.waitUntilErased()
        #expect(log.withLock { $0 } == [])
        session.signOut()
        await session.waitUntilErased()
        #expect(log.withLock { $0 } == ["end", "erase"])
    }

    @Test("What was made for an account that is gone is erased when it registers") func registersForFormer() async {
        let log = Locked<[String]>([])
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let generation = session.generation
        session.signIn(Credentials(accessToken: .bearer("b")))
        session.register(Noted(log: log), of: generation)
        await session.waitUntilErased()
        #expect(log.withLock { $0 } == ["end", "erase"])
    }
}
