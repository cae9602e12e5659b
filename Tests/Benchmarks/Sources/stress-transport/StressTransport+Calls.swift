import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension StressTransport {
    /// How the calls of each kind ended.
    private struct Outcomes: Sendable {
        var counts: [String: Int] = [:]

        mutating func add(_ outcome: String) { counts[outcome, default: 0] += 1 }

        mutating func add(_ others: Outcomes) { counts.merge(others.counts, uniquingKeysWith: +) }
    }

    /// Sends calls to a server that may close connections at any moment, and prints how they ended.
    static func calls(_ arguments: [String]) async throws {
        guard arguments.count == 2, let url = URL(string: arguments[0]), let count = Int(arguments[1]) else {
            FileHandle.standardError.write(Data("stress-transport: calls URL COUNT\n".utf8))
            exit(1)
        }
        var configuration = APIClient.Configuration(baseURL: url)
        configuration.retry = RetryPolicy(attempts: 5, firstWait: 0.05, budget: 1_000_000)
        configuration.defaults.timeout = 30
        let client = APIClient(configuration)
        let lanes = 32
        let all = await withTaskGroup(of: Outcomes.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var outcomes = Outcomes()
                    for number in stride(from: lane, to: count, by: lanes) { outcomes.add(await call(number, by: client)) }
                    return outcomes
                }
            }
            var all = Outcomes()
            for await some in group { all.add(some) }
            return all
        }
        for (outcome, number) in all.counts.sorted(by: { $0.key < $1.key }) { print("\(outcome): \(number)") }
    }

    private static func call(_ number: Int, by client: APIClient) async -> String {
        let isPost = number % 2 == 1
        let endpoint: EndpointRequest =
            isPost ? .post("posts/\(number)", body: .json(["number": number])) : .get("posts/\(number)")
        do {
            try await client.response(for: endpoint)
            return isPost ? "POST answered" : "GET answered"
        } catch {
            let code = (error as? NoticeBoardError).map { "\($0.code)" } ?? "\(error)"
            return (isPost ? "POST " : "GET ") + code
        }
    }
}
