import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

private nonisolated struct Topic: Decodable, Equatable, Sendable {
    let id: Int
    let title: String
}

private enum ForumAPI {
    static func topic(_ id: Int) -> Call<Topic> { .get("topics/\(id)") }
    static func publish(_ title: String, key: String) -> Call<Topic> {
        Call.post("topics", body: .json(["title": title])).withIdempotencyKey(key)
    }
    static func draft() -> Call<Topic?> { .get("draft") }
}

@Suite("Calls with the type of their answer", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CallTests {
    private func client(_ stub: StubTransport) throws -> APIClient {
        APIClient(baseURL: try #require(URL(string: "https://host")), token: .bearer("secret"), transport: stub)
    }

    @Test("The answer has the call's type") func value() async throws {
        let stub = StubTransport().on(.get, "topics/7", .json(#"{"id": 7, "title": "Seven"}"#))
        let topic = try await client(stub).value(ForumAPI.topic(7))
        #expect(topic == Topic(id: 7, title: "Seven"))
    }

    @Test("A call without an answer is nil if its type is optional") func optional() async throws {
        let stub = StubTransport().on(.get, "draft", .status(204))
        let draft = try await client(stub).value(ForumAPI.draft())
        #expect(draft == nil)
    }

    @Test("The answer comes with its response") func response() async throws {
        let stub = StubTransport().on(.get, "topics/7", .json(#"{"id": 7, "title": "Seven"}"#, headers: [.etag: "x"]))
        let (topic, response) = try await client(stub).valueAndResponse(ForumAPI.topic(7))
        #expect(topic.id == 7)
        #expect(response.headers[.etag] == "x")
    }

    @Test("A call is an endpoint") func endpoint() async throws {
        let stub = StubTransport().on(.get, "topics/7", .json("{}"))
        let response = try await client(stub).response(for: ForumAPI.topic(7))
        #expect(response.status == 200)
    }

    @Test("Keeps its type when it is changed") func changed() async throws {
        let stub = StubTransport().on(.post, "topics", .json(#"{"id": 8, "title": "Eight"}"#))
        let call = ForumAPI.publish("Eight", key: "k").withoutAuthorization().with { $0.headers["X-Extra"] = "1" }
        let topic = try await client(stub).value(call)
        let sent = try #require(stub.requests.first)
        #expect(topic.id == 8)
        #expect(sent.headers["Idempotency-Key"] == "k")
        #expect(sent.headers["X-Extra"] == "1")
        #expect(sent.headers["Authorization"] == nil)
    }

    @Test("Has every method", arguments: [HTTPMethod.get, .post, .put, .patch, .delete]) func methods(method: HTTPMethod) {
        let calls: [Call<Topic>] = [.get("a"), .post("a"), .put("a"), .patch("a"), .delete("a")]
        #expect(calls.map(\.request.method).contains(method))
    }
}
