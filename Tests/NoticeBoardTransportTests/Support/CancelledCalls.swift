import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

/// Calls over a real socket, each cancelled at a random moment, and their outcomes.
///
/// Each call must end exactly once, with a response or with a cancellation.
struct CancelledCalls: Sendable {
    var (answered, cancelled, connections) = (0, 0, 0)
    /// Descriptions of all other outcomes.
    var strange: [String] = []

    /// Sends `count` calls to a server that responds at once, in chunks or never.
    static func made(_ count: Int, over transport: any HTTPTransport, by trials: RandomTrials) async throws -> CancelledCalls {
        let body = Data(repeating: 7, count: 20_000)
        let server = try LoopbackServer { request in
            switch request.number % 4 {
            case 0: .silence
            case 1: .chunked([body, body])
            default: .response(200, body: body)
            }
        }
        defer { server.stop() }
        guard let origin = HTTPOrigin(server.url()) else { throw URLError(.badURL) }
        let workers = 25
        return await withTaskGroup(of: CancelledCalls.self) { group in
            for worker in 0..<workers {
                let share = count / workers + (worker < count % workers ? 1 : 0)
                let random = SeededRandom(seed: trials.seed &+ UInt64(worker))
                group.addTask { await made(share, random) { try await transport.send(HTTPRequest(origin: origin, target: "/")) } }
            }
            var all = CancelledCalls()
            for await some in group { all.add(some) }
            all.connections = server.connections
            return all
        }
    }

    private static func made(
        _ count: Int, _ random: SeededRandom, send: @escaping @Sendable () async throws -> HTTPResponse
    ) async -> CancelledCalls {
        var (calls, random) = (CancelledCalls(), random)
        for _ in 0..<count {
            let call = Task { try await send() }
            // Yields a random number of times instead of sleeping, so that cancellations hit every phase.
            for _ in 0..<(1 << random.below(12)) { await Task.yield() }
            call.cancel()
            switch await call.result {
            case .success(let response) where response.status == 200: calls.answered += 1
            case .failure(let error) where error is CancellationError: calls.cancelled += 1
            case let other: calls.strange.append("\(other)")
            }
        }
        return calls
    }

    private mutating func add(_ more: CancelledCalls) {
        answered += more.answered
        cancelled += more.cancelled
        strange += more.strange
    }
}
