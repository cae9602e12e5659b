import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Extreme numeric values", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ExtremeNumbersTests {
    private static let integers = [Int.min, -1, 0, 1, 65_536, Int.max / 2, Int.max]
    private static let seconds = [Double.nan, -Double.infinity, -1, 0, 1e-300]

    #if os(macOS) || os(Linux)
        @Test("Calls succeed with any number of connections per host", arguments: integers, TransportKind.allCases)
        func connections(count: Int, kind: TransportKind) async {
            await #expect(processExitsWith: .success) { [count = count as Int, kind = kind.rawValue as String] in
                let server = try LoopbackServer { _ in .json("{}") }
                let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
                let kind = try #require(TransportKind(rawValue: kind))
                let transport = try kind.make(connectionsPerHost: count)
                for _ in 0..<3 { #expect(try await transport.send(request).status == 200) }
            }
        }
    #endif

    @Test("The smallest response limit refuses the body", arguments: TransportKind.allCases)
    func limits(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let options = HTTPRequest.Options(responseLimit: .min)
        let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/", options: options)
        let transport = try kind.make()
        let error = await #expect(throws: NoticeBoardError.self) { try await transport.send(request) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test("Sleeping for an invalid, zero or negligible duration returns without an error", arguments: seconds) func pauses(
        seconds: Double
    ) async throws {
        try await TimeSource.system.sleep(seconds)
    }

    @Test("Retries continue with invalid, zero or negligible waits", arguments: seconds) func retries(seconds: Double)
        async throws
    {
        let stub = StubTransport { _ in HTTPResponse(status: 503) }
        let policy = RetryPolicy(attempts: 3, firstWait: seconds, longestWait: seconds, budget: .max)
        let base = try #require(URL(string: "https://host"))
        let client = APIClient(APIClient.Configuration(baseURL: base, retry: policy), transport: stub)
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(stub.requests.count == 3)
    }

    @Test("Infinite waits become finite", arguments: [0, 1e-300, 1]) func endless(random: Double) async throws {
        let waits = Locked<[Double]>([])
        let stub = StubTransport { _ in HTTPResponse(status: 503) }
        let policy = RetryPolicy(attempts: 3, firstWait: .infinity, longestWait: .infinity)
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: policy)
        configuration.time = TimeSource(now: { 0 }, sleep: { seconds in waits.withLock { $0.append(seconds) } })
        configuration.random = { random }
        let client = APIClient(configuration, transport: stub)
        await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }
        #expect(waits.withLock { $0.count } == 2)
        #expect(waits.withLock { $0.allSatisfy { $0 >= 0 && $0.isFinite } })
    }

    @Test("An invalid or zero timeout fails the call as timed out", arguments: [Double.nan, -Double.infinity, -1, 0])
    func deadlines(seconds: Double) async throws {
        let base = try #require(URL(string: "https://host"))
        let client = APIClient(APIClient.Configuration(baseURL: base), transport: StubTransport { _ in .init(status: 200) })
        let call = EndpointRequest.get("a", options: .init(timeout: seconds))
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) }
        #expect(error?.code == .timedOut)
    }

    @Test("Any integer is a status that can be accepted", arguments: [Int.min, -1, 0, Int.max - 1, Int.max])
    func statuses(number: Int) {
        let status = HTTPStatus(rawValue: number)
        #expect(!StatusValidation.success.accepts(status))
        #expect(StatusValidation.success.or(status).accepts(status))
        #expect(StatusValidation.any.accepts(status))
    }

    @Test("A validation of an empty range accepts nothing") func emptyRange() {
        #expect(!StatusValidation(200..<200).accepts(200))
        #expect(!StatusValidation(Int.min..<Int.min).accepts(HTTPStatus(rawValue: .min)))
    }
}
