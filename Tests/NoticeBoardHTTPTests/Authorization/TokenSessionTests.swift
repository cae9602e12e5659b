import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("TokenSession", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TokenSessionTests {
    private let data = EndpointRequest.get("data")

    /// Starts `count` calls and returns them once all were refused and the renewal is waiting.
    private func refusedCalls(_ count: Int, _ service: TokenService, _ client: APIClient) async -> [Task<HTTPResponse, any Error>]
    {
        let tasks = (0..<count).map { _ in Task { try await client.response(for: data) } }
        await service.refused.waitForArrivals(count)
        await service.refreshGate.waitForArrivals(1)
        return tasks
    }

    @Test(
        "Concurrent calls with an expired token cause one renewal and one resend each",
        arguments: [(TokenService.bearer, 100), (TokenService.raw, 100), (TokenService.raw, 1000)])
    func oneRefresh(manner: TokenService.Manner, count: Int) async throws {
        let service = try TokenService(manner)
        let tasks = await refusedCalls(count, service, try service.client(try service.session()))
        service.refreshGate.open()
        for task in tasks {
            let response = try await task.value
            #expect(response.attempts == [.init(status: manner.expired), .init(status: 200)])
        }
        #expect(service.refreshes == 1)
        let tokens = try service.tokens()
        #expect(tokens.filter { $0 == manner.token("old").headerValue }.count == count)
        #expect(tokens.filter { $0 == manner.token("new").headerValue }.count == count)
        #expect(service.changes == [.signedIn(account: nil)])
    }

    @Test("Cancelled callers leave a renewal at once and the others share its result")
    func halfCancelled() async throws {
        let service = try TokenService(TokenService.raw)
        let tasks = await refusedCalls(100, service, try service.client(try service.session()))
        for task in tasks.prefix(50) { task.cancel() }
        // The renewal is still held: no cancelled caller waited for it.
        for task in tasks.prefix(50) { await #expect(throws: CancellationError.self) { try await task.value } }
        service.refreshGate.open()
        for task in tasks.dropFirst(50) { #expect(try await task.value.status == 200) }
        #expect(service.refreshes == 1)
        #expect(try service.tokens().filter { $0 == "new" }.count == 50)
    }

    @Test("A renewal continues after all callers are cancelled") func abandoned() async throws {
        let service = try TokenService(TokenService.raw)
        let events = EventStream()
        let client = try service.client(try service.session(), loggers: [events])
        let tasks = await refusedCalls(10, service, client)
        for task in tasks {
            task.cancel()
            _ = await task.result
        }
        service.refreshGate.open()
        // A renewal requested after this one has finished would be a second one.
        await events.received(.tokenRenewed)
        #expect(try await client.response(for: data).status == 200)
        #expect(try service.tokens().last == "new")
        #expect(service.refreshes == 1)
        #expect(service.changes.first == .signedIn(account: nil))
    }

    @Test("A failed renewal keeps the session") func failingRefresh()
        async throws
    {
        for answer in [LoopbackAnswer.json("{}", status: 503), .json("{}"), .reset] {
            let service = try TokenService(TokenService.raw)
            let session = try service.session()
            let client = try service.client(session)
            service.answerRefresh(answer)
            let tasks = await refusedCalls(20, service, client)
            service.refreshGate.open()
            for task in tasks {
                let error = await #expect(throws: NoticeBoardError.self) { try await task.value }
                #expect(error?.code != .sessionOver)
            }
            // A call whose refusal was still on its way tries again: a failed renewal is not cached.
            let failed = service.refreshes
            #expect(1...tasks.count ~= failed)
            #expect(service.changes.isEmpty)
            #expect(session.credentials != nil)
            service.answerRefresh(nil)
            #expect(try await client.response(for: data).status == 200)
            #expect(service.refreshes == failed + 1)
        }
    }

    @Test(
        "A refused renewal ends the session once",
        arguments: [418, 401, 403])
    func refusedRefresh(status: Int) async throws {
        let service = try TokenService(TokenService.raw)
        let session = try service.session()
        let client = try service.client(session)
        service.answerRefresh(.json("{\"message\": \"over\"}", status: status))
        let tasks = await refusedCalls(100, service, client)
        service.refreshGate.open()
        for task in tasks {
            let error = await #expect(throws: NoticeBoardError.self) { try await task.value }
            #expect(error?.code == .sessionOver)
            #expect(error?.remedy == .signInAgain)
        }
        #expect(service.refreshes == 1)
        #expect(service.changes == [session.state])
        #expect(session.credentials == nil)
        let sent = try service.server.requests.count
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: data) }
        #expect(error?.code == .sessionOver)
        #expect(try service.server.requests.count == sent)
        session.signIn(Credentials(accessToken: .raw("new")))
        #expect(try await client.response(for: data).status == 200)
    }

    @Test("Signing out during a renewal discards its result")
    func signOutInTheMiddle() async throws {
        let service = try TokenService(TokenService.raw)
        let session = try service.session()
        let tasks = await refusedCalls(50, service, try service.client(session))
        session.signOut()
        for task in tasks {
            let error = await #expect(throws: NoticeBoardError.self) { try await task.value }
            #expect(error?.code == .sessionOver)
        }
        service.refreshGate.open()
        session.signIn(Credentials(accessToken: .raw("other")))
        #expect(session.credentials?.accessToken == .raw("other"))
        #expect(service.changes == [.signedOut, .signedIn(account: nil)])
    }

    @Test("A renewal that finishes after another sign-in changes nothing", arguments: [nil, 401])
    func lateRefresh(refusal: Int?) async throws {
        let gate = Gate()
        let changes = Locked<[TokenSession.State]>([])
        let session = TokenSession(Credentials(accessToken: .raw("a"))) { _ in
            // Ignores its cancellation, as a server does.
            await Task { try? await gate.pass() }.value
            if let refusal { throw NoticeBoardError(.unauthorized, "No more.", reply: .init(status: refusal)) }
            return Credentials(accessToken: .raw("a2"))
        } onChange: { change in
            changes.withLock { $0.append(change) }
        }
        let events = EventStream()
        let client = APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, loggers: [events]),
            transport: StubTransport { _ in HTTPResponse(status: 401) })
        let call = Task { try await client.response(for: data) }
        await gate.waitForArrivals(1)
        session.signIn(Credentials(accessToken: .raw("b")))
        await #expect(throws: NoticeBoardError.self) { try await call.value }
        gate.open()
        await events.received(refusal == nil ? .tokenTooLate : .tokenRefused)
        #expect(session.credentials?.accessToken == .raw("b"))
        #expect(changes.withLock { $0 } == [.signedIn(account: nil)])
    }

    @Test("A call refused with an old token is resent with the current one") func lateAnswer() async throws {
        let service = try TokenService(TokenService.raw)
        service.refreshGate.open()
        let client = try service.client(try service.session())
        let late = Task { try await client.response(for: EndpointRequest.get("late")) }
        await service.lateGate.waitForArrivals(1)
        #expect(try await client.response(for: data).status == 200)
        service.lateGate.open()
        #expect(try await late.value.status == 200)
        #expect(service.refreshes == 1)
        #expect(try service.tokens("/late") == ["old", "new"])
    }

    @Test("A server that always reports expiry causes one renewal and one resend per call")
    func expiredForever() async throws {
        let service = try TokenService(TokenService.raw)
        service.expireForever()
        service.refreshGate.open()
        let client = try service.client(try service.session())
        for number in 1...3 {
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: data) }
            #expect(error?.code == .unauthorized)
            #expect(error?.status == 419)
            #expect(error?.attempts == [.init(status: 419), .init(status: 419)])
            #expect(service.refreshes == number)
            #expect(try service.tokens().count == 2 * number)
        }
    }

    @Test("A retried call renews the token only once") func retriesInside() async throws {
        let stub = StubTransport()
            .on(.get, "data", .status(503), .status(401), .status(503), .status(503), .status(401), .status(200))
        let refreshes = Locked(0)
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { _ in
            Credentials(accessToken: .bearer("b\(refreshes.withLock { $0 += 1; return $0 })"))
        }
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session)
        configuration.time = TimeSource(now: { 0 }, sleep: { _ in })
        let client = APIClient(configuration, transport: stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: data) }
        #expect(error?.attempts.map(\.status) == [503, 401, 503, 503, 401])
        #expect(refreshes.withLock { $0 } == 1)
    }

    @Test("A token that is still good causes one resend with the same token") func stillGood() async throws {
        let service = try TokenService(TokenService.raw)
        service.refreshGate.open()
        service.answerRefresh(.json("{}", status: 409))
        let session = try service.session()
        let error = await #expect(throws: NoticeBoardError.self) {
            try await service.client(session).response(for: data)
        }
        #expect(error?.status == 419)
        #expect(try service.tokens() == ["old", "old"])
        #expect(session.credentials?.accessToken == .raw("old"))
    }

    @Test("A permanently refused token ends the session without a renewal") func ended() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 401) }
        let changes = Locked<[TokenSession.State]>([])
        let session = TokenSession(Credentials(accessToken: .raw("t")), rules: TokenService.raw.rules) { _ in
            Issue.record("nobody asks for a new token")
            throw CancellationError()
        } onChange: { change in
            changes.withLock { $0.append(change) }
        }
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session), transport: stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: data) }
        #expect(error?.code == .unauthorized)
        #expect(changes.withLock { $0 }.count == 1)
        #expect(session.credentials == nil)
    }

    @Test("A refused old token is replaced by the newer one without ending the session") func replacedToken()
        async throws
    {
        let gate = Gate()
        let stub = StubTransport { request in
            guard request.headers[.authorization] == "old" else { return .json("{}") }
            try await gate.pass()
            return HTTPResponse(status: 401)
        }
        let session = TokenSession(Credentials(accessToken: .raw("old")), rules: TokenService.raw.rules) { _ in
            Credentials(accessToken: .raw("new"))
        }
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session), transport: stub)
        let call = Task { try await client.response(for: data) }
        await gate.waitForArrivals(1)
        try await session.renew()
        gate.open()
        #expect(try await call.value.status == 200)
        #expect(session.credentials?.accessToken == .raw("new"))
    }

    @Test("Discards a response that arrives after sign-out") func staleAnswer() async throws {
        let gate = Gate()
        let stub = StubTransport().on(.get, "data", StubAnswer.json("{}").held(at: gate))
        let session = TokenSession(Credentials(accessToken: .raw("a"))) { $0 }
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session), transport: stub)
        let generation = session.generation
        let call = Task { try await client.response(for: data) }
        await gate.waitForArrivals(1)
        session.signOut()
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .sessionOver)
        #expect(session.generation != generation)
    }

    @Test("A sign-in after its generation ended has no effect") func staleSignIn() {
        let session = TokenSession { $0 }
        let generation = session.generation
        session.signOut()
        #expect(!session.signIn(Credentials(accessToken: .raw("a")), unlessAfter: generation))
        #expect(session.credentials == nil)
        #expect(session.signIn(Credentials(accessToken: .raw("a")), unlessAfter: session.generation))
        #expect(session.credentials != nil)
    }

    @Test(
        "Renewing at launch ends the session only if the server refuses it",
        arguments: [
            (200, nil, true), (409, nil, true), (418, NoticeBoardError.Code.sessionOver, false), (503, .serverFailure, true),
        ])
    func launch(status: Int, code: NoticeBoardError.Code?, isSignedIn: Bool) async throws {
        let service = try TokenService(TokenService.raw)
        service.refreshGate.open()
        if status != 200 { service.answerRefresh(.json("{}", status: status)) }
        let session = try service.session()
        var thrown: NoticeBoardError?
        do { try await session.renew() } catch { thrown = error as? NoticeBoardError }
        #expect(thrown?.code == code)
        #expect((session.credentials != nil) == isSignedIn)
    }

    @Test("Delivers changes in order, even when a handler causes another") func changesInOrder() {
        let received = Locked<[Bool]>([])
        let own = Locked<TokenSession?>(nil)
        let session = TokenSession {
            $0
        } onChange: { change in
            if change != .signedOut { own.withLock { $0 }?.signOut() }
            received.withLock { $0.append(change != .signedOut) }
        }
        own.withLock { $0 = session }
        session.signIn(Credentials(accessToken: .raw("a")))
        #expect(received.withLock { $0 } == [true, false])
        own.withLock { $0 = nil }
    }

    @Test("Anonymous calls pass without a session") func anonymous() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let session = TokenSession { $0 }
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), authorization: session), transport: stub)
        #expect(try await client.response(for: data.withoutAuthorization()).status == 200)
        #expect(stub.requests.first?.headers[.authorization] == nil)
    }
}
