import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Request sharing", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SharingTests {
    private let gate = Gate()
    private let posts = EndpointRequest.get("posts", query: ["offset": 0]).with { $0.options.joinsEqualRequests = true }

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
    @Test("A hundred concurrent shared calls send one request") func shared() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let tasks = await Lane().start(100) { try await client.response(for: posts) }
        gate.open()
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(stub.requests.count == 1)
        // Nothing is cached: a later call sends a new request.
        _ = try await client.response(for: posts)
        #expect(stub.requests.count == 2)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Calls that differ only in their progress handler share one request") func ownBars() async throws {
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
    @Test("A shared failure is not cached") func failure() async throws {
        let stub = heldStub(500)
        let client = try client(stub)
        let calls = await Lane().start(2) { try await client.response(for: posts) }
        gate.open()
        for call in calls { await #expect(throws: NoticeBoardError.self) { try await call.value } }
        #expect(stub.requests.count == 1)
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(stub.requests.count == 2)
    }

    @Test("Sends different, unshared or unrepeatable calls separately") func notShared() async throws {
        let stub = heldStub()
        let client = try client(stub)
        let (unasked, once) = (posts.with { $0.options.joinsEqualRequests = false }, posts.with { $0.options.retries = .never })
        // Calls that must not be shared appear twice, so that they could match.
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
    @Test("A shared request is cancelled when its last caller is cancelled")
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

    @Test("A call after the last caller was cancelled sends a new request") func anew() async throws {
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

    @Test("Another account does not share the previous account's request") func accounts() async throws {
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

    /// Wraps an authorization interceptor, as an app may.
    private struct Wrapped: HTTPInterceptor {
        let inner: any HTTPInterceptor
        func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
            try await inner.intercept(request, next: next)
        }
    }

    /// A token of another SDK for the account signed in there.
    private final class CompanyToken: TokenSource {
        let current = Locked("a")
        func token() -> AccessToken? { current.withLock { .bearer($0) } }
    }

    @Test("Other kinds of authorization do not share requests across accounts", arguments: ["source", "wrapped", "signer"])
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
            case "source": token
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

    @Test("Shares nothing when each attempt is signed") func signedAttempts() async throws {
        struct Signer: HTTPInterceptor {
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse { try await next(request) }
        }
        let stub = heldStub()
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never)
        configuration.perAttemptInterceptors = [Signer()]
        let client = APIClient(configuration, transport: stub)
        let calls = (0..<2).map { _ in Task { try await client.response(for: posts) } }
        await gate.waitForArrivals(2)
        gate.open()
        for call in calls { _ = try await call.value }
        #expect(stub.requests.count == 2)
    }

    /// Holds the first request, ignoring cancellation, and all others at a second gate.
    ///
    /// Records no requests.
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

    /// Opens a gate when its last reference is released.
    private final class LastOne: Sendable {
        let gate: Gate
        init(_ gate: Gate) { self.gate = gate }
        deinit { gate.open() }
    }

    @Test("A call gets its own response while an abandoned request finishes")
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

    @Test("A caller's timeout does not end the retries of other callers") func deadlines() async throws {
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
