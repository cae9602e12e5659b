import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Session edge cases", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionEdgeTests {
    private func client(
        _ session: TokenSession, _ stub: StubTransport, loggers: [any HTTPLogger] = []
    ) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never, loggers: loggers),
            transport: stub)
    }

    @Test("Signing out an earlier generation leaves the current session signed in") func signOutOfFormerGeneration() {
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let former = session.generation
        session.signIn(Credentials(accessToken: .bearer("b")))
        session.signOut(after: former)
        #expect(session.credentials?.accessToken == .bearer("b"))
        session.signOut(after: session.generation)
        #expect(session.credentials == nil)
    }

    @Test("Ending a session fails only its pending calls") func signOutFailsPendingCalls()
        async throws
    {
        let (first, others) = (Gate(), Gate())
        let stub = StubTransport { request in
            try await (request.target == "/0" ? first : others).pass()
            return .json("{}")
        }
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let client = try client(session, stub)
        var calls: [Task<HTTPResponse, any Error>] = []
        for number in 0..<4 {
            calls.append(Task { try await client.response(for: .get("\(number)")) })
            await (number == 0 ? first : others).waitForArrivals(max(number, 1))
        }
        first.open()
        #expect(try await calls[0].value.status == 200)
        session.signOut()
        for call in calls.dropFirst() {
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(error?.code == .sessionOver)
            #expect(error?.detail == "The session ended while the call was on its way.")
        }
    }

    @Test("A refused renewal is logged before the session ends and the call fails") func refusedRenewalEndsSession()
        async throws
    {
        struct EventNameLogger: HTTPLogger {
            let log: Locked<[String]>
            func log(_ event: HTTPEvent) { log.withLock { $0.append(event.kind.description) } }
        }
        let log = Locked<[String]>([])
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { _ in
            throw NoticeBoardError(.unauthorized, "No.", reply: .init(status: 401))
        } onChange: { change in
            log.withLock { $0.append(change == .signedIn(account: nil) ? "goes on" : "ended") }
        }
        let client = try client(session, StubTransport { _ in HTTPResponse(status: 401) }, loggers: [EventNameLogger(log: log)])
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(log.withLock { $0.prefix(3) } == ["started", "token refused, session over", "ended"])
        #expect(log.withLock { $0.last }?.hasPrefix("failed with sessionOver") == true)
        #expect(error?.detail == "The token can no longer be renewed.")
        #expect(error?.status == 401)
        guard case .ended(let why) = session.state else { Issue.record("it goes on"); return }
        #expect(why.code == .sessionOver)
        #expect((why.underlying as? NoticeBoardError)?.detail == "No.")
    }

    @Test("Logs the outcome of every renewal") func outcomes() async throws {
        struct Odd: Error {}
        let rules = SessionRules(expired: [419], ended: [401], stillGood: [409], refused: [418])
        let outcomes: [(@Sendable () throws -> Void, [HTTPEvent.Kind], NoticeBoardError.Code, String)] = [
            ({}, [.tokenRenewed, .replayed], .unauthorized, "The server answered 419."),
            (
                { throw NoticeBoardError(.conflict, reply: .init(status: 409)) }, [.tokenStillGood, .replayed],
                .unauthorized, "The server answered 419."
            ),
            (
                { throw NoticeBoardError(.serverFailure, "Down.", reply: .init(status: 503)) },
                [.tokenNotRenewed(.serverFailure)], .serverFailure, "Down."
            ),
            ({ throw Odd() }, [.tokenNotRenewed(.external)], .external, "The token could not be renewed."),
            (
                { throw CancellationError() }, [.tokenNotRenewed(.unreachable)], .unreachable,
                "The token could not be renewed."
            ),
        ]
        for (number, (refresh, kinds, code, detail)) in outcomes.enumerated() {
            let session = TokenSession(Credentials(accessToken: .raw("a")), rules: rules) { _ in
                try refresh()
                return Credentials(accessToken: .raw("b"))
            }
            let events = RecentEvents()
            let client = try client(session, StubTransport { _ in HTTPResponse(status: 419) }, loggers: [events])
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
            #expect(error?.code == code, "\(number)")
            #expect(error?.detail == detail, "\(number)")
            #expect(Array(events.events.map(\.kind).dropFirst().dropLast()) == kinds, "\(number)")
            #expect(session.credentials?.accessToken == .raw(number == 0 ? "b" : "a"))
        }
    }

    @Test(
        "A renewal overtaken by new tokens does not change them",
        arguments: [401, 503, nil])
    func overtaken(status: Int?) async throws {
        let (gate, events, changes) = (Gate(), RecentEvents(), Locked<[TokenSession.State]>([]))
        let pushed = Credentials(accessToken: .raw("pushed"), refreshToken: "r1")
        let session = TokenSession(Credentials(accessToken: .raw("old"), refreshToken: "r0")) { _ in
            try await gate.pass()
            guard let status else { return Credentials(accessToken: .raw("late"), refreshToken: "r0'") }
            throw NoticeBoardError(.unauthorized, reply: .init(status: status))
        } onChange: { change in
            changes.withLock { $0.append(change) }
        }
        let stub = StubTransport { HTTPResponse(status: $0.headers[.authorization] == "pushed" ? 200 : 401) }
        let client = try client(session, stub, loggers: [events])
        let call = Task { try await client.response(for: .get("a")) }
        await gate.waitForArrivals(1)
        session.update(pushed)
        gate.open()
        #expect(try await call.value.status == 200)
        #expect(session.credentials == pushed)
        #expect(changes.withLock { $0 } == [.signedIn(account: nil)])
        #expect(events.events.map(\.kind).dropFirst().prefix(2) == [.tokenTooLate, .replayed])
    }

    @Test(
        "Setting the account during a renewal starts no second one",
        arguments: [nil, 401])
    func accountSetDuringRenewal(status: Int?) async throws {
        let (gate, asked, renewed) = (Gate(), Gate(), Locked<[Credentials]>([]))
        let old = Credentials(accessToken: .raw("old"), refreshToken: "r0")
        let received = Credentials(accessToken: .raw("old"), refreshToken: "r0", account: "kim")
        let session = TokenSession(old) { credentials in
            renewed.withLock { $0.append(credentials) }
            try await gate.pass()
            guard let status else { return Credentials(accessToken: .raw("new"), refreshToken: "r1") }
            throw NoticeBoardError(.unauthorized, reply: .init(status: status))
        }
        let stub = StubTransport { request in
            if request.target == "/b" { try await asked.pass() }
            return HTTPResponse(status: request.headers[.authorization] == "new" ? 200 : 401)
        }
        let events = RecentEvents()
        let client = try client(session, stub, loggers: [events])
        let call = Task { try await client.response(for: .get("a")) }
        await gate.waitForArrivals(1)
        session.update(received)
        // Leaves with the updated credentials and waits for the running renewal.
        let second = Task { try await client.response(for: .get("b")) }
        await asked.waitForArrivals(1)
        asked.open()
        gate.open()
        let statuses = [try? await call.value.status, try? await second.value.status]
        #expect(statuses == (status == nil ? [200, 200] : [nil, nil]))
        #expect(renewed.withLock { $0 } == [old])
        let new = Credentials(accessToken: .raw("new"), refreshToken: "r1", account: "kim")
        #expect(session.credentials == (status == nil ? new : nil))
        #expect(events.events.map(\.kind).contains(status == nil ? .tokenRenewed : .tokenRefused))
    }

    @Test("A logger that supplies new tokens after a refused renewal keeps the session") func rescued() async throws {
        struct Rescuer: HTTPLogger {
            let session = Locked<TokenSession?>(nil)
            func log(_ event: HTTPEvent) {
                if event.kind == .tokenRefused {
                    session.withLock { $0 }?.update(Credentials(accessToken: .raw("pushed")))
                }
            }
        }
        let (rescuer, old) = (Rescuer(), Credentials(accessToken: .raw("old")))
        let session = TokenSession(old) { _ in throw NoticeBoardError(.unauthorized, reply: .init(status: 401)) }
        rescuer.session.withLock { $0 = session }
        let stub = StubTransport { HTTPResponse(status: $0.headers[.authorization] == "pushed" ? 200 : 401) }
        #expect(try await client(session, stub, loggers: [rescuer]).response(for: .get("a")).status == 200)
        #expect(session.credentials?.accessToken == .raw("pushed"))
    }

    @Test("Renews a token before the call only if it has expired or is about to")
    func expiry() async throws {
        for (seconds, isRenewed) in [(-5.0, true), (5, true), (3_600, false), (nil, false)] as [(Double?, Bool)] {
            let old = Credentials(accessToken: .bearer("old"), expiresAt: seconds.map { Date().addingTimeInterval($0) })
            let session = TokenSession(old) { _ in Credentials(accessToken: .bearer("new")) }
            let stub = StubTransport { _ in .json("{}") }
            _ = try await client(session, stub).response(for: .get("a"))
            #expect(stub.requests.map { $0.headers[.authorization] } == [isRenewed ? "Bearer new" : "Bearer old"])
        }
        // A token that is already expired when issued points to a wrong clock, so it is used.
        let session = TokenSession { _ in Credentials(accessToken: .bearer("new")) }
        session.signIn(Credentials(accessToken: .bearer("late"), expiresAt: Date(timeIntervalSince1970: 0)))
        let stub = StubTransport { _ in .json("{}") }
        _ = try await client(session, stub).response(for: .get("a"))
        #expect(stub.requests.first?.headers[.authorization] == "Bearer late")
    }

    @Test("A renewal started during a sign-in notification belongs to the new session")
    func begun() async throws {
        let (renewal, began, own) = (Gate(), DispatchSemaphore(value: 0), Locked<TokenSession?>(nil))
        let renewing = Locked<Task<Void, any Error>?>(nil)
        let session = TokenSession { _ in
            began.signal()
            try await renewal.pass()
            return Credentials(accessToken: .bearer("fresh"))
        } onChange: { change in
            guard renewing.withLock({ $0 }) == nil, let session = own.withLock({ $0 }) else { return }
            renewing.withLock { $0 = Task { try await session.renew() } }
            began.wait()
        }
        own.withLock { $0 = session }
        defer { own.withLock { $0 = nil } }
        _ = await withOwnThread { session.signIn(Credentials(accessToken: .bearer("a"))) }
        renewal.open()
        try await renewing.withLock { $0 }?.value
        #expect(session.credentials?.accessToken == .bearer("fresh"))
    }

    @Test("A signed-out user's calls throw without sending a request") func signedOut() async throws {
        let session = TokenSession { $0 }
        let stub = StubTransport { _ in .json("{}") }
        let renewal = await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        let call = await #expect(throws: NoticeBoardError.self) { try await client(session, stub).response(for: .get("a")) }
        for error in [renewal, call] {
            #expect(error?.code == .sessionOver)
            #expect(error?.detail == "No account is signed in.")
        }
        let before = session.generation
        session.signIn(Credentials(accessToken: .raw("a")))
        let request = HTTPRequest(origin: try #require(HTTPOrigin(host: "host")), target: "/")
        let next = HTTPNext([], to: stub)
        let former = await #expect(throws: NoticeBoardError.self) {
            try await session.intercept(request, in: before, next: next)
        }
        #expect(former?.code == .sessionOver)
        #expect(former?.detail == "The account that made the call is no longer signed in.")
        #expect(stub.requests.isEmpty)
        #expect(try await session.intercept(request, in: session.generation, next: next).status == 200)
        #expect(try await session.intercept(request, in: nil, next: next).status == 200)
        #expect(stub.requests.map { $0.headers[.authorization] } == ["a", "a"])
    }
}
