import Foundation
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

/// Compares the bytes on the wire with lines written by hand.
@Suite("Request lines on the wire", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WireTests {
    @Test(
        "Sends the exact request line of a search for any keyword",
        arguments: [
            ("C++", "C%2B%2B"), ("a&b=c", "a%26b%3Dc"), ("100%", "100%25"), ("#1;2", "%231%3B2"),
            ("메일 플러그", "%EB%A9%94%EC%9D%BC%20%ED%94%8C%EB%9F%AC%EA%B7%B8"),
            ("\u{1106}\u{1166}\u{110B}\u{1175}\u{11AF}", "%EB%A9%94%EC%9D%BC"),
            ("😀👩‍👧", "%F0%9F%98%80%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"), ("?/:@!$'()*,~-._", "%3F%2F%3A%40%21%24%27%28%29%2A%2C~-._"),
            ("a\r\n\0", "a%0D%0A%00"),
            (String(repeating: "글", count: 1000), String(repeating: "%EA%B8%80", count: 1000)),
        ])
    func searchLine(keyword: String, encoded: String) async throws {
        let server = try LoopbackServer { _ in .json(#"{"value":[]}"#) }
        defer { server.stop() }
        let client = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer("t"))
        _ = try await client.searchPage(keyword, in: 28478, target: .contents, offset: 30, limit: 30)
        let request = try #require(server.requests.first)
        #expect(
            "\(request.method) \(request.target)"
                == "GET /api/v2/boards/28478/posts?search=\(encoded)&searchTarget=contents&offset=30&limit=30")
        #expect(request.header("authorization") == "Bearer t")
        #expect(request.body.isEmpty)
    }

    @Test("Sends the exact request lines of boards and posts") func otherLines() async throws {
        let server = try LoopbackServer { _ in .json(#"{"value":[]}"#) }
        defer { server.stop() }
        let client = NoticeBoardClient(baseURL: server.url(path: "/api/v2/"), token: .bearer("t"))
        _ = try await client.boards()
        _ = try await client.postPage(in: -1, offset: 0, limit: 1000)
        #expect(
            server.requests.map { "\($0.method) \($0.target)" } == [
                "GET /api/v2/boards", "GET /api/v2/boards/-1/posts?offset=0&limit=1000",
            ])
    }

    @Test(
        "Delivers the keyword whole to a server that splits at semicolons and decodes plus signs",
        arguments: ["C++", "a&b=c", "100%", "#1;2", "a b", "%2B"])
    func strictReader(keyword: String) async throws {
        let simulator = BoardSimulator(
            boards: [
                SimulatedBoard(
                    id: 1, name: "b", order: 1,
                    posts: [SimulatedPost(id: 5, title: "x \(keyword) y"), SimulatedPost(id: 6, title: "C a 100 1")])
            ])
        let url = try #require(URL(string: "http://127.0.0.1/api/v2"))
        let client = NoticeBoardClient(baseURL: url, token: .bearer("simulator"), transport: simulator)
        let page = try await client.searchPage(keyword, in: 1, target: .title, offset: 0, limit: 30)
        #expect(page.items.map(\.id) == [5])
        #expect(simulator.log.map(\.call) == [.search(keyword, target: "title", board: 1, offset: 0, limit: 30)])
    }
}
