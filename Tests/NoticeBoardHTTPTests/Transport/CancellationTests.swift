import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Cancellation over a real socket", .timeLimit(.minutes(4))) struct CancellationTests {
    private let transport = URLSessionTransport(connectionsPerHost: 32)

    private func request(_ server: LoopbackServer) throws -> HTTPRequest {
        HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
    }

    @Test("A task that is cancelled already sends nothing") func before() async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let asked = try request(server)
        let gate = Gate()
        let call = Task {
            await gate.arrived(1)
            return try await transport.send(asked)
        }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.connections == 0)
    }

    @Test(
        "Cancelling ends the call at once and the server sees it go", arguments: [LoopbackAnswer.silence, .silenceAfterHeaders])
    func whileWaiting(answer: LoopbackAnswer) async throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let asked = try request(server)
        let call = Task { try await transport.send(asked) }
        await server.received(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.finished(1)
    }

    @Test("Cancelling one call leaves the others alone") func others() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
        defer { server.stop() }
        let asked = try request(server)
        let calls = (0..<20).map { _ in Task { try await transport.send(asked) } }
        await gate.arrived(20)
        for call in calls.prefix(10) { call.cancel() }
        for call in calls.prefix(10) { await #expect(throws: CancellationError.self) { try await call.value } }
        gate.open()
        for call in calls.suffix(10) { #expect(try await call.value.status == 200) }
    }

    @Test("Cancelled at thousands of random moments, each call ends once, with its answer or as cancelled") func random()
        async throws
    {
        let body = Data(repeating: 7, count: 20_000)
        let server = try LoopbackServer { request in
            // Some answers come whole, some in pieces, some never.
            switch request.number % 4 {
            case 0: .silence
            case 1: .chunked([body, body])
            default: .response(200, body: body)
            }
        }
        defer { server.stop() }
        let effort = Int(ProcessInfo.processInfo.environment["NOTICEBOARD_EFFORT"] ?? "") ?? 1
        let seed = ProcessInfo.processInfo.environment["NOTICEBOARD_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
        let asked = try request(server)
        let counts = try await withThrowingTaskGroup(of: (answered: Int, cancelled: Int).self) { group in
            for worker in 0..<25 {
                group.addTask { try await cancelOften(asked, times: 200 * effort, seed: seed &+ UInt64(worker)) }
            }
            return try await group.reduce(into: (answered: 0, cancelled: 0)) {
                ($0.answered, $0.cancelled) = ($0.answered + $1.answered, $0.cancelled + $1.cancelled)
            }
        }
        #expect(counts.answered + counts.cancelled == 5000 * effort, "seed \(seed)")
        #expect(counts.cancelled > 1000 * effort, "seed \(seed)")
        print("cancellation: \(counts.answered) answered, \(counts.cancelled) cancelled, \(server.connections) connections")
    }

    /// Each call is cancelled after a random number of steps of another task: before it began, while it waits, or too late.
    private func cancelOften(_ request: HTTPRequest, times: Int, seed: UInt64) async throws -> (answered: Int, cancelled: Int) {
        var random = SeededRandom(seed: seed)
        var counts = (answered: 0, cancelled: 0)
        for _ in 0..<times {
            let call = Task { try await transport.send(request) }
            // The wait is a piece of work and no time: long enough, on the whole, for every phase to be hit.
            for _ in 0..<(1 << (random.next() % 12)) { await Task.yield() }
            call.cancel()
            do {
                #expect(try await call.value.status == 200)
                counts.answered += 1
            } catch is CancellationError {
                counts.cancelled += 1
            }
        }
        return counts
    }
}
