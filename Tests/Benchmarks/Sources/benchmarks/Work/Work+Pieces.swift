import BareCurl
import Foundation
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardKitOffline
import NoticeBoardSearch

extension Work {
    /// Every piece, with its limit: what it allocates today, and a little more where the number varies.
    @MainActor static func pieces(in folder: URL) async throws -> [Piece] {
        try calls() + sockets() + (try await pages()) + texts() + (try await lists()) + (try await stores(folder))
    }

    private static let base = URL(string: "https://host/api/v2") ?? URL(fileURLWithPath: "/")
    private static let ok = Immediate(response: HTTPResponse(status: 200, headers: ["Content-Type": "application/json"]))

    /// Made for each call, as an app does it.
    struct Posts: Endpoint {
        var isShared = false

        var request: EndpointRequest {
            NoticeBoardAPI.posts(board: 28478, offset: 60, limit: 30).request.with { $0.options.joinsEqualRequests = isShared }
        }
    }

    /// Hears every event and does nothing.
    private struct Deaf: HTTPLogger { func log(_ event: HTTPEvent) {} }

    // MARK: - Calls

    private static func calls() -> [Piece] {
        let builder = RequestBuilder(baseURL: base, headers: ["Accept": "application/json", "User-Agent": "benchmark"])
        let plain = APIClient(APIClient.Configuration(baseURL: base, token: .bearer("t")), transport: ok)
        let full = clientWithEverything
        return [
            Piece(name: "an RFC 3339 date", limit: 0) { count in
                for _ in 0..<count { _ = RFC3339.date("2023-06-05T03:31:22Z") }
            },
            Piece(name: "building a request", limit: 8) { count in
                for _ in 0..<count { _ = try builder.request(for: Posts()) }
            },
            Piece(name: "the chain", limit: 14) { try await send(Posts(), by: plain, $0) },
            Piece(name: "the chain with timeout, sharing, session, logger", limit: 48) {
                try await send(Posts(isShared: true), by: full, $0)
            },
        ]
    }

    /// A client with a timeout, a session and a logger.
    static var clientWithEverything: APIClient {
        var configuration = APIClient.Configuration(
            baseURL: base, authorization: TokenSession(Credentials(accessToken: .bearer("t"))) { $0 }, loggers: [Deaf()])
        configuration.defaults.timeout = 60
        return APIClient(configuration, transport: ok)
    }

    private static func sockets() throws -> [Piece] {
        guard let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1", port: Int(bare_sink())) else { return [] }
        let transport = SystemTransport()
        let request = HTTPRequest(
            origin: origin, target: "/page", headers: ["Accept": "application/json", "User-Agent": "benchmark"])
        return [
            Piece(name: "100 calls over a socket", limit: 8_200, count: 1) { _ in
                try await Task.detached {
                    for _ in 0..<100 { _ = try await transport.send(request) }
                }.value
            }
        ]
    }

    /// Off the main actor, so that only the first and the last change threads.
    static func send(_ call: Posts, by client: APIClient, _ count: Int) async throws {
        try await Task.detached {
            for _ in 0..<count { _ = try await client.response(for: call) }
        }.value
    }

    // MARK: - Pages and texts

    private static func pages() async throws -> [Piece] {
        let page = HTTPResponse(status: 200, body: await Bodies.page(of: 30, bytes: 12_800))
        let client = NoticeBoardClient(transport: Immediate(response: page))
        let posts = await Bodies.posts(1_000)
        return [
            Piece(name: "a page of 30 decoded", limit: 500, count: 10) { count in
                try await Task.detached {
                    for _ in 0..<count { _ = try await client.postPage(in: 1, offset: 0, limit: 30) }
                }.value
            },
            Piece(name: "sorting 1,000 posts", limit: 8, count: 10) { count in
                for _ in 0..<count { _ = PostOrder.noticesFirst.sorted(posts) }
            },
        ]
    }

    private static func texts() -> [Piece] {
        let contents = String(repeating: "<p>메일&nbsp;플러그 &amp; <b>친구들</b></p>", count: 40)
        let post = Post(id: 1, title: "메일 플러그", contents: contents)
        let style = PostRowStyle(snippetLength: 100)
        let highlighter = Highlighter("플러그")
        let titles = Texts(titles: 100, bodyBytes: 0).titles
        return [
            Piece(name: "a row with a snippet", limit: 11) { count in
                for _ in 0..<count { _ = PostRow(post, style: style).snippet }
            },
            Piece(name: "the plain text of a body", limit: 4) { count in
                for _ in 0..<count { _ = post.plainContents }
            },
            Piece(name: "the blocks of a body", limit: 140) { count in
                for _ in 0..<count { _ = PostBody(contents) }
            },
            Piece(name: "the matches in 100 titles", limit: 5, count: 10) { count in
                for _ in 0..<count {
                    for title in titles { _ = highlighter.ranges(in: title) }
                }
            },
        ]
    }

    // MARK: - Lists

    @MainActor private static func lists() async throws -> [Piece] {
        let selection = BoardSelection()
        let changes = ChangeBus<PostChange>()
        selection.select(Board(id: 1, name: "News"))
        let service = FixedBoard(posts: (0..<1_000).map { ListBenchmark.post($0) })
        let list = PostList(service: service, selection: selection, changes: changes)
        await list.refreshAndWait()
        var views = 0
        return [
            Piece(name: "a refresh of a list of 1,000 posts", limit: 920, count: 5) { count in
                for _ in 0..<count { await list.refreshAndWait() }
            },
            Piece(name: "an event in it", limit: 14, count: 10) { count in
                for _ in 0..<count {
                    views += 1
                    changes.send(.edited(ListBenchmark.post(10, views: views)))
                }
            },
        ]
    }

    // MARK: - Stores

    private static func stores(_ folder: URL) async throws -> [Piece] {
        let history = FileSearchHistory(directory: folder, scope: "work", policy: .init(capacity: 100))
        let posts = (0..<200).map { ListBenchmark.post($0) }
        let mirror = BoardMirror(service: FixedBoard(posts: posts), folder: folder, newest: nil, bytes: .max, pageSize: 999)
        try await mirror.update(1)
        var number = 0
        return [
            Piece(name: "a search saved", limit: 82, count: 20) { count in
                for _ in 0..<count {
                    number += 1
                    try history.applyBlocking(.save(.init("keyword \(number % 50)")))
                }
            },
            Piece(name: "a search of 200 stored posts", limit: 10_500, count: 2) { count in
                try await Task.detached {
                    for _ in 0..<count {
                        for try await _ in mirror.search(Highlighter("첨부를"), in: [1]) {}
                    }
                }.value
            },
        ]
    }
}
