import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Signing out and pending calls", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SigningOutTests {
    private let clock = ManualClock()
    private let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }

    private func client(
        _ transport: any HTTPTransport, base: String = "https://host", interceptors: [any HTTPInterceptor] = []
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: base)), authorization: session)
        configuration.interceptors = interceptors
        configuration.time = clock.time
        configuration.random = { 1 }
        return APIClient(configuration, transport: transport)
    }

    @Test("A sign-out fails a call that waits for a retry") func waiting() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 503) }
        let client = try client(stub)
        let call = Task { try await client.response(for: EndpointRequest.get("data")) }
        await clock.waitForSleepers(1)
        session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .sessionOver)
        #expect(error?.attempts == [.init(status: 503)])
        clock.advance(by: 100)
        #expect(stub.requests.count == 1)
    }

    /// Waits at a gate and ignores cancellation, as an app's interceptor may.
    private struct Deaf: HTTPInterceptor {
        let gate: Gate
        let left = Gate()

        func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
            await Task { try? await gate.pass() }.value
            defer { Task { try? await left.pass() } }
            return try await next(request)
        }
    }

    @Test("A call delayed by an interceptor never reaches the transport after sign-out", arguments: [false, true])
    func late(isShared: Bool) async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200) }
        let deaf = Deaf(gate: Gate())
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), authorization: session)
        configuration.perAttemptInterceptors = [deaf]
        configuration.time = clock.time
        let client = APIClient(configuration, transport: stub)
        let call = Task {
            try await client.response(for: EndpointRequest.get("data").with { $0.options.joinsEqualRequests = isShared })
        }
        await deaf.gate.waitForArrivals(1)
        session.signOut()
        deaf.gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .sessionOver)
        await deaf.left.waitForArrivals(1)
        deaf.left.open()
        #expect(stub.requests.isEmpty)
    }

    /// Sends every request twice, sequentially or concurrently, and returns the second response.
    private struct Twice: HTTPInterceptor {
        let first: Gate?

        func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
            var marked = request
            marked.headers["X-First"] = "1"
            async let once = next(marked)
            if let first { await first.waitForArrivals(1) } else { _ = try await once }
            return try await next(request)
        }
    }

    @Test(
        "A call sent twice by an interceptor ends at sign-out",
        arguments: [false, true], [nil, 60.0])
    func twice(isAtOnce: Bool, timeout: Double?) async throws {
        let first = Gate()
        let stub = StubTransport { request in
            guard request.headers["X-First"] != nil else {
                defer { first.open() }
                return HTTPResponse(status: first.isOpen ? 200 : 503)
            }
            if isAtOnce { try await first.pass() }
            return HTTPResponse(status: 200)
        }
        let client = try client(stub, interceptors: [Twice(first: isAtOnce ? first : nil)])
        let call = Task { try await client.response(for: .get("data", options: .init(timeout: timeout))) }
        await clock.waitForSleepers(timeout == nil ? 1 : 2)
        session.signOut()
        // Only timeouts may still be pending, since they may not have been cancelled yet.
        #expect(clock.pending.allSatisfy { $0 == timeout })
        clock.advance(by: 10)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .sessionOver)
        #expect(stub.requests.count == 2)
    }

    @Test("Calls queued for a connection fail at once on sign-out") func queued() async throws {
        let (gate, seen) = (Gate(), Locked(0))
        let server = try LoopbackServer { _ in
            seen.withLock { $0 += 1 }
            try? await gate.pass()
            return .json("{}")
        }
        defer { server.stop() }
        let client = try client(URLSessionTransport(connectionsPerHost: 2), base: server.url().absoluteString)
        let calls = (0..<100).map { _ in Task { try await client.response(for: EndpointRequest.get("data")) } }
        await gate.waitForArrivals(2)
        session.signOut()
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(error?.code == .sessionOver)
        }
        gate.open()
        session.signIn(Credentials(accessToken: .bearer("b")))
        _ = try await client.response(for: EndpointRequest.get("next"))
        // Some calls may be sent while the others are cancelled, since each cancelled call frees a connection.
        #expect(server.requests.filter { $0.target == "/data" }.count < 100)
    }

    @Test("Discards the response of a transport that ignores cancellation") func deaf() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await Task { try? await gate.pass() }.value
            return .json("{}")
        }
        let client = try client(stub)
        let call = Task { try await client.response(for: EndpointRequest.get("data")) }
        await gate.waitForArrivals(1)
        session.signOut()
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .sessionOver)
    }

    @Test("Anonymous calls continue after sign-out") func anonymous() async throws {
        let gate = Gate()
        let stub = StubTransport().on(.get, "data", StubAnswer.json("{}").held(at: gate))
        let client = try client(stub)
        let call = Task { try await client.response(for: EndpointRequest.get("data").withoutAuthorization()) }
        await gate.waitForArrivals(1)
        session.signOut()
        gate.open()
        #expect(try await call.value.status == 200)
    }

    @Test("A call with optional authorization carries a token only while signed in") func guests() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let client = try client(stub)
        let endpoint = EndpointRequest.get("posts", options: .init(authorization: .ifSignedIn))
        _ = try await client.response(for: endpoint)
        session.signOut()
        _ = try await client.response(for: endpoint)
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer a", nil])
    }

    @Test("A timeout option does not disable authorization") func named() async throws {
        let stub = StubTransport { _ in .json("{}") }
        _ = try await client(stub).response(for: EndpointRequest(.patch, "x", options: .init(timeout: 5)))
        #expect(stub.requests.first?.headers[.authorization] == "Bearer a")
    }
}
