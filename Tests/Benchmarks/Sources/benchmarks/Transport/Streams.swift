import BareCurl
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

/// Responses that are read while they arrive.
enum Streams {
    static let subjects = [
        Subject(name: "stream", summary: "stream 1 GB, beside libcurl alone with the same buffer; needs nginx") {
            try await bytes($0)
        },
        Subject(name: "events", summary: "events a second: in a loop, on the main actor, and by next() there") {
            try await events($0)
        },
    ]

    // MARK: - 1 GB

    private static func bytes(_ settings: Settings) async throws {
        let size = settings.choose(1 << 30, quick: 1 << 20)
        try await Transports.withServer(["page": Data("{}".utf8)]) { server, origin in
            let source = server.folder.appendingPathComponent("bulk")
            _ = FileManager.default.createFile(atPath: source.path, contents: nil)
            try FileHandle(forWritingTo: source).truncate(atOffset: UInt64(size))
            let transport = SystemTransport()
            let request = HTTPRequest(origin: origin, target: "/bulk")
            let contest = Contest(
                contenders: [
                    Contender("stream 1 GB, SystemTransport") {
                        blockingTask { (try? await count(transport.stream(request).body)) ?? 0 }
                    },
                    Contender("libcurl alone, a buffer of 64 KB") { Int(bare_curl_read("\(origin.text)/bulk", 64 << 10)) },
                ], rounds: settings.choose(15, quick: 1))
            let results = contest.measure()
            for (contender, result) in zip(contest.contenders, results) {
                let rate = Double(size) / 1e6 / (result.median / 1e9)
                line(contender.name, String(format: "%7.0f MB/s", rate), result.result == size ? "" : "NOT ALL READ")
            }
            let pairs = zip(results[0].nanoseconds, results[1].nanoseconds).map { $1 / $0 }.sorted()
            let ratio = pairs[pairs.count / 2]
            line("by libcurl's, median of pairs", String(format: "%.2f", ratio), Goal.atLeast(0.8).verdict(ratio))
            try await growth(transport.stream(request).body, settings)
        }
    }

    private static func count(_ body: HTTPByteStream) async throws -> Int {
        var count = 0
        for try await piece in body { count += piece.count }
        return count
    }

    /// Reads slowly, and prints by how much the process grew.
    private static func growth(_ body: HTTPByteStream, _ settings: Settings) async throws {
        let limit = settings.choose(256 << 20, quick: 1 << 20)
        var (read, first, most) = (0, 0, 0)
        for try await piece in body {
            read += piece.count
            if read % (64 << 10) < piece.count { try await Task.sleep(nanoseconds: 500_000) }
            if first == 0, read > 2 << 20 { first = resident() }
            if read % (4 << 20) < piece.count { most = max(most, resident()) }
            if read >= limit { break }
        }
        let grown = Double(max(most - first, 0)) / 1_048_576
        line("growth with a slow reader", String(format: "%.1f MiB", grown), Goal.atMost(2).verdict(grown))
    }

    /// The bytes that the process has in memory, on Linux.
    private static func resident() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
    }

    // MARK: - Events

    private static func events(_ settings: Settings) async throws {
        let event = Array("id: 12345\nevent: changed\ndata: {\"board\": 1, \"post\": 12345}\n\n".utf8)
        let total = settings.choose(400_000, quick: 1_000)
        for size in [1, 100] {
            let server = try LoopbackServer { _ in
                LoopbackAnswer([
                    .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"),
                    .repeatedBody(Array(repeatElement(event, count: size).joined()), times: total / size), .close,
                ])
            }
            defer { server.stop() }
            let client = APIClient(baseURL: server.url())
            print("\n\(total) events, written \(size) at a time by a server in this process; the best of three")
            try await row("for await off the main actor", total, .atLeast(200_000)) { try await loop(client) }
            try await row("for await on the main actor", total, .atLeast(100_000)) { try await loopOnMain(client) }
            try await row("next() on the main actor", total, .atLeast(40_000)) { try await nextOnMain(client) }
        }
    }

    private static func row(_ name: String, _ total: Int, _ goal: Goal, _ run: () async throws -> Int) async throws {
        let clock = ContinuousClock()
        var best = 0.0
        var isWhole = true
        for _ in 0..<3 {
            let start = clock.now
            isWhole = try await run() == total && isWhole
            let duration = start.duration(to: clock.now).components
            best = max(best, Double(total) / (Double(duration.seconds) + Double(duration.attoseconds) / 1e18))
        }
        line(name, String(format: "%9.0f /s", best), goal.verdict(best), isWhole ? "" : "NOT ALL READ")
    }

    private static func body(_ client: APIClient) async throws -> ServerEvents {
        try await client.stream(for: .get("events")).body.events()
    }

    private static func loop(_ client: APIClient) async throws -> Int {
        var count = 0
        for try await _ in try await body(client) { count += 1 }
        return count
    }

    @MainActor private static func loopOnMain(_ client: APIClient) async throws -> Int {
        var count = 0
        for try await _ in try await body(client) { count += 1 }
        return count
    }

    @MainActor private static func nextOnMain(_ client: APIClient) async throws -> Int {
        let events = try await body(client).makeAsyncIterator()
        var count = 0
        while try await events.next() != nil { count += 1 }
        return count
    }
}
