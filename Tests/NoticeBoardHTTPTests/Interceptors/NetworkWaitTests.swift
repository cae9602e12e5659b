import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Waiting for the network", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NetworkWaitTests {
    private let clock = ManualClock(now: 100)
    private let network = ManualNetwork(isOnline: false)
    private let posts = EndpointRequest.get("posts")

    private func client(
        _ transport: any HTTPTransport, waits: Double = 60, attempts: Int = 1, timeout: Double? = nil,
        loggers: [any HTTPLogger] = []
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")),
            retry: RetryPolicy(attempts: attempts, waitsForNetwork: waits), loggers: loggers)
        configuration.network = network
        configuration.defaults.timeout = timeout
        configuration.time = clock.time
        configuration.random = { 0 }
        return APIClient(configuration, transport: transport)
    }

    private func failing(_ codes: NoticeBoardError.Code..., then status: HTTPStatus = 200) -> StubTransport {
        let failures = Locked(codes)
        return StubTransport { _ in
            let code = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let code { throw NoticeBoardError(code) }
            return HTTPResponse(status: status)
        }
    }

    @Test(
        "A call that fails without a network is sent again as soon as it returns",
        arguments: [NoticeBoardError.Code.noNetwork, .unreachable, .connectionLost, .proxyUnreachable])
    func sentAgain(code: NoticeBoardError.Code) async throws {
        let stub = failing(code)
        let client = try client(stub)
        let call = Task { try await client.response(for: posts) }
        await network.waitForReaders(1)
        #expect(stub.requests.count == 1)
        network.isOnline = true
        let response = try await call.value
        #expect(response.status == 200)
        #expect(stub.requests.count == 2)
        #expect(clock.now == 100)
    }

    @Test("Without the policy, a call fails at once") func off() async throws {
        let stub = failing(.noNetwork)
        let client = try client(stub, waits: 0)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(error?.code == .noNetwork)
        #expect(network.readers == 0)
    }

    @Test("A call that may have arrived is not sent again, and fails at once") func mayHaveArrived() async throws {
        let stub = failing(.connectionLost)
        let client = try client(stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: .post("orders")) }
        #expect(error?.code == .connectionLost)
        #expect(stub.requests.count == 1)
    }

    @Test("A call that cannot have arrived is sent again, also a POST") func post() async throws {
        let stub = failing(.noNetwork)
        let client = try client(stub)
        let call = Task { try await client.response(for: .post("orders")) }
        await network.waitForReaders(1)
        network.isOnline = true
        _ = try await call.value
        #expect(stub.requests.count == 2)
    }

    @Test("A call marked as never to be retried is not") func neverRetried() async throws {
        let stub = failing(.noNetwork)
        let client = try client(stub)
        await #expect(throws: NoticeBoardError.self) {
            try await client.response(for: posts.with { $0.options.retries = .never })
        }
        #expect(stub.requests.count == 1)
    }

    @Test("A failure of the server is no missing network") func online() async throws {
        network.isOnline = true
        let stub = failing(.unreachable)
        let client = try client(stub)
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: posts) }
        #expect(stub.requests.count == 1)
    }

    @Test("A network that does not return in time ends the wait with the failure") func tooLong() async throws {
        let stub = failing(.noNetwork)
        let client = try client(stub, waits: 30)
        let call = Task { try await client.response(for: posts) }
        await clock.waitForSleepers(1)
        #expect(clock.pending == [30])
        clock.advance(by: 30)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.code == .noNetwork)
        #expect(error?.attempts.count == 1)
    }

    @Test("All waits of a call together are no longer than the policy says") func together() async throws {
        // Each request loses the network again, before the call asks for it.
        let stub = StubTransport { [network] _ in
            network.isOnline = false
            throw NoticeBoardError(.noNetwork)
        }
        let client = try client(stub, waits: 30)
        let call = Task { try await client.response(for: posts) }
        for left in [30.0, 20, 10] {
            await network.waitForReaders(1)
            await clock.waitForSleepers(1)
            #expect(clock.pending == [left])
            clock.advance(by: 10)
            guard left > 10 else { break }
            network.isOnline = true
            #expect(await eventually { stub.requests.count == 2 + Int(30 - left) / 10 })
        }
        await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(stub.requests.count == 3)
    }

    @Test("The call's timeout ends the wait") func timeout() async throws {
        let stub = failing(.noNetwork)
        let client = try client(stub, timeout: 5)
        let call = Task { try await client.response(for: .post("orders")) }
        await network.waitForReaders(1)
        await clock.waitForSleepers(2)
        #expect(clock.pending == [5, 5])
        clock.advance(by: 5)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        #expect(error?.mayHaveArrived == false)
    }

    @Test("A cancelled call ends at once, and reads no network any more") func cancelled() async throws {
        let stub = failing(.noNetwork)
        let client = try client(stub)
        let call = Task { try await client.response(for: posts) }
        await network.waitForReaders(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(await eventually { network.readers == 0 })
    }

    @Test("Calls are spread over a second after the return") func spread() async throws {
        let stub = failing(.noNetwork)
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), retry: RetryPolicy(attempts: 1, waitsForNetwork: 60))
        configuration.network = network
        configuration.time = clock.time
        configuration.random = { 0.75 }
        let client = APIClient(configuration, transport: stub)
        let call = Task { try await client.response(for: posts) }
        await network.waitForReaders(1)
        network.isOnline = true
        #expect(await eventually { clock.pending.contains(0.75) })
        clock.advance(by: 0.75)
        let response = try await call.value
        #expect(response.attempts.map(\.delay) == [0, 0.75])
    }

    @Test("If the system says that there is a network, the call is tried again after the usual wait") func disagreement()
        async throws
    {
        network.isOnline = true
        let stub = failing(.noNetwork, .noNetwork)
        let client = try client(stub)
        let call = Task { try await client.response(for: posts) }
        for wait in [0.3, 0.6] {
            #expect(await eventually { clock.pending.contains(wait) })
            clock.advance(by: wait)
        }
        _ = try await call.value
        #expect(stub.requests.count == 3)
    }

    @Test("Tries after a return take no attempt and no budget") func attempts() async throws {
        let stub = failing(.noNetwork, .noNetwork, .connectionLost)
        let client = try client(stub, attempts: 2)
        let call = Task { try await client.response(for: posts) }
        for number in 1...2 {
            // The reader of the wait before is gone when its request is sent.
            #expect(await eventually { stub.requests.count == number })
            await network.waitForReaders(1)
            network.isOnline = true
            if number == 1 { network.isOnline = false }
        }
        #expect(await eventually { clock.asked.contains(0) })
        _ = try await call.value
        #expect(stub.requests.count == 4)
    }

    @Test("The log says that a call waits for the network") func logged() async throws {
        let events = Locked<[String]>([])
        struct Log: HTTPLogger {
            let events: Locked<[String]>
            func log(_ event: HTTPEvent) { events.withLock { $0.append(event.kind.description) } }
        }
        let client = try client(failing(.noNetwork), waits: 30, loggers: [Log(events: events)])
        let call = Task { try await client.response(for: posts) }
        await network.waitForReaders(1)
        network.isOnline = true
        _ = try await call.value
        #expect(
            events.withLock { $0 }.contains(
                "attempt 1 failed with noNetwork, attempt 2 when the network returns, within 30.0 s"))
    }

    @Test("An event stream connects again as soon as the network returns") func stream() async throws {
        let stub = StubTransport()
            .on(.get, "events", .failure(NoticeBoardError(.noNetwork)))
            .on(.get, "events", .data(Data("data: hello\n\n".utf8), headers: [.contentType: "text/event-stream"]))
        let client = try client(stub)
        let reader = Task { try await client.events(for: .get("events")).first { _ in true } }
        await network.waitForReaders(1)
        network.isOnline = true
        #expect(try await reader.value?.data == "hello")
        #expect(clock.now == 100)
    }

    @Test("A call waits on if the system says only later that there is no network") func lateStatus() async throws {
        network.isOnline = true
        let stub = failing(.noNetwork)
        let client = try client(stub, waits: 30)
        let call = Task { try await client.response(for: posts) }
        #expect(await eventually { clock.pending.contains(0.3) })
        network.isOnline = false
        clock.advance(by: 0.3)
        #expect(await eventually { clock.pending.contains { $0 > 29 } })
        network.isOnline = true
        let response = try await call.value
        #expect(response.status == 200)
        #expect(stub.requests.count == 2)
    }
}
