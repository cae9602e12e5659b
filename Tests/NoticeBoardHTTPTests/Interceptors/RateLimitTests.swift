import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Rate limit", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RateLimitTests {
    private let clock = ManualClock(now: 100)
    private let posts = EndpointRequest.get("posts")

    private func client(
        _ limit: RateLimit, _ transport: any HTTPTransport, retry: RetryPolicy = .never, timeout: Double? = nil
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: retry)
        configuration.rateLimit = limit
        configuration.defaults.timeout = timeout
        configuration.time = clock.time
        configuration.random = { 1 }
        return APIClient(configuration, transport: transport)
    }

    /// A transport that records when each request was sent.
    private func recorder(_ status: HTTPStatus = 200) -> (StubTransport, Locked<[Double]>) {
        let times = Locked<[Double]>([])
        let clock = clock
        let stub = StubTransport { _ in
            times.withLock { $0.append(clock.now) }
            return HTTPResponse(status: status)
        }
        return (stub, times)
    }

    @Test("Sends as many as the limit allows at once, the rest in later periods") func periods() async throws {
        let (stub, times) = recorder()
        let client = try client(RateLimit(3, per: 10), stub)
        let calls = (0..<7).map { _ in Task { try await client.response(for: posts) } }
        for sent in [3, 6] {
            await clock.waitForSleepers(1)
            #expect(await eventually { times.withLock(\.count) == sent })
            clock.advanceToNext()
        }
        for call in calls { _ = try await call.value }
        #expect(times.withLock { $0 } == [100, 100, 100, 110, 110, 110, 120])
    }

    @Test("Never sends more than the limit within a period, whenever calls are made", arguments: UInt64(1)...20) func anyPeriod(
        seed: UInt64
    ) async throws {
        var random = SeededRandom(seed: seed)
        let limit = RateLimit(.random(in: 1...4, using: &random), per: .random(in: 1...5, using: &random))
        let (stub, times) = recorder()
        let client = try client(limit, stub)
        var calls: [Task<HTTPResponse, any Error>] = []
        for _ in 0..<20 {
            calls.append(Task { try await client.response(for: posts) })
            if Bool.random(using: &random) { clock.advance(by: .random(in: 0...2, using: &random)) }
        }
        let turner = Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advanceToNext()
            }
        }
        defer { turner.cancel() }
        for call in calls { _ = try await call.value }
        let sent = times.withLock { $0 }.sorted()
        #expect(sent.count == 20)
        // A request is sent a little after its turn, so that only its turn has a known earliest time.
        for (index, time) in sent.enumerated() {
            #expect(time >= 100 + Double(index / limit.requests) * limit.seconds)
        }
    }

    @Test("A cancelled call gives its turn to the next") func cancelled() async throws {
        let (stub, times) = recorder()
        let client = try client(RateLimit(1, per: 10), stub)
        _ = try await client.response(for: posts)
        let waiting = (0..<50).map { _ in Task { try await client.response(for: posts) } }
        await clock.waitForSleepers(1)
        for call in waiting { call.cancel() }
        for call in waiting { await #expect(throws: CancellationError.self) { try await call.value } }
        let next = Task { try await client.response(for: posts) }
        clock.advanceToNext()
        _ = try await next.value
        #expect(times.withLock { $0 } == [100, 110])
    }

    @Test("Counts retries, and clients that are made from it share its turns") func shared() async throws {
        let (stub, times) = recorder(503)
        let first = try client(RateLimit(1, per: 10), stub, retry: RetryPolicy(attempts: 2, firstWait: 1))
        let second = first.authorized(by: .bearer("other"))
        let turner = Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advanceToNext()
            }
        }
        defer { turner.cancel() }
        _ = try? await first.response(for: posts)
        _ = try? await second.response(for: posts)
        #expect(times.withLock { $0 } == [100, 110, 120, 130])
    }

    @Test("A call whose timeout passes while it waits its turn was not sent") func timeout() async throws {
        let (stub, times) = recorder()
        let client = try client(RateLimit(1, per: 60), stub, timeout: 5)
        _ = try await client.response(for: posts)
        let late = Task { try await client.response(for: .post("orders")) }
        await clock.waitForSleepers(2)
        clock.advance(by: 5)
        let error = await #expect(throws: NoticeBoardError.self) { try await late.value }
        #expect(error?.code == .timedOut)
        #expect(error?.mayHaveArrived == false)
        #expect(times.withLock(\.count) == 1)
    }

    @Test("A call that got its turn and then timed out may have arrived") func timeoutAfterTurn() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            try await gate.pass()
            return HTTPResponse(status: 200)
        }
        let client = try client(RateLimit(1, per: 60), stub, timeout: 5)
        let late = Task { try await client.response(for: .post("orders")) }
        await clock.waitForSleepers(1)
        #expect(await eventually { stub.requests.count == 1 })
        clock.advance(by: 5)
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await late.value }
        #expect(error?.code == .timedOut)
        #expect(error?.mayHaveArrived == true)
    }

    @Test("A limit of less than one request lets one through") func leastLimit() {
        #expect(RateLimit(0, per: -1) == RateLimit(1, per: 0))
    }
}
