import BareCurl
import Foundation
import NoticeBoardHTTP
import NoticeBoardKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The best transport of this system beside URLSession and, where there is one, libcurl alone in a loop of C.
enum Transports {
    static let subjects = [
        Subject(
            name: "transport", summary: "requests a second, CPU and waiting, beside URLSession and libcurl alone; needs nginx"
        ) {
            try await requests($0)
        },
        Subject(
            name: "transport-page",
            summary: "a page of 30 through the whole client, beside URLSession and JSONDecoder; needs nginx"
        ) {
            try await page($0)
        },
        Subject(name: "transport-bulk", summary: "1 GB up and down, beside libcurl alone; needs nginx") { try await bulk($0) },
    ]

    private static let port: UInt16 = 48_917

    /// Runs `work` beside a server that has these files.
    static func withServer(_ files: [String: Data], _ work: (Nginx, HTTPOrigin) async throws -> Void) async throws {
        guard let server = try Nginx(port: port, files: files) else { return print("  skipped: nginx is not installed") }
        defer { server.end() }
        guard let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1", port: Int(server.port)) else { return }
        let probe = SystemTransport()
        // It listens a moment after it was started.
        for _ in 0..<200 where (try? await probe.send(HTTPRequest(origin: origin, target: "/page"))) == nil {
            try await Task.sleep(nanoseconds: 20_000_000)
        }
        try await work(server, origin)
    }

    // MARK: - Requests

    /// What one run of many requests needed.
    private struct Run {
        var seconds = 0.0
        var cpu = 0.0
        var waits: [Double] = []
        var whole = 0

        func wait(at share: Double) -> Double { waits.isEmpty ? .infinity : waits.sorted()[Int(Double(waits.count - 1) * share)] }
    }

    private typealias Contestant = (name: String, run: (_ count: Int, _ inFlight: Int) async -> Run)

    private static func requests(_ settings: Settings) async throws {
        let body = Data(repeating: UInt8(ascii: "a"), count: 300)
        try await withServer(["page": body]) { server, origin in
            let url = "\(origin.text)/page"
            let system = SystemTransport()
            let session = URLSessionTransport()
            let request = HTTPRequest(origin: origin, target: "/page")
            let contestants: [Contestant] = [
                ("SystemTransport", { await load($0, $1) { (try? await system.send(request))?.body.count == 300 } }),
                ("URLSessionTransport", { await load($0, $1) { (try? await session.send(request))?.body.count == 300 } }),
                ("libcurl alone, a loop of C", { loop(url, $0, $1) }),
            ]
            for inFlight in [1, 8, 64] {
                try await row(contestants, inFlight, settings)
                ceiling(of: server, inFlight, settings)
            }
        }
    }

    /// The least requests a second beside the two others.
    private struct Goals {
        let besideURLSession: Double
        let besideLoop: Double
    }

    /// By the number of requests in flight.
    private static let goals = [
        1: Goals(besideURLSession: 4.2, besideLoop: 0.75), 8: Goals(besideURLSession: 9, besideLoop: 0.48),
        64: Goals(besideURLSession: 11, besideLoop: 0.7),
    ]

