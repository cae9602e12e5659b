import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("StubTransport", .serialized, .inTurn, .timeLimit(.minutes(1))) struct StubTransportTests {
    private func request(_ method: HTTPMethod, _ target: String) throws -> HTTPRequest {
        HTTPRequest(method: method, origin: try #require(HTTPOrigin(host: "example.com")), target: target)
    }

    private func complaint(_ stub: StubTransport, _ method: HTTPMethod, _ target: String) async throws -> String? {
        let request = try request(method, target)
        let error = await #expect(throws: NoticeBoardError.self) { try await stub.send(request) }
        #expect(error?.code == .unmatchedStub)
        return error?.detail
    }

    @Test("Uses a route's answers once in order and then reports that none is left") func queue() async throws {
        let stub = StubTransport().on(.get, "boards", .json("[]"), .status(503))
        #expect(try await stub.send(request(.get, "/boards")).status == 200)
        #expect(try await stub.send(request(.get, "/boards")).status == 503)
        #expect(
            try await complaint(stub, .get, "/boards")
                == "No stub answers GET /boards any more: GET boards had 2 answers and all are used.")
    }

    @Test("A route that always answers never runs out") func always() async throws {
        let stub = StubTransport().on(.get, "boards", always: .json("[]"))
        for _ in 0..<5 { #expect(try await stub.send(request(.get, "/boards")).status == 200) }
        #expect(stub.unusedStubs.isEmpty)
    }

    @Test(
        "A pattern matches the end of the decoded path",
        arguments: [
            ("boards", "/api/v2/boards", true), ("boards", "/boards?a=b", true), ("boards", "/boards/1", false),
            ("boards", "/myboards", false), ("/boards", "/boards", true), ("/boards", "/v2/boards", false),
            ("boards/*/posts", "/v2/boards/7/posts", true), ("boards/*/posts", "/boards/posts", false),
            ("boards/*/posts", "/boards/1/2/posts", false), ("공지", "/%EA%B3%B5%EC%A7%80", true), ("a%2Fb", "/a%2Fb", true),
            ("a/b", "/a%2Fb", false),
        ])
    func patterns(pattern: String, target: String, matches: Bool) async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 404) }.on(.get, pattern, always: .status(200))
        #expect(try await stub.send(request(.get, target)).status == (matches ? 200 : 404))
    }

    @Test("Named query items must have their value, or be absent for nil") func query() async throws {
        let stub = StubTransport { _ in .json("{}", status: 404) }
            .on(.get, "posts", query: ["search": "검색 +", "offset": nil], always: .status(200))
        #expect(try await stub.send(request(.get, "/posts?x=1&search=%EA%B2%80%EC%83%89%20%2B")).status == 200)
        #expect(try await stub.send(request(.get, "/posts?search=%EA%B2%80%EC%83%89%20%2B&offset=0")).status == 404)
        #expect(try await stub.send(request(.get, "/posts")).status == 404)
    }

    @Test("Uses the first matching route with an answer left") func order() async throws {
        let stub = StubTransport().on(.get, "boards", .status(201)).on(.get, "*", .status(202), .status(203))
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await stub.send(request(.get, "/boards")).status.rawValue) }
        #expect(statuses == [201, 202, 203])
    }

    @Test("A request without a route throws with the nearest route and every difference") func nearest() async throws {
        let stub = StubTransport().on(.post, "users/login", .status(200)).on(
            .get, "boards/*/posts", query: ["offset": "0"], .status(200))
        #expect(
            try await complaint(stub, .get, "/v1/board/7/posts?offset=30")
                == "No stub answers GET /v1/board/7/posts?offset=30. The nearest is GET boards/*/posts?offset=0: "
                + "the path has \"board\" where \"boards\" must be; the query item offset is \"30\", not \"0\".")
        #expect(
            try await complaint(stub, .get, "/users/login")
                == "No stub answers GET /users/login. The nearest is POST users/login: the method is GET, not POST.")
        #expect(
            try await complaint(stub, .post, "/login")
                == "No stub answers POST /login. The nearest is POST users/login: "
                + "the number of path segments is 1, not 2 or more.")
        #expect(try await complaint(StubTransport(), .get, "/") == "No stub answers GET /: there are none.")
    }

    @Test("The message about a missing stub reaches a test through the client's error") func throughTheClient() async throws {
        struct Boards: Endpoint { var request: EndpointRequest { .get("boards") } }
        let url = try #require(URL(string: "https://example.com/v2"))
        let client = APIClient(APIClient.Configuration(baseURL: url), transport: StubTransport().on(.get, "posts", .status(200)))
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: Boards()) }
        #expect(error?.description.contains("The nearest is GET posts: the path has \"boards\"") == true)
    }

    @Test("Reports unused answers, one sentence per route") func unused() async throws {
        let stub = StubTransport().on(.get, "a", .status(200), .status(200), .status(200)).on(.get, "b", .status(200))
            .on(.delete, "c", query: ["x": "1", "y": nil], always: .status(204)).on(.get, "d", .status(200))
        _ = try await stub.send(request(.get, "/a"))
        _ = try await stub.send(request(.get, "/d"))
        #expect(
            stub.unusedStubs == [
                "GET a has 2 of 3 answers left", "GET b has 1 of 1 answer left", "DELETE c?x=1&no y was never asked for",
            ])
    }

    @Test("An answer can fail, wait at a gate or depend on the request") func answers() async throws {
        let gate = Gate()
        let stub = StubTransport().on(
            .get, "a", .failure(NoticeBoardError(.timedOut)), .data(Data([1]), status: 206).held(at: gate)
        )
        .on(.get, "b", always: StubAnswer { .json("\"\($0.target)\"") })
        let sent = try request(.get, "/a")
        await #expect(throws: NoticeBoardError(.timedOut)) { try await stub.send(sent) }
        let held = Task { try await stub.send(sent) }
        await gate.waitForArrivals(1)
        gate.open()
        #expect(try await held.value == HTTPResponse(status: 206, body: Data([1])))
        #expect(try await stub.send(request(.get, "/b?c")).body == Data("\"/b?c\"".utf8))
    }

    @Test("A hundred requests at once get an answer each, none twice") func concurrency() async throws {
        let answers = (0..<100).map { StubAnswer.json("\($0)") }
        let stub = answers.reduce(StubTransport()) { $0.on(.get, "a", $1) }
        let sent = try request(.get, "/a")
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<100 { group.addTask { try await stub.send(sent).body } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies.count == 100)
        #expect(stub.unusedStubs.isEmpty)
    }

    @Test("A cancelled request takes no answer") func cancelled() async throws {
        let (gate, sent) = (Gate(), try request(.get, "/a"))
        let stub = StubTransport { _ in .json("fallback") }.on(.get, "a", .status(200))
        let call = Task {
            try? await gate.pass()
            return try await stub.send(sent)
        }
        await gate.waitForArrivals(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(stub.unusedStubs == ["GET a has 1 of 1 answer left"])
        #expect(try await stub.send(sent).status == 200)
        #expect(try await stub.send(sent) == .json("fallback"))
        #expect(stub.unusedStubs.isEmpty)
        #expect(stub.requests.count == 3)
    }
}
