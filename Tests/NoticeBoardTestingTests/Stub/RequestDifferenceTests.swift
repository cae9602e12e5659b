import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Differences of requests", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RequestDifferenceTests {
    private func record(_ targets: String...) throws -> [HTTPRequest] {
        let origin = try #require(HTTPOrigin(host: "example.com"))
        return targets.map { HTTPRequest(origin: origin, target: $0) }
    }

    @Test("Reports no difference for matching targets or path suffixes") func equal() throws {
        let requests = try record("/v2/boards", "/v2/boards/1/posts?offset=0&limit=30")
        #expect(requests.difference(from: ["GET /v2/boards", "GET boards/1/posts?offset=0&limit=30"]) == nil)
        #expect(try record().difference(from: []) == nil)
    }

    @Test("A difference shows expected and actual requests") func difference() throws {
        let requests = try record("/v2/boards", "/v2/boards/1/posts?offset=0&limit=20", "/v2/boards")
        #expect(
            requests.difference(from: ["GET boards", "GET boards/1/posts?offset=0&limit=30"]) == """
                2 requests expected, 3 came:
                  1. GET boards
                - 2. GET boards/1/posts?offset=0&limit=30
                + 2. GET /v2/boards/1/posts?offset=0&limit=20
                + 3. GET /v2/boards
                """)
        #expect(try record().difference(from: ["GET a"]) == "1 request expected, 0 came:\n- 1. GET a")
    }

    @Test(
        "Compares method, path, query items and their order",
        arguments: ["POST a?x=1&y=2", "GET b?x=1&y=2", "GET /v/a?x=1&y=2", "GET a", "GET a?y=2&x=1", "GET a?x=1&y=2&y=2", ""])
    func parts(expected: String) throws {
        #expect(try record("/a?x=1&y=2").difference(from: [expected]) != nil)
    }

    @Test("A path suffix matches whole segments") func segments() throws {
        #expect(try record("/myboards").difference(from: ["GET boards"]) != nil)
    }
}