    private static func row(_ contestants: [Contestant], _ inFlight: Int, _ settings: Settings) async throws {
        let count = settings.choose(inFlight == 1 ? 8_000 : 20_000, quick: 64)
        let rounds = settings.choose(7, quick: 1)
        var runs = contestants.map { _ in [Run]() }
        for _ in 0..<rounds {
            for (index, contestant) in contestants.enumerated() { runs[index].append(await contestant.run(count, inFlight)) }
        }
        print("\n\(inFlight) in flight, \(count) requests of 300 bytes; the median of \(rounds) rounds in turns")
        let rates = runs.map { middle($0) { Double(count) / $0.seconds } }
        let cpus = runs.map { middle($0) { $0.cpu / Double(count) * 1e9 } }
        let late = runs.map { middle($0) { $0.wait(at: 0.99) * 1e9 } }
        for (index, contestant) in contestants.enumerated() {
            let median = middle(runs[index]) { $0.wait(at: 0.5) * 1e9 }
            let isWhole = runs[index].allSatisfy { $0.whole == count }
            line(
                contestant.name, String(format: "%8.0f /s", rates[index]), duration(cpus[index]) + " CPU",
                "p50" + duration(median),
                "p99" + duration(late[index]), isWhole ? "" : "NOT ALL ANSWERED")
        }
        let goal = goals[inFlight] ?? Goals(besideURLSession: 1, besideLoop: 1)
        let rate = Goal.atLeast(goal.besideURLSession)
        line("requests a second, by URLSession's", String(format: "%.2f", rates[0] / rates[1]), rate.verdict(rates[0] / rates[1]))
        line(
            "CPU a request, by URLSession's", String(format: "%.2f", cpus[0] / cpus[1]),
            Goal.atMost(0.17).verdict(cpus[0] / cpus[1]))
        line(
            "CPU a request, by the loop's", String(format: "%.2f", cpus[0] / cpus[2]), Goal.atMost(2.6).verdict(cpus[0] / cpus[2])
        )
        line(
            "requests a second, by the loop's", String(format: "%.2f", rates[0] / rates[2]),
            Goal.atLeast(goal.besideLoop).verdict(rates[0] / rates[2]))
        guard inFlight == 64 else { return }
        line("p99, by URLSession's", String(format: "%.2f", late[0] / late[1]), Goal.atMost(0.2).verdict(late[0] / late[1]))
    }

    /// The limit of the server itself: a faster client cannot be told apart from it.
    private static func ceiling(of server: Nginx, _ inFlight: Int, _ settings: Settings) {
        let count = settings.choose(20_000, quick: 64)
        let clock = ContinuousClock()
        let rates = (0..<settings.choose(3, quick: 1)).map { _ in
            let start = clock.now
            return Double(bare_socket_get(Int32(server.port), Int32(count), Int32(inFlight)))
                / seconds(start.duration(to: clock.now))
        }
        line("nginx's own ceiling, over bare sockets", String(format: "%8.0f /s", rates.max() ?? 0))
    }

    private static func middle(_ runs: [Run], _ value: (Run) -> Double) -> Double { runs.map(value).sorted()[runs.count / 2] }

