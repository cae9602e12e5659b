import Foundation
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a call costs before its bytes are on the wire, beside what Foundation offers for the same.
enum Requests {
    static let subjects = [
        Subject(name: "requests-building", summary: "from an endpoint to a request, beside URLComponents and URLRequest") {
            try building($0)
        },
        Subject(name: "requests-path", summary: "the whole chain over a transport that answers at once, decoding aside") {
            path($0)
        },
        Subject(name: "requests-socket", summary: "a page of 30 over a real socket, beside bare URLSession and JSONDecoder") {
            try await socket($0)
        },
        Subject(name: "dates", summary: "one RFC 3339 date, beside Foundation's ways to read it") { dates($0) },
    ]

    private static let base = URL(string: "https://mp-dev.mail-server.kr/api/v2") ?? URL(fileURLWithPath: "/")

    private static func building(_ settings: Settings) throws {
        let count = settings.choose(20_000, quick: 200)
        let builder = RequestBuilder(baseURL: base, headers: ["Accept": "application/json", "User-Agent": "benchmark"])
        let calls: [(String, NoticeBoardAPI, [(String, String)], Goal)] = [
            (
                "offset and limit", .posts(board: 28478, offset: 60, limit: 30), [("offset", "60"), ("limit", "30")],
                .atMost(0.25)
            ),
            (
                "a Korean keyword", .search("메일 플러그", board: 28478, target: .title, offset: 60, limit: 30),
                [("search", "메일 플러그"), ("searchTarget", "title"), ("offset", "60"), ("limit", "30")], .atMost(0.25)
            ),
        ]
        print("\nbuilding a request; each figure is for one, the best of \(rounds(settings)) rounds of \(count)")
        for (name, call, items, goal) in calls {
            let contest = Contest(
                contenders: [
                    Contender("RequestBuilder") { sum(count) { (try? builder.request(for: call).target.utf8.count) ?? 0 } },
                    Contender("URLComponents + URLRequest") { sum(count) { foundation(items) } },
                ], rounds: rounds(settings))
            // A path of /api/v2/boards/28478/posts is what both build; the query is compared by its length.
            report(name, contest, per: count, goal: goal, allocations: .atMost(8))
        }
    }

    /// What an app writes that wants `+` to arrive as one.
    private static func foundation(_ items: [(String, String)]) -> Int {
        guard
            var components = URLComponents(
                url: base.appendingPathComponent("boards/28478/posts"), resolvingAgainstBaseURL: false)
        else { return 0 }
        components.queryItems = items.map { URLQueryItem(name: $0.0, value: $0.1) }
        components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        guard let url = components.url else { return 0 }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("benchmark", forHTTPHeaderField: "User-Agent")
        return (components.percentEncodedPath.utf8.count) + 1 + (components.percentEncodedQuery?.utf8.count ?? 0)
    }

    /// Hears every event and does nothing, so that the chain alone is measured.
    private struct Deaf: HTTPLogger { func log(_ event: HTTPEvent) {} }

    /// Created for each call, as an app does it.
    private struct Posts: Endpoint {
        let isShared: Bool
        var request: EndpointRequest {
            var request = NoticeBoardAPI.posts(board: 28478, offset: 60, limit: 30).request
            request.options.joinsEqualRequests = isShared
            return request
        }
    }

    private static func path(_ settings: Settings) {
        let count = settings.choose(20_000, quick: 200)
        let usual = APIClient.Configuration(baseURL: base, token: .bearer("t"))
        var everything = APIClient.Configuration(
            baseURL: base, authorization: TokenSession(Credentials(accessToken: .bearer("t"))) { $0 }, loggers: [Deaf()])
        everything.defaults.timeout = 60
        let transport = Immediate(response: HTTPResponse(status: 200, headers: ["Content-Type": "application/json"]))
        print("\nthe chain, from the endpoint to the response; the best of \(rounds(settings)) rounds of \(count)")
        for (name, configuration, isShared, goal, most) in [
            ("the whole chain", usual, false, Goal.atMost(0.65), 12.0),
            ("with a timeout, sharing, a session and an observer", everything, true, .atMost(2.4), 50),
        ] {
            let client = APIClient(configuration, transport: transport)
            let call = Posts(isShared: isShared)
            let items = [("offset", "60"), ("limit", "30")]
            let contest = Contest(
                contenders: [
                    Contender("APIClient") { blockingTask { await calls(client, call, count) } },
                    Contender("URLComponents + URLRequest") { sum(count) { foundation(items) > 0 ? 200 : 0 } },
                ], rounds: rounds(settings))
            report(name, contest, per: count, goal: goal)
            let allocations = [count, 2 * count].map { number in
                Contest(contenders: [Contender("") { blockingTask { await calls(client, call, number) } }], rounds: 1)
                    .measure()[0].allocations
            }
            let each = Double(allocations[1] - allocations[0]) / Double(count)
            line("allocations a call", String(format: "%.1f", each), Goal.atMost(most).verdict(each))
        }
    }

