import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@testable import NoticeBoardTesting

@Suite("Stubs, to their edges", .serialized, .inTurn, .timeLimit(.minutes(1))) struct StubEdgeTests {
    private func request(_ target: String, _ method: HTTPMethod = .get) throws -> HTTPRequest {
        HTTPRequest(method: method, origin: try #require(HTTPOrigin(scheme: .https, host: "example.com")), target: target)
    }

    @Test("Answers say what they say where nothing more is said, and all that is said") func answers() async throws {
        let sent = try request("/a")
        let type: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
        let body = Data("[]".utf8)
        for (answer, response) in [
            (.json("[]"), HTTPResponse(status: 200, headers: type, body: body)),
            (.json("[]", status: 404), HTTPResponse(status: 404, headers: type, body: body)),
            (.data(body), HTTPResponse(status: 200, headers: [:], body: body)),
            (.data(body, status: 201, headers: ["A": "b"]), HTTPResponse(status: 201, headers: ["A": "b"], body: body)),
            (.status(204), HTTPResponse(status: 204, headers: [:], body: Data())),
            (.status(204, headers: ["A": "b"]), HTTPResponse(status: 204, headers: ["A": "b"], body: Data())),
            (.response(.json("[]")), .json("[]", status: 200)),
        ] as [(StubAnswer, HTTPResponse)] { #expect(try await answer.respond(sent) == response) }
        let failure = StubAnswer.failure(NoticeBoardError(.timedOut))
        await #expect(throws: NoticeBoardError(.timedOut)) { try await failure.respond(sent) }
    }

    @Test("An answer at a gate is not given to whom is cancelled there") func held() async throws {
        let (gate, sent) = (Gate(), try request("/a"))
        let answer = StubAnswer.status(200).held(at: gate)
        let call = Task { try await answer.respond(sent) }
        await gate.waitForArrivals(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test("A cancelled request is recorded, and takes no answer") func cancelled() async throws {
        let (gate, sent) = (Gate(), try request("/a"))
        let stub = StubTransport { _ in .json("fallback") }.on(.get, "a", .status(200))
        let call = Task {
            try? await gate.pass()
            return try await stub.send(sent)
        }
        await gate.waitForArrivals(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(stub.requests.count == 1 && stub.unusedStubs == ["GET a has 1 of 1 answer left"])
        #expect(try await stub.send(sent).status == 200)
        #expect(try await stub.send(sent) == .json("fallback"))
        #expect(stub.unusedStubs.isEmpty && stub.requests.count == 3)
    }

    @Test("What is left of a route, answer by answer; one that always answers is only asked for or not") func left() async throws
    {
        let stub = StubTransport().on(.get, "a", .status(201), .status(202)).on(.get, "b", always: .status(203))
        var received = [stub.unusedStubs]
        for target in ["/a", "/a", "/b", "/b"] {
            _ = try await stub.send(request(target))
            received.append(stub.unusedStubs)
        }
        let never = "GET b was never asked for"
        #expect(
            received == [["GET a has 2 of 2 answers left", never], ["GET a has 1 of 2 answers left", never], [never], [], []])
        let route = StubRoute(method: .get, pattern: "a", query: [:])
        let sent = try request("/a")
        #expect(StubQueue(route).complaint == nil && StubQueue(route).take(for: sent) == nil)
        #expect(StubQueue(route).total == "0 answers" && StubQueue(route, once: [.status(200)]).total == "1 answer")
    }

    @Test("A route's differences, one for each thing that is other") func differences() throws {
        let route = StubRoute(method: .put, pattern: "a/*/c", query: ["x": "1", "y": nil, "z": "", "w": "가 +"])
        #expect(route.description == "PUT a/*/c?w=가 +&x=1&no y&z=")
        #expect(try route.differences(from: request("/v/a/b/c?z&w=%EA%B0%80%20%2B&x=1&x=2", .put)) == [])
        #expect(
            try route.differences(from: request("/a/b/d?x=2&y=&z=1", .get)) == [
                "the method is GET, not PUT", #"the path has "d" where "c" must be"#,
                #"there is no query item w, where "가 +" must be"#,
                #"the query item x is "2", not "1""#, #"the query item y is "", where none must be"#,
                #"the query item z is "1", not """#,
            ])
        func path(_ pattern: String, _ target: String) throws -> [String] {
            try StubRoute(method: .get, pattern: pattern, query: [:]).differences(from: request(target))
        }
        #expect(try path("a/b", "/a") == ["the path has 1 segment, not 2 or more"])
        #expect(try path("/a/b", "/a") == ["the path has 1 segment, not 2"])
        #expect(try path("/a", "/a/b") == ["the path has 2 segments, not 1"])
        #expect(try path("a", "/") == ["the path has 0 segments, not 1 or more"])
        #expect(try path("a/b", "/x/c/d") == [#"the path has "c" where "a" must be"#, #"the path has "d" where "b" must be"#])
        #expect(try path("/a/*", "/a/b") == [] && path("/*", "/a") == [] && path("a", "/b/a") == [] && path("", "/x") == [])
        #expect(try path("a%", "/a%") == [] && path("%EA%B0%80", "/가") == [])
    }

    @Test("A query's items: the first of a name, decoded, empty where nothing stands behind it") func items() {
        let query = StubQuery("a=1&a=2&b=c=d=&e&=f&%67=%68+i&j=%")
        let values = ["a", "b", "e", "", "g", "j", "k"].map { query[$0] }
        #expect(values == ["1", "c=d=", "", "f", "h+i", "%", nil])
        #expect(StubQuery(nil)["a"] == nil && StubQuery("")[""] == nil)
    }

    @Test("Lines are compared by method, path and items, each in its own words") func lines() {
        func differences(_ expected: String, _ actual: String) -> [String] {
            RequestLine(expected).differences(from: RequestLine(actual))
        }
        let line = RequestLine("GET /a b?x=1&&y?z")
        #expect(line.method == "GET" && line.path == "/a b" && line.items == ["x=1", "", "y?z"])
        #expect(line.description == "GET /a b?x=1&&y?z" && "\(line)" == line.description)
        #expect(RequestLine("GET").path == "" && RequestLine("GET").items == [""] && RequestLine("").method == "")
        for actual in ["GET /v/a?x", "GET /a?x", "GET a?x"] { #expect(differences("GET a?x", actual) == []) }
        #expect(differences("GET /a", "GET /a") == [])
        #expect(differences("PUT b", "GET /a") == ["the method is GET, PUT was expected", "the path is /a, b was expected"])
        #expect(differences("GET /a", "GET /v/a") == ["the path is /v/a, /a was expected"])
        #expect(differences("GET a", "GET /ba") == ["the path is /ba, a was expected"])
        #expect(
            differences("GET a?x&y", "GET /a?y&z") == ["the query item x is missing", "the query item z was not expected"])
        #expect(differences("GET a?x&y", "GET /a?y&x") == ["the query items come in another order, or not as often"])
        #expect(differences("GET a?x&x", "GET /a?x") == ["the query items come in another order, or not as often"])
        #expect(differences("GET a?x", "GET /a?x&y") == ["the query item y was not expected"])
        #expect(differences("GET a?x&y", "GET /a?x") == ["the query item y is missing"])
    }

    @Test("A record that is shorter, longer or other is told line by line") func records() throws {
        let requests = RecordedRequests([try request("/a"), try request("/b", .put)])
        #expect(requests.difference(from: ["GET a", "PUT b"]) == nil)
        #expect(requests.difference(from: []) == "0 requests expected, 2 came:\n+ 1. GET /a\n+ 2. PUT /b")
        #expect(requests.difference(from: ["GET a"]) == "1 request expected, 2 came:\n  1. GET a\n+ 2. PUT /b")
        #expect(
            requests.difference(from: ["GET a", "PUT b", "GET c"])
                == "3 requests expected, 2 came:\n  1. GET a\n  2. PUT b\n- 3. GET c")
        #expect(
            RecordedRequests([try request("/a")]).difference(from: ["PUT /b"])
                == "1 request expected, 1 came:\n- 1. PUT /b\n+ 1. GET /a\n     the method is GET, PUT was expected\n"
                + "     the path is /a, /b was expected")
    }

    @Test("What is missing is told beside the nearest, whose body and headers count as well") func missing() throws {
        var sent = try request("/v/a?x=1", .put)
        sent.headers.append("1", for: "X-A")
        sent.headers.append("2", for: "X-A")
        sent.body = .data(Data("가".utf8))
        let requests = RecordedRequests([try request("/b"), sent])
        #expect(requests.missing(.put, "a?x=1") == nil && requests.missing(.get, "/b", body: "") == nil)
        #expect(requests.missing(.put, "a?x=1", headers: ["x-a": "2"], body: "가") == nil)
        #expect(
            requests.missing(.put, "a?x=1", headers: ["X-A": "3"], body: "")
                == "PUT a?x=1 was expected, none of 2 requests is like it. The nearest:\n  PUT /v/a?x=1\n"
                + "     the header X-A is \"1, 2\", \"3\" was expected\n     the body is \"가\", \"\" was expected")
        #expect(
            RecordedRequests([sent]).missing(.get, "/v/a?x=1")
                == "GET /v/a?x=1 was expected, none of 1 request is like it. The nearest:\n  PUT /v/a?x=1\n"
                + "     the method is PUT, GET was expected")
    }
}
