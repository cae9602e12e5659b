import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

extension CancelledCalls {
    /// Opens `count` streams, each cancelled before the head, between pieces or while it is paused, and counts what became of them.
    static func streamed(_ count: Int, by trials: RandomTrials) async throws -> CancelledCalls {
        let server = try LoopbackServer { request in
            switch request.number % 4 {
            case 0: .silence
            case 1: .silenceAfterHeaders
            case 2: .huge(bytes: 1 << 21)
            default: .chunked([Data(repeating: 7, count: 20_000), Data(repeating: 8, count: 20_000)])
            }
        }
        defer { server.stop() }
        guard let origin = HTTPOrigin(server.url()) else { throw URLError(.badURL) }
        let transport = SystemTransport(connectionsPerHost: 32)
        let request = HTTPRequest(origin: origin, target: "/")
        let workers = 25
        var all = await withTaskGroup(of: CancelledCalls.self) { group in
            for worker in 0..<workers {
                let share = count / workers + (worker < count % workers ? 1 : 0)
                let random = SeededRandom(seed: trials.seed &+ UInt64(worker))
                group.addTask { await streamed(share, random, request, over: transport) }
            }
            var all = CancelledCalls()
            for await some in group {
                all.answered += some.answered
                all.cancelled += some.cancelled
                all.strange += some.strange
            }
            return all
        }
        all.connections = server.connections
        return all
    }

    private static func streamed(
        _ count: Int, _ random: SeededRandom, _ request: HTTPRequest, over transport: SystemTransport
    ) async -> CancelledCalls {
        var (calls, random) = (CancelledCalls(), random)
        for _ in 0..<count {
            let isReading = random.below(3) > 0
            let stream = Task {
                let response = try await transport.stream(request)
                // One that does not read pauses the transfer.
                guard isReading else { return try await Task.sleep(nanoseconds: 1_000_000_000) }
                for try await _ in response.body {}
                try Task.checkCancellation()
            }
            // A random moment, so that cancellations hit every phase.
            for _ in 0..<(1 << random.below(12)) { await Task.yield() }
            stream.cancel()
            switch await stream.result {
            case .success: calls.answered += 1
            case .failure(let error) where error is CancellationError: calls.cancelled += 1
            case .failure(let error): calls.strange.append("\(error)")
            }
        }
        return calls
    }
}