    private static func calls(_ client: APIClient, _ call: some Endpoint, _ count: Int) async -> Int {
        var total = 0
        for _ in 0..<count { total += (try? await client.response(for: call).status.rawValue) ?? 0 }
        return total
    }

    private static func socket(_ settings: Settings) async throws {
        let count = settings.choose(300, quick: 5)
        let simulator = BoardSimulator(seed: 7)
        let board = simulator.boards[0].id
        let server = try LoopbackServer(serving: simulator)
        defer { server.stop() }
        let client = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer(simulator.token))
        let url = server.url(path: "/api/v2/boards/\(board)/posts?offset=0&limit=30")
        let session = URLSession(configuration: .ephemeral)
        let contest = Contest(
            contenders: [
                Contender("NoticeBoardClient") {
                    blockingTask {
                        var total = 0
                        for _ in 0..<count {
                            total += (try? await client.postPage(in: board, offset: 0, limit: 30).items.count) ?? 0
                        }
                        return total
                    }
                },
                Contender("URLSession + JSONDecoder") { bare(session, url, simulator.token, count) },
            ], rounds: rounds(settings))
        print("\na page of 30 posts over a socket; the best of \(rounds(settings)) rounds of \(count)")
        report("a page of 30", contest, per: count, goal: .atMost(0.6))
    }

    private static func bare(_ session: URLSession, _ url: URL, _ token: String, _ count: Int) -> Int {
        let decoder = BarePost.decoder(.iso8601)
        var total = 0
        for _ in 0..<count {
            var request = URLRequest(url: url)
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            let data = blocking { hand in session.dataTask(with: request) { data, _, _ in hand(data ?? Data()) }.resume() }
            total += data.flatMap { try? decoder.decode(BarePost.Envelope.self, from: $0).value.count } ?? 0
        }
        return total
    }

    private static func dates(_ settings: Settings) {
        // A multiple of 5,000: one in fifty then reads each of the 100 texts equally often, so that the sums are equal.
        let count = settings.choose(100_000, quick: 5_000)
        let texts = (0..<100).map { "2023-06-\($0 % 28 < 9 ? "0" : "")\($0 % 28 + 1)T03:31:\($0 % 50 + 10)Z" }
        let style = Date.ISO8601FormatStyle()
        let contest = Contest(
            contenders: [
                Contender("RFC3339.date") { sum(count) { seconds(RFC3339.date(texts[$0 % 100])) } },
                Contender("Date.ISO8601FormatStyle") { sum(count) { seconds(try? style.parse(texts[$0 % 100])) } },
                Contender("DateFormatter, one in fifty") {
                    sum(count / 50) { seconds(BarePost.formatter.date(from: texts[$0 % 100])) } * 50
                },
            ], rounds: rounds(settings))
        print("\none date; the best of \(rounds(settings)) rounds of \(count)")
        report("2023-06-05T03:31:22Z", contest, per: count, goal: .atMost(0.07), allocations: .atMost(0))
    }

    private static func seconds(_ date: Date?) -> Int { Int(date?.timeIntervalSince1970 ?? 0) & 0xFF }

    static func rounds(_ settings: Settings) -> Int { settings.choose(9, quick: 1) }

    private static func sum(_ count: Int, _ work: () -> Int) -> Int { sum(count) { _ in work() } }

    private static func sum(_ count: Int, _ work: (Int) -> Int) -> Int {
        var total = 0
        for index in 0..<count { total &+= work(index) }
        return total
    }

    /// The first contender beside the others, each for one piece of work.
    private static func report(
        _ name: String, _ contest: Contest, per count: Int, goal: Goal?, allocations most: Goal? = nil
    ) {
        let measurements = contest.measure()
        let allocations = Double(measurements[0].allocations) / Double(count)
        let ratio = measurements[0].best / measurements[1].best
        line(
            name, duration(measurements[0].best / Double(count)),
            String(format: "%.3f× of %@", ratio, contest.contenders[1].name),
            goal?.verdict(ratio) ?? "", String(format: "%.1f allocations", allocations), most?.verdict(allocations) ?? "")
        for (contender, measurement) in zip(contest.contenders, measurements).dropFirst() {
            let scale = contender.name.hasSuffix("one in fifty") ? 50.0 : 1
            line("    " + contender.name, duration(measurement.best / Double(count) * scale))
        }
        if Set(measurements.map(\.result)).count > 1 { line("    NOT THE SAME RESULT", "\(measurements.map(\.result))") }
    }
}
