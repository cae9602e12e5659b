import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("The same request at the same time", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SharingTests {
    private let gate = Gate()
    private let posts = EndpointRequest.get("posts", query: ["offset": 0]).with { $0.options.isShared = true }

    private func client(_ stub: StubTransport, session: TokenSession? = nil) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never),
            transport: stub)
    }

    private func heldStub(_ status: HTTPStatus = 200) -> StubTransport {
        StubTransport { [gate] request in
            try await gate.pass()
            return .json(#"{"n": 1}"#, status: status)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A hundred calls that ask for it are one request, and all get the answer") func shared() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let tasks = await Lane().start(100) { try await client.response(for: posts) }
        gate.open()
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(stub.requests.count == 1)
        // Nothing is kept: who asks afterwards asks the server.
        _ = try await client.response(for: posts)
        #expect(stub.requests.count == 2)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Calls that differ in their bar alone are one request") func ownBars() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let tasks = await Lane().start(2) {
            try await client.response(for: posts.with { $0.options.progress = HTTPProgress { _ in } })
        }
        gate.open()
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(stub.requests.count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A failure is shared too, and is not kept") func failure() async throws {
        let stub = heldStub(500)
        let client = try client(stub)
        let calls = await Lane().start(2) { try await client.response(for: posts) }
        gate.open()
        for call in calls { await #expect(throws: NoticeBoardError.self) { try await call.value } }
        #expect(stub.requests.count == 1)
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(stub.requests.count == 2)
    }

    @Test("One that does not ask, that differs, or that must not be repeated is sent by itself") func notShared() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let (unasked, once) = (posts.with { $0.options.isShared = false }, posts.with { $0.options.retries = .never })
        // Twice what is not to be shared with its equal either.
        let endpoints = [
            posts, posts.with { $0.query = ["offset": 30] }, posts.with { $0.headers = ["X": "1"] }, unasked, unasked, once, once,
        ]
        let tasks = endpoints.map { endpoint in Task { try await client.response(for: endpoint) } }
        await gate.waitForArrivals(endpoints.count)
        gate.open()
        for task in tasks { _ = try await task.value }
        #expect(stub.requests.count == endpoints.count)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A cancelled caller leaves at once and disturbs nobody; when the last one leaves, the request is cancelled")
    func cancellation() async throws {
        let (arrivals, end) = (Gate(), Gate())
        let stub = StubTransport { _ in
            do { try await arrivals.pass() } catch {
                try? await Task { try await end.pass() }.value
                throw error
            }
            return .json("{}")
        }
        let client = try client(stub)
        let tasks = await Lane().start(3) { try await client.response(for: posts) }
        await arrivals.waitForArrivals(1)
        for task in tasks.prefix(2) {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(end.arrivals == 0)
        tasks[2].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[2].value }
        await end.waitForArrivals(1)
        end.open()
        #expect(stub.requests.count == 1)
    }

    @Test("Who comes after the last one left begins anew") func anew() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let first = Task { try await client.response(for: posts) }
        await gate.waitForArrivals(1)
        first.cancel()
        _ = await first.result
        gate.open()
        #expect(try await client.response(for: posts).status == 200)
        #expect(stub.requests.count == 2)
    }

    @Test("Another account never gets the answer to the one before") func accounts() async throws {
        let stub = heldStub()
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let client = try client(stub, session: session)
        let first = Task { try await client.response(for: posts) }
        await gate.waitForArrivals(1)
        session.signIn(Credentials(accessToken: .bearer("b")))
        let second = Task { try await client.response(for: posts) }
        await gate.waitForArrivals(2)
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await first.value }
        #expect(error?.code == .sessionOver)
        #expect(try await second.value.status == 200)
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer a", "Bearer b"])
    }

    /// Wraps whatever proves who is asking, as an app may.
    private struct Wrapped: HTTPInterceptor {
        let inner: any HTTPInterceptor
        func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
            try await inner.intercept(request, next: next)
        }
    }

    /// Another SDK's token, of whoever is signed in there.
    private final class CompanyToken: TokenSource {
        let current = Locked("a")
        func token() -> AccessToken? { current.withLock { .bearer($0) } }
    }

    @Test("Nor does it where something else proves who is asking", arguments: ["source", "wrapped", "signer"])
    func otherAuthorization(kind: String) async throws {
        struct Signer: HTTPInterceptor {
            let token: CompanyToken
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                var request = request
                request.headers["Signature"] = token.token()?.headerValue
                return try await next(request)
            }
        }
        let token = CompanyToken()
        let session = TokenSession(Credentials(accessToken: .bearer("a"))) { $0 }
        let authorization: any HTTPInterceptor =
            switch kind {
            case "source": AuthorizationInterceptor(token)
            case "wrapped": Wrapped(inner: session)
            default: Signer(token: token)
            }
        let stub = heldStub()
        let client = APIClient(
            APIClient.Configuration(
                baseURL: try #require(URL(string: "https://host")), authorization: authorization, retry: .never),
            transport: stub)
        let first = Task { try await client.response(for: posts) }
        await gate.waitForArrivals(1)
        token.current.withLock { $0 = "b" }
        session.signIn(Credentials(accessToken: .bearer("b")))
        let second = Task { try await client.response(for: posts) }
        await gate.waitForArrivals(2)
        gate.open()
        _ = await first.result
        _ = try await second.value
        #expect(stub.requests.count == 2)
    }

    @Test("Nothing is shared where each attempt is signed by itself") func signedAttempts() async throws {
        struct Signer: HTTPInterceptor {
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse { try await next(request) }
        }
        let stub = heldStub()
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never)
        configuration.attemptInterceptors = [Signer()]
        let client = APIClient(configuration, transport: stub)
        let calls = (0..<2).map { _ in Task { try await client.response(for: posts) } }
        await gate.waitForArrivals(2)
        gate.open()
        for call in calls { _ = try await call.value }
        #expect(stub.requests.count == 2)
    }

    /// Answers the first request when it is let, deaf to its cancellation, and every other at a gate of its own; keeps none.
    private struct DeafTransport: HTTPTransport {
        let deaf = Gate()
        let others = Gate()
        let number = Locked(0)

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            guard
                number.withLock({
                    $0 += 1; return $0
                }) == 1
            else {
                try await others.pass()
                return .json("{}")
            }
            await Task { try? await deaf.pass() }.value
            throw CancellationError()
        }
    }

    /// Opens a gate when the last who holds it lets go.
    private final class LastOne: Sendable {
        let gate: Gate
        init(_ gate: Gate) { self.gate = gate }
        deinit { gate.open() }
    }

    @Test("Who asks for what was abandoned gets an answer of its own, though the abandoned one lands in between")
    func abandoned() async throws {
        let (transport, landed) = (DeafTransport(), Gate())
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never), transport: transport)
        let first = Task { [posts] in
            let last = LastOne(landed)
            return try await client.response(
                for: posts.with { $0.options.progress = HTTPProgress { _ in _ = last } })
        }
        await transport.deaf.waitForArrivals(1)
        first.cancel()
        _ = await first.result
        let next = Task { try await client.response(for: posts) }
        await transport.others.waitForArrivals(1)
        transport.deaf.open()
        try await landed.pass()
        transport.others.open()
        #expect(try await next.value.status == 200)
    }

    @Test("The timeout of who came first ends nobody else's retries") func deadlines() async throws {
        let clock = ManualClock()
        let stub = StubTransport().on(.get, "posts", StubAnswer.status(503).held(at: gate), .json("{}"))
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        (configuration.time, configuration.random) = (clock.time, { 1 })
        let client = APIClient(configuration, transport: stub)
        let first = Task { try await client.response(for: posts.with { $0.options.timeout = 0.2 }) }
        await gate.waitForArrivals(1)
        let other = Task { try await client.response(for: posts.with { $0.options.timeout = 30 }) }
        await clock.waitForSleepers(2)
        clock.advance(by: 0.2)
        let error = await #expect(throws: NoticeBoardError.self) { try await first.value }
        #expect(error?.code == .timedOut)
        gate.open()
        await clock.waitForSleepers(2)
        clock.advance(by: 0.3)
        #expect(try await other.value.status == 200)
        #expect(stub.requests.count == 2)
    }
}
