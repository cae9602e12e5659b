import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Retry", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RetryTests {
    private let clock = ManualClock()
    private let posts = EndpointRequest.get("posts")

    /// A client with a manual clock and, by default, a constant random number.
    private func client(
        _ transport: any HTTPTransport, _ policy: RetryPolicy = .standard, random: @escaping @Sendable () -> Double = { 1 }
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: policy)
        configuration.time = clock.time
        configuration.random = random
        return APIClient(configuration, transport: transport)
    }

    /// Runs `work` while the clock advances for every sleeper, and returns its result.
    private func advancingClock<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async -> Result<
        Value, any Error
    > {
        let turner = Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advanceToNext()
            }
        }
        defer { turner.cancel() }
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    private func error(_ result: Result<some Any, any Error>) -> NoticeBoardError? {
        if case .failure(let error) = result { error as? NoticeBoardError } else { nil }
    }

    @Test("Retries a temporary failure status", arguments: [408, 425, 429, 500, 502, 503, 504])
    func statuses(status: Int) async throws {
        let stub = StubTransport().on(.get, "posts", .status(HTTPStatus(rawValue: status)), .status(200))
        let client = try client(stub)
        let response = try await advancingClock { try await client.response(for: posts) }.get()
        #expect(response.status == 200)
        #expect(stub.requests.count == 2)
        #expect(response.attempts == [.init(status: status), .init(status: 200, delay: 0.3)])
    }

    @Test("Does not retry a permanent failure status", arguments: [400, 401, 403, 404, 409, 418, 444, 501, 505])
    func lastingStatuses(status: Int) async throws {
        let stub = StubTransport().on(.get, "posts", .status(HTTPStatus(rawValue: status)))
        let client = try client(stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(error?.status == status)
        #expect(error?.attempts == [.init(status: status)])
        #expect(clock.asked.isEmpty)
    }

    @Test("Retries a lost or refused connection and no other failure")
    func failures() async throws {
        for (code, isRepeated) in [
            (NoticeBoardError.Code.connectionLost, true), (.unreachable, true), (.timedOut, false), (.untrustedServer, false),
            (.responseTooLarge, false), (.fileUnavailable, false), (.insecure, false),
        ] {
            let stub = StubTransport().on(.get, "posts", .failure(NoticeBoardError(code)), .status(200))
            let client = try client(stub)
            let result = await advancingClock { try await client.response(for: posts) }
            #expect(stub.requests.count == (isRepeated ? 2 : 1), "\(code)")
            #expect(error(result)?.code == (isRepeated ? nil : code))
        }
    }

    @Test("Treats a foreign transport error as a failed connection") func foreignError() async throws {
        struct Foreign: Error {}
        let stub = StubTransport().on(.get, "posts", .failure(Foreign()), .failure(Foreign()), .failure(Foreign()))
        let client = try client(stub)
        let error = error(await advancingClock { try await client.response(for: posts) })
        #expect(error?.code == .connectionLost)
        #expect(stub.requests.count == 3)
    }

    @Test("A POST that a foreign transport error ends may have arrived") func foreignErrorOfPost() async throws {
        struct Foreign: Error {}
        let stub = StubTransport { _ in throw Foreign() }
        let client = try client(stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .post("posts")) }
        #expect(error?.mayHaveArrived == true)
        #expect(stub.requests.count == 1)
    }

    @Test("The final error lists every attempt") func exhausted() async throws {
        let stub = StubTransport()
            .on(.get, "posts", .status(503), .failure(NoticeBoardError(.connectionLost)), .status(500), .status(200))
        let client = try client(stub)
        let error = error(await advancingClock { try await client.response(for: posts) })
        #expect(error?.status == 500)
        #expect(
            error?.attempts == [
                .init(status: 503), .init(cause: .connectionLost, delay: 0.3), .init(status: 500, delay: 0.6),
            ])
        #expect(error?.requestID == stub.requests.first?.requestID)
        #expect(Set(stub.requests.map(\.requestID)).count == 1)
    }

    @Test("An app's interceptor sees every attempt in the error") func seenOnTheWay() async throws {
        struct AttemptCountRecorder: HTTPInterceptor {
            let received = Locked<[Int]>([])

            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                do { return try await next(request) } catch let error as NoticeBoardError {
                    received.withLock { $0.append(error.attempts.count) }
                    throw error
                }
            }
        }
        let reference = AttemptCountRecorder()
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), retry: RetryPolicy(firstWait: 0))
        configuration.interceptors = [reference]
        configuration.time = clock.time
        let client = APIClient(configuration, transport: StubTransport { _ in throw NoticeBoardError(.connectionLost) })
        _ = await advancingClock { try await client.response(for: posts) }
        #expect(reference.received.withLock { $0 } == [3])
    }

    @Test("Waits double up to the maximum with reproducible random jitter")
    func backOff() async throws {
        let policy = RetryPolicy(attempts: 8, firstWait: 1, longestWait: 10, budget: 100)
        func waits(_ random: @escaping @Sendable () -> Double) async throws -> [Double] {
            let earlier = clock.asked.count
            let client = try client(StubTransport { _ in HTTPResponse(status: 503) }, policy, random: random)
            _ = await advancingClock { try await client.response(for: posts) }
            return Array(clock.asked.dropFirst(earlier))
        }
        func seeded(_ seed: UInt64) -> @Sendable () -> Double {
            let random = Locked(SeededRandom(seed: seed))
            return { random.withLock { .random(in: 0...1, using: &$0) } }
        }
        let most: [Double] = [1, 2, 4, 8, 10, 10, 10]
        #expect(try await waits { 1 } == most)
        #expect(try await waits { 0 } == most.map { _ in 0 })
        let (one, again, other) = (try await waits(seeded(7)), try await waits(seeded(7)), try await waits(seeded(8)))
        #expect(one == again)
        #expect(one != other)
        #expect(zip(one, most).allSatisfy { 0...$1 ~= $0 })
        #expect(Set(one).count == 7)
    }

    @Test(
        "Waits for the seconds or the date given in Retry-After",
        arguments: [
            ("7", 7.0), ("0", 0.3), ("Fri, 20 Nov 2026 08:00:09 GMT", 9.0),
            ("Fri, 20 Nov 2026 07:00:00 GMT", 0.3), ("Sun, 06 Nov 1994 08:49:37 GMT", 0.3),
            ("soon", 0.3), ("-5", 0.3), ("Fri, 31 Feb 2026 08:00:09 GMT", 0.3), ("", 0.3), ("7.5", 0.3), ("٧", 0.3),
        ])
    func retryAfter(text: String, expected: Double) async throws {
        let headers: HTTPHeaders = [.retryAfter: text, .date: "Fri, 20 Nov 2026 08:00:00 GMT"]
        let client = try client(StubTransport().on(.get, "posts", .status(429, headers: headers), .status(200)))
        _ = try await advancingClock { try await client.response(for: posts) }.get()
        #expect(clock.asked == [expected])
    }

    @Test(
        "Does not retry when Retry-After exceeds the longest wait",
        arguments: [("31", 31.0), ("99999999999999999999999", 1e9), ("Fri, 20 Nov 2026 09:00:00 GMT", 3600)])
    func absurdRetryAfter(text: String, expected: Double) async throws {
        let headers: HTTPHeaders = [.retryAfter: text, .date: "Fri, 20 Nov 2026 08:00:00 GMT"]
        let stub = StubTransport().on(.get, "posts", .status(503, headers: headers))
        let client = try client(stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(error?.remedy == .retry(after: expected))
        #expect(clock.asked.isEmpty)
    }

    @Test("Retries only calls that may be sent twice") func repeating() async throws {
        let key = EndpointRequest.post("posts").withIdempotencyKey("k")
        for (endpoint, count) in [
            (EndpointRequest.post("posts"), 1), (key, 3), (.put("posts"), 3), (.delete("posts"), 3),
            (.get("withdraw").with { $0.options.retries = .never }, 1),
            (.get("refresh").with { $0.options.retries = .never }, 1),
            (.post("posts").with { $0.options.retries = .always }, 3),
            (key.with { $0.options.retries = .never }, 1),
        ] {
            let stub = StubTransport { _ in HTTPResponse(status: 503) }
            let client = try client(stub)
            _ = await advancingClock { try await client.response(for: endpoint) }
            #expect(stub.requests.count == count, "\(endpoint.method) \(endpoint.path)")
            #expect(Set(stub.requests.map { $0.headers[.idempotencyKey] }).count == 1)
        }
    }

    @Test("The retry budget follows the server's failures and successes")
    func budget() async throws {
        let isDead = Locked(true)
        let stub = StubTransport { _ in HTTPResponse(status: isDead.withLock { $0 } ? 503 : 200) }
        let client = try client(stub, RetryPolicy(attempts: 3, budget: 5))
        for _ in 0..<10 { _ = await advancingClock { try await client.response(for: posts) } }
        #expect(stub.requests.count == 10 + 5)
        isDead.withLock { $0 = false }
        for _ in 0..<10 { _ = try await client.response(for: posts) }
        isDead.withLock { $0 = true }
        _ = await advancingClock { try await client.response(for: posts) }
        // Ten responses earned one retry.
        #expect(stub.requests.count == 15 + 10 + 2)
    }

    @Test("The budget does not deny the first retry of a lost connection") func lostConnections() async throws {
        let stub = StubTransport { _ in throw NoticeBoardError(.connectionLost) }
        let client = try client(stub, RetryPolicy(attempts: 3, budget: 2))
        for _ in 0..<10 { _ = await advancingClock { try await client.response(for: posts) } }
        // Ten calls, ten first retries, and no second retry once the budget is used up.
        #expect((20...22).contains(stub.requests.count))
    }

    @Test("A budget of 0 allows no retry") func noBudget() async throws {
        let stub = StubTransport { _ in throw NoticeBoardError(.connectionLost) }
        let client = try client(stub, RetryPolicy(attempts: 3, budget: 0))
        _ = await advancingClock { try await client.response(for: posts) }
        #expect(stub.requests.count == 1)
    }

    @Test("A successful retry returns its cost to the budget") func helpfulRetries() async throws {
        let number = Locked(0)
        let stub = StubTransport { _ in
            HTTPResponse(
                status: number.withLock { number in
                    number += 1; return number % 2 == 1 ? 503 : 200
                })
        }
        let client = try client(stub, RetryPolicy(budget: 1))
        for _ in 0..<20 { _ = try await advancingClock { try await client.response(for: posts) }.get() }
        #expect(stub.requests.count == 40)
    }

    @Test("Cancelling ends a call at once in every phase", arguments: 0..<3)
    func cancellation(phase: Int) async throws {
        let (first, second) = (Gate(), Gate())
        if phase > 0 { first.open() }
        let stub = StubTransport()
            .on(.get, "posts", StubAnswer.status(503).held(at: first), StubAnswer.status(200).held(at: second))
        let client = try client(stub)
        let call = Task { try await client.response(for: posts) }
        await first.waitForArrivals(1)
        if phase > 0 { await clock.waitForSleepers(1) }
        if phase > 1 {
            clock.advanceToNext()
            await second.waitForArrivals(1)
        }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(stub.requests.count == (phase > 1 ? 2 : 1))
        #expect(clock.pending.isEmpty)
    }

    @Test("An exhausted budget refills over time") func budgetInTime() async throws {
        let answers: [StubAnswer] = [
            .failure(NoticeBoardError(.noNetwork)), .status(503), .status(200), .status(503), .status(503), .status(503),
            .status(503), .status(200),
        ]
        let stub = answers.reduce(StubTransport()) { $0.on(.get, "posts", $1) }
        let client = try client(stub, RetryPolicy(attempts: 2, budget: 1))
        func sent() async -> Int {
            let before = stub.requests.count
            _ = await advancingClock { try await client.response(for: posts) }
            return stub.requests.count - before
        }
        #expect(await sent() == 1)
        #expect(await sent() == 2)
        // A retry that helped returned its cost; one that did not has used up the budget.
        #expect(await sent() == 2)
        #expect(await sent() == 1)
        clock.advance(by: 10)
        #expect(await sent() == 2)
    }
}
