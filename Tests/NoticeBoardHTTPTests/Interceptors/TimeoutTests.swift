import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Timeout", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TimeoutTests {
    private let clock = ManualClock()
    private let gate = Gate()
    private let posts = EndpointRequest.get("posts").with { $0.options.timeout = 5 }

    /// A client that waits 0.3 s before the first retry and 0.6 s before the second.
    private func client(_ transport: any HTTPTransport, time: TimeSource? = nil) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.time = time ?? clock.time
        configuration.random = { 1 }
        return APIClient(configuration, transport: transport)
    }

    /// The error of a call that times out at the gate.
    private func error(of endpoint: EndpointRequest, at stub: StubTransport, waits: Int = 0) async throws -> NoticeBoardError? {
        let client = try client(stub)
        let call = Task { try await client.response(for: endpoint) }
        for _ in 0..<waits {
            await clock.waitForSleepers(2)
            clock.advanceToNext()
        }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: 5)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.mayHaveArrived == true)
        #expect(error?.requestID == stub.requests.first?.requestID)
        return error
    }

    @Test("Does not start a wait that would exceed the timeout") func earlyEnd() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 503, headers: [.retryAfter: "5"]) }
        let client = try client(stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(error?.status == 503)
        #expect(error?.attempts == [.init(status: 503)])
        #expect(stub.requests.count == 1)
        // The sleep of the timeout itself, if it has begun.
        #expect(clock.asked.allSatisfy { $0 == 5 })
    }

    @Test("The error of a later attempt's timeout lists all attempts") func laterAttempt() async throws {
        let stub = StubTransport()
            .on(
                .get, "posts", .status(503), .failure(NoticeBoardError(.connectionLost)), StubAnswer.status(200).held(at: gate))
        let error = try await error(of: posts, at: stub, waits: 2)
        #expect(
            error?.attempts == [
                .init(status: 503), .init(cause: .connectionLost, delay: 0.3), .init(cause: .timedOut, delay: 0.6),
            ])
        #expect(error?.description.contains("3 attempts") == true)
    }

    @Test("The timeout of the first attempt appears in the error") func firstAttempt() async throws {
        let stub = StubTransport().on(.get, "posts", StubAnswer.status(200).held(at: gate))
        #expect(try await error(of: posts, at: stub)?.attempts == [.init(cause: .timedOut)])
    }

    @Test("Time spent in an app's interceptor counts toward the timeout") func ownInterceptor() async throws {
        struct Waiting: HTTPInterceptor {
            let gate: Gate
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                try await gate.pass()
                return try await next(request)
            }
        }
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.time = clock.time
        configuration.interceptors = [Waiting(gate: gate)]
        let client = APIClient(configuration, transport: StubTransport { _ in .init(status: 200) })
        let call = Task { try await client.response(for: posts) }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: 5)
        await #expect(throws: NoticeBoardError.self) { try await call.value }
    }

    @Test("A timed-out call that is never retried reports its attempt") func unrepeatable() async throws {
        let stub = StubTransport().on(.post, "posts", StubAnswer.status(200).held(at: gate))
        let once = EndpointRequest.post("posts").with { $0.options.timeout = 5 }
        #expect(try await error(of: once, at: stub)?.attempts == [.init(cause: .timedOut)])
    }

    @Test("The error of a timeout during a wait lists the attempt before it") func wait()
        async throws
    {
        // Models a device that slept: the wait is still running when the timeout passes.
        let (wait, timeout) = (Gate(), Gate())
        let time = TimeSource(now: { 0 }, sleep: { try await ($0 == 5 ? timeout : wait).pass() })
        let client = try client(StubTransport { _ in HTTPResponse(status: 503) }, time: time)
        let call = Task { try await client.response(for: posts) }
        await wait.waitForArrivals(1)
        timeout.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.attempts == [.init(status: 503)])
    }

    @Test("A timeout that is not above zero sends nothing", arguments: [0, -1, -Double.infinity, Double.nan])
    func over(timeout: Double) async throws {
        let stub = StubTransport()
        let client = try client(stub)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.response(for: posts.with { $0.options.timeout = timeout })
        }
        #expect(error?.code == .timedOut)
        #expect(error?.attempts == [.init()])
        #expect(error?.mayHaveArrived == false)
        #expect(stub.requests.isEmpty)
    }

    @Test("Cancelling before the timeout throws CancellationError") func cancelled() async throws {
        let stub = StubTransport().on(.get, "posts", .status(503), StubAnswer.status(200).held(at: gate))
        let client = try client(stub)
        let call = Task { try await client.response(for: posts) }
        await clock.waitForSleepers(2)
        clock.advanceToNext()
        await gate.waitForArrivals(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test("The call runs at the priority of its caller") func priority() async throws {
        let seen = Locked<TaskPriority?>(nil)
        let stub = StubTransport { _ in
            seen.withLock { $0 = Task.currentPriority }
            return HTTPResponse(status: 200)
        }
        let client = try client(stub)
        try await Task(priority: .high) { _ = try await client.response(for: posts) }.value
        #expect(seen.withLock { $0 } == .high)
    }

    @Test("Concurrent calls list only their own attempts") func apart() async throws {
        let other = EndpointRequest.get("boards").with { $0.options.timeout = 5 }
        let stub = StubTransport()
            .on(.get, "posts", .status(503), StubAnswer.status(200).held(at: gate))
            .on(.get, "boards", .status(500), StubAnswer.status(200).held(at: gate))
        let client = try client(stub)
        let calls = [posts, other].map { endpoint in Task { try await client.response(for: endpoint) } }
        await clock.waitForSleepers(4)
        clock.advance(by: 0.3)
        await gate.waitForArrivals(2)
        clock.advance(by: 4.7)
        for (call, status) in zip(calls, [503, 500]) {
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(error?.attempts == [.init(status: status), .init(cause: .timedOut, delay: 0.3)])
        }
    }
}
