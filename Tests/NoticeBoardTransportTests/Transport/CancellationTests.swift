import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Cancellation over a real socket", .serialized, .inTurn, .trialLimit(minutes: 1)) struct CancellationTests {
    private func request(_ server: LoopbackServer) throws -> HTTPRequest {
        HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
    }

    @Test("An already cancelled task sends nothing", arguments: TransportKind.allCases)
    func before(kind: TransportKind) async throws {
        let transport = try kind.make()
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let asked = try request(server)
        let gate = Gate()
        let call = Task {
            await gate.waitForArrivals(1)
            return try await transport.send(asked)
        }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.connections == 0)
    }

    @Test(
        "Cancelling closes the connection at once", arguments: [LoopbackAnswer.silence, .silenceAfterHeaders],
        TransportKind.allCases)
    func whileWaiting(answer: LoopbackAnswer, kind: TransportKind) async throws {
        let transport = try kind.make()
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let asked = try request(server)
        let call = Task { try await transport.send(asked) }
        await server.waitForRequests(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.waitForFinishedConnections(1)
    }

    @Test("Cancelling one call does not affect the others", arguments: TransportKind.allCases)
    func others(kind: TransportKind) async throws {
        let transport = try kind.make(connectionsPerHost: 32)
        let gate = Gate()
        let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
        defer { server.stop() }
        let asked = try request(server)
        let calls = (0..<20).map { _ in Task { try await transport.send(asked) } }
        await gate.waitForArrivals(20)
        for call in calls.prefix(10) { call.cancel() }
        for call in calls.prefix(10) { await #expect(throws: CancellationError.self) { try await call.value } }
        gate.open()
        for call in calls.suffix(10) { #expect(try await call.value.status == 200) }
    }

    @Test(
        "A call cancelled at a random moment ends once, answered or cancelled",
        arguments: TransportKind.allCases)
    func random(kind: TransportKind) async throws {
        let trials = RandomTrials()
        let count = trials.count(1500)
        let calls = try await CancelledCalls.made(count, over: kind.make(connectionsPerHost: 32), by: trials)
        #expect(calls.strange.isEmpty, "\(trials)")
        #expect(calls.answered + calls.cancelled == count, "\(trials)")
        #expect(calls.cancelled > count / 5 || trials.effort < 1, "\(trials)")
        print(
            "cancellation (\(kind)): \(calls.answered) answered, \(calls.cancelled) cancelled, \(calls.connections) connections")
    }
}
