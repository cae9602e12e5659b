import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("BoardSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardSimulatorTests {
    private func answer(_ target: String, method: HTTPMethod = .get, token: String? = "Bearer simulator", seed: UInt64 = 1)
        async throws -> HTTPResponse
    {
        var request = HTTPRequest(
            method: method, origin: try #require(HTTPOrigin(isSecure: false, host: "127.0.0.1")), target: target)
        request.headers[.authorization] = token
        return try await BoardSimulator(seed: seed).send(request)
    }

    private func object(_ response: HTTPResponse) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: response.body) as? [String: Any])
    }

    @Test("The same seed gives the same responses") func seeds() async throws {
        #expect(try await answer("/boards", seed: 3) == answer("/boards", seed: 3))
        #expect(try await answer("/boards", seed: 3) != answer("/boards", seed: 4))
        #expect(BoardSimulator(seed: 3).boards == BoardSimulator(seed: 3).boards)
    }

    @Test("Pages by offset and limit") func paging() async throws {
        let board = try #require(BoardSimulator().boards.first)
        let page = try object(await answer("/api/v2/boards/\(board.id)/posts?offset=90&limit=30"))
        #expect(page["count"] as? Int == 5)
        #expect(page["offset"] as? Int == 90)
        #expect(page["limit"] as? Int == 30)
        #expect(page["total"] as? Int == 95)
        #expect((page["value"] as? [[String: Any]])?.map { $0["postId"] as? Int } == board.posts[90...].map(\.id))
        let past = try object(await answer("/boards/\(board.id)/posts?offset=200&limit=30"))
        #expect(past["count"] as? Int == 0)
    }

    @Test("A plus in a query is a space here, as on many servers") func plus() async throws {
        let board = SimulatedBoard(
            id: 1, name: "b", order: 1, posts: [SimulatedPost(id: 1, title: "a b"), SimulatedPost(id: 2, title: "a+b")])
        var request = HTTPRequest(
            origin: try #require(HTTPOrigin(isSecure: false, host: "127.0.0.1")),
            target: "/boards/1/posts?search=a+b&searchTarget=title&offset=0&limit=9")
        request.headers[.authorization] = "Bearer t"
        let page = try object(await BoardSimulator(boards: [board], token: "t").send(request))
        #expect((page["value"] as? [[String: Any]])?.map { $0["postId"] as? Int } == [1])
    }

    @Test(
        "Rejects bad requests with a status and a message",
        arguments: [
            ("/boards/1/posts", 404), ("/elsewhere", 404), ("/boards/x/posts", 404), ("/boards/BOARD/posts?offset=-1", 400),
            ("/boards/BOARD/posts?limit=0", 400), ("/boards/BOARD/posts?limit=1001", 400), ("/boards/BOARD/posts?offset=x", 400),
            ("/boards/BOARD/posts?search=a&searchTarget=nothing", 400), ("/boards/BOARD/posts?search=a", 400),
            ("/boards/BOARD/posts?search=&searchTarget=all", 400), ("/boards/BOARD/posts?search=%ZZ", 400),
            ("/boards/BOARD/posts?search=%FF", 400),
        ])
    func refusals(target: String, status: Int) async throws {
        let id = try #require(BoardSimulator().boards.first?.id)
        let response = try await answer(target.replacingOccurrences(of: "BOARD", with: "\(id)"))
        #expect(response.status.rawValue == status)
        #expect(try object(response)["message"] is String)
    }

    @Test("Requires the right token and the GET method") func token() async throws {
        for wrong in [nil, "simulator", "Bearer wrong", "bearer simulator"] {
            #expect(try await answer("/boards", token: wrong).status == 401)
        }
        #expect(try await answer("/boards", method: .post).status == 405)
        #expect(try await answer("/boards").status == 200)
    }

    @Test("An independent JSON parser reads back hostile titles") func json() async throws {
        let title = "\u{0}\u{1B}[31m\"\\\n\u{2028}\u{202E}😀\u{1100}\u{1161}"
        let board = SimulatedBoard(
            id: 1, name: title, order: 1, posts: [SimulatedPost(id: 1, title: title, createdAt: 1_685_935_882)])
        var request = HTTPRequest(
            origin: try #require(HTTPOrigin(isSecure: false, host: "127.0.0.1")), target: "/boards/1/posts?offset=0&limit=1")
        request.headers[.authorization] = "Bearer t"
        let page = try object(await BoardSimulator(boards: [board], token: "t").send(request))
        let post = try #require((page["value"] as? [[String: Any]])?.first)
        #expect(post["title"] as? String == title)
        #expect(post["createdDateTime"] as? String == "2023-06-05T03:31:22Z")
    }
}
