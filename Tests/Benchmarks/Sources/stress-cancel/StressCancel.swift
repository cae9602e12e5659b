import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

/// Cancels calls over a real socket at random moments: `stress-cancel [COUNT]`, 100,000 when nothing is said.
///
/// A call must end once, with its answer or as cancelled. A hang shows as one, with the seed printed before it.
@main enum StressCancel {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        let seed = ProcessInfo.processInfo.environment["NOTICEBOARD_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
        FileHandle.standardError.write(Data("stress-cancel: \(count) calls, seed \(seed)\n".utf8))
        let body = Data(repeating: 7, count: 20_000)
        let server = try LoopbackServer { request in
            switch request.number % 4 {
            case 0: .silence
            case 1: .chunked([body, body])
            default: .response(200, body: body)
            }
        }
        defer { server.stop() }
        guard let origin = HTTPOrigin(server.url()) else { return }
        let request = HTTPRequest(origin: origin, target: "/")
        let transport = URLSessionTransport(connectionsPerHost: 32)
        let workers = 25
        let totals = await withTaskGroup(of: Totals.self) { group in
            for worker in 0..<workers {
                let share = count / workers + (worker < count % workers ? 1 : 0)
                group.addTask { await cancelOften(transport, request, times: share, seed: seed &+ UInt64(worker)) }
            }
            var totals = Totals()
            for await more in group { totals.add(more) }
            return totals
        }
        print("stress-cancel: \(totals.answered) answered, \(totals.cancelled) cancelled, \(totals.other) otherwise")
        guard totals.other == 0, totals.answered + totals.cancelled == count else { exit(1) }
    }

    struct Totals: Sendable {
        var answered = 0, cancelled = 0, other = 0

        mutating func add(_ more: Totals) {
            answered += more.answered
            cancelled += more.cancelled
            other += more.other
        }
    }

    private static func cancelOften(_ transport: URLSessionTransport, _ request: HTTPRequest, times: Int, seed: UInt64) async
        -> Totals
    {
        var random = SeededRandom(seed: seed)
        var totals = Totals()
        for _ in 0..<times {
            let call = Task { try await transport.send(request) }
            // Work and no time: a random number of other tasks' turns, so that every phase is hit.
            for _ in 0..<(1 << (random.next() % 12)) { await Task.yield() }
            call.cancel()
            switch await call.result {
            case .success: totals.answered += 1
            case .failure(let error) where error is CancellationError: totals.cancelled += 1
            case .failure(let error):
                totals.other += 1
                print("stress-cancel: \(error)")
            }
        }
        return totals
    }
}
