import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Retry edge cases", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RetryEdgeTests {
    private let clock = ManualClock(now: 100)
    private let posts = EndpointRequest.get("posts")

    private func client(
        _ transport: any HTTPTransport, _ policy: RetryPolicy = .standard, attempts: [any HTTPInterceptor] = []
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), retry: policy)
        configuration.perAttemptInterceptors = attempts
        configuration.time = clock.time
        configuration.random = { 1 }
        return APIClient(configuration, transport: transport)
    }

    /// Returns how often `call` is sent and the waits between, while the clock advances for every sleeper.
    private func waits(
        _ stub: StubTransport, _ policy: RetryPolicy = .standard, _ call: EndpointRequest? = nil
    ) async throws -> (sent: Int, waits: [Double]) {
        let (client, before, asked) = (try client(stub, policy), stub.requests.count, clock.asked.count)
        let turner = Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advanceToNext()
            }
        }
        defer { turner.cancel() }
        _ = try? await client.response(for: call ?? posts)
        return (stub.requests.count - before, Array(clock.asked.dropFirst(asked)))
    }

    @Test(
        "Honors Retry-After up to the longest wait and never waits less than the backoff",
        arguments: [("29", [29.0]), ("30", [30]), ("31", []), ("0", [0.3]), ("1", [1])])
    func asked(text: String, expected: [Double]) async throws {
        let stub = StubTransport().on(.get, "posts", .status(503, headers: [.retryAfter: text]), .status(200))
        #expect(try await waits(stub).waits == expected)
    }

    @Test("Respects the policy's attempts, budget and waits, even when negative") func counts()
        async throws
    {
        let dead = StubTransport { _ in HTTPResponse(status: 503) }
        for (policy, sent, expected) in [
            (RetryPolicy(attempts: 1), 1, []), (RetryPolicy(attempts: 0), 1, []), (RetryPolicy(attempts: 2), 2, [0.3]),
            (RetryPolicy(attempts: 4), 4, [0.3, 0.6, 1.2]), (RetryPolicy(budget: 0), 1, []), (RetryPolicy(budget: 1), 2, [0.3]),
            (RetryPolicy(budget: -3), 1, []), (RetryPolicy(firstWait: -1), 3, [0, 0]),
            (RetryPolicy(longestWait: -5), 3, [0, 0]), (RetryPolicy(firstWait: 7, longestWait: 8), 3, [7, 8]),
            (RetryPolicy(statuses: [500]), 1, []),
        ] as [(RetryPolicy, Int, [Double])] {
            let (count, waits) = try await waits(dead, policy)
            #expect(count == sent, "\(policy)")
            #expect(waits == expected, "\(policy)")
        }
    }

    @Test("Refills one retry every ten seconds up to the budget") func time() async throws {
        let dead = StubTransport { _ in HTTPResponse(status: 503) }
        let client = try client(dead, RetryPolicy(attempts: 9, firstWait: 0, budget: 2))
        func sent(after seconds: Double) async -> Int {
            let before = dead.requests.count
            clock.advance(by: seconds)
            _ = try? await client.response(for: posts)
            return dead.requests.count - before
        }
        var counts: [Int] = []
        for seconds in [0, 0, 9, 1, 10, 15, 5, 1_000, 0] as [Double] { counts.append(await sent(after: seconds)) }
        #expect(counts == [3, 1, 1, 2, 2, 2, 2, 3, 1])
    }

    @Test("Starts a wait only if it ends before the timeout") func timeout() async throws {
        for (seconds, sent) in [(4.0, 2), (5, 1), (6, 1)] {
            let stub = StubTransport().on(.get, "posts", .status(503, headers: [.retryAfter: "\(Int(seconds))"]), .status(200))
            let client = try client(stub)
            let call = Task { try? await client.response(for: posts.with { $0.options.timeout = 5 }) }
            if sent == 2 {
                await clock.waitForSleepers(2)
                clock.advance(by: seconds)
            }
            #expect(await call.value?.status == (sent == 2 ? 200 : nil))
            #expect(stub.requests.count == sent)
        }
    }

    @Test("Does not retry after a cancellation") func cancelled()
        async throws
    {
        struct Odd: Error {}
        struct Impatient: HTTPInterceptor {
            let gate: Gate
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                do { try await gate.pass() } catch { throw Odd() }
                return try await next(request)
            }
        }
        let stub = StubTransport { _ in throw CancellationError() }
        let client = try client(stub)
        await #expect(throws: CancellationError.self) { try await client.response(for: posts) }
        #expect(stub.requests.count == 1)
        let gate = Gate()
        let held = try self.client(stub, attempts: [Impatient(gate: gate)])
        let call = Task { try await held.response(for: posts) }
        await gate.waitForArrivals(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(stub.requests.count == 1)
        #expect(clock.asked.isEmpty)
    }

    @Test("An attempt interceptor runs once per attempt and not per redirect") func attempts() async throws {
        struct Signing: HTTPInterceptor {
            let seen: Locked<[String]>
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                seen.withLock { $0.append(request.target) }
                return try await next(request)
            }
        }
        let stub = StubTransport()
            .on(.get, "/posts", .status(503), .status(302, headers: [.location: "/b"])).on(.get, "/b", .status(200))
        let seen = Locked<[String]>([])
        let client = try client(stub, RetryPolicy(firstWait: 0), attempts: [Signing(seen: seen)])
        _ = try await client.response(for: posts)
        #expect(seen.withLock { $0 } == ["/posts", "/posts"])
        #expect(stub.requests.difference(from: ["GET /posts", "GET /posts", "GET /b"]) == nil)
    }

    @Test("Retries idempotent methods and requests with an idempotency key") func repeating() async throws {
        let dead = StubTransport { _ in HTTPResponse(status: 503) }
        let calls: [(EndpointRequest, Int)] = [
            (.get("a"), 3), (EndpointRequest(.head, "a"), 3), (.put("a"), 3), (.delete("a"), 3),
            (EndpointRequest(.options, "a"), 3),
            (.post("a"), 1), (.patch("a"), 1), (EndpointRequest(HTTPMethod(rawValue: "REPORT"), "a"), 1),
            (.patch("a").withIdempotencyKey("k"), 3), (.get("a").withIdempotencyKey("k"), 3),
            (EndpointRequest.post("a").with { $0.options.retries = .always }, 3),
            (EndpointRequest.get("a").with { $0.options.retries = .never }, 1),
        ]
        for (call, sent) in calls { #expect(try await waits(dead, .standard, call).sent == sent, "\(call.method)") }
    }
}