    private static func load(_ count: Int, _ inFlight: Int, _ send: @escaping @Sendable () async -> Bool) async -> Run {
        let clock = ContinuousClock()
        let (start, cpu) = (clock.now, bare_cpu_seconds())
        var run = Run()
        await withTaskGroup(of: [Double?].self) { group in
            for worker in 0..<inFlight {
                let share = count / inFlight + (worker < count % inFlight ? 1 : 0)
                group.addTask {
                    var waits: [Double?] = []
                    waits.reserveCapacity(share)
                    for _ in 0..<share {
                        let start = clock.now
                        waits.append(await send() ? seconds(start.duration(to: clock.now)) : nil)
                    }
                    return waits
                }
            }
            for await waits in group { run.waits += waits.compactMap { $0 } }
        }
        (run.seconds, run.cpu, run.whole) = (seconds(start.duration(to: clock.now)), bare_cpu_seconds() - cpu, run.waits.count)
        return run
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private static func loop(_ url: String, _ count: Int, _ inFlight: Int) -> Run {
        let clock = ContinuousClock()
        let (start, cpu) = (clock.now, bare_cpu_seconds())
        var run = Run(waits: [Double](repeating: 0, count: count))
        run.whole = Int(bare_curl_get(url, Int32(count), Int32(inFlight), 16, &run.waits))
        (run.seconds, run.cpu) = (seconds(start.duration(to: clock.now)), bare_cpu_seconds() - cpu)
        return run
    }

    // MARK: - A page

    private static func page(_ settings: Settings) async throws {
        let body = await Bodies.page(of: 30, bytes: 12_800)
        try await withServer(["page": body]) { _, origin in
            guard let base = URL(string: origin.text), let url = URL(string: origin.text + "/posts") else { return }
            let client = NoticeBoardClient(baseURL: base)
            let session = URLSession(configuration: .ephemeral)
            let count = settings.choose(300, quick: 2)
            let contest = Contest(
                contenders: [
                    Contender("NoticeBoardClient, the whole call") {
                        blockingTask { await pages(count) { try await client.postPage(in: 1, offset: 0, limit: 30).items.count } }
                    },
                    Contender("bare URLSession + JSONDecoder") {
                        blockingTask {
                            await pages(count) {
                                let decoder = BarePost.decoder(.iso8601)
                                return try await decoder.decode(BarePost.Envelope.self, from: session.data(from: url).0).value
                                    .count
                            }
                        }
                    },
                ], rounds: settings.choose(7, quick: 1))
            let results = contest.measure()
            print("\na page of 30 posts over a socket, \(body.count) bytes; the median of \(contest.rounds) rounds of \(count)")
            for (contender, result) in zip(contest.contenders, results) {
                line(contender.name, duration(result.median / Double(count)), result.result == 30 * count ? "" : "NOT ALL READ")
            }
            let ratio = results[0].median / results[1].median
            line("the client by bare URLSession", String(format: "%.2f", ratio), Goal.atMost(0.55).verdict(ratio))
        }
    }

    private static func pages(_ count: Int, _ one: @Sendable () async throws -> Int) async -> Int {
        var total = 0
        for _ in 0..<count { total += (try? await one()) ?? 0 }
        return total
    }

    // MARK: - Bulk

    private static func bulk(_ settings: Settings) async throws {
        let size = settings.choose(1 << 30, quick: 1 << 20)
        try await withServer(["page": Data("{}".utf8)]) { server, origin in
            let source = server.folder.appendingPathComponent("bulk")
            _ = FileManager.default.createFile(atPath: source.path, contents: nil)
            try FileHandle(forWritingTo: source).truncate(atOffset: UInt64(size))
            let sink = "http://127.0.0.1:\(bare_sink())"
            guard let sinkURL = URL(string: sink), let sinkOrigin = HTTPOrigin(sinkURL) else { return }
            let target = server.folder.appendingPathComponent("got")
            let transport = SystemTransport()
            let options = HTTPRequest.Options(responseLimit: size)
            let contest = Contest(
                contenders: [
                    Contender("down, SystemTransport to a file") {
                        blockingTask {
                            let request = HTTPRequest(origin: origin, target: "/bulk", options: options, destination: target)
                            return (try? await transport.send(request))?.file == nil ? 0 : size
                        }
                    },
                    Contender("down, libcurl alone to a file") { bare_curl_move(origin.text + "/bulk", target.path, 0) },
                    Contender("up, SystemTransport from a file") {
                        blockingTask {
                            guard let body = try? HTTPBody.file(source) else { return 0 }
                            let request = HTTPRequest(method: .put, origin: sinkOrigin, target: "/", body: body)
                            return (try? await transport.send(request))?.status == 200 ? size : 0
                        }
                    },
                    Contender("up, libcurl alone from memory") { bare_curl_move(sink, "", size) },
                ], rounds: settings.choose(3, quick: 1))
            let results = contest.measure()
            print("\n\(size) bytes; the best of \(contest.rounds) rounds")
            for (contender, result) in zip(contest.contenders, results) {
                let rate = Double(size) / result.best * 1e9 / 1e6
                line(contender.name, String(format: "%8.0f MB/s", rate), result.result == size ? "" : "NOT WHOLE")
            }
            for (name, place) in [("down", 0), ("up", 2)] {
                let ratio = results[place + 1].best / results[place].best
                line("\(name), by the loop's", String(format: "%.2f", ratio), Goal.atLeast(0.8).verdict(ratio))
            }
        }
    }
}
