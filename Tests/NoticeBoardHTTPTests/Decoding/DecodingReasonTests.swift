import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Reasons for decoding failures", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DecodingReasonTests {
    private struct Person: Decodable, Sendable { let age: Int }
    private struct Family: Decodable, Sendable { let people: [String: Person] }

    private func detail<Value: Decodable & Sendable>(
        _ type: Value.Type, of json: String, usesSnakeCase: Bool = false
    ) async throws -> String {
        let base = try #require(URL(string: "https://host"))
        let events = RecentEvents()
        var configuration = APIClient.Configuration(baseURL: base, loggers: [events])
        configuration.json = JSONCoding(usesSnakeCase: usesSnakeCase)
        let client = APIClient(configuration, transport: StubTransport { _ in .json(json) })
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.value(type, for: EndpointRequest.get("x"))
        }
        #expect(!events.text.contains("planted"))
        #expect(events.text.contains("unreadable"))
        return try #require(error?.detail)
    }

    @Test(
        "Hides dictionary keys in the error path but shows list indices",
        arguments: [false, true], ["planted@mail.kr", "01012345678", "7", "Index 7"])
    func dictionaryKeys(usesSnakeCase: Bool, key: String) async throws {
        func detail(_ type: (some Decodable & Sendable).Type, _ json: String) async throws -> String {
            try await self.detail(type, of: json.replacingOccurrences(of: "KEY", with: key), usesSnakeCase: usesSnakeCase)
        }
        #expect(try await detail(Family.self, #"{"people": {"KEY": {"age": "x"}}}"#) == "At people.….age: not a whole number.")
        #expect(try await detail([String: Person].self, #"{"KEY": {}}"#) == "At …: the key age is missing.")
        #expect(try await detail([String: Int].self, #"{"KEY": "x"}"#) == "At …: not a whole number.")
        #expect(try await detail([String: [Int]].self, #"{"KEY": [1, 2, "x"]}"#) == "At …[2]: not a whole number.")
        #expect(try await detail([[String: Person]].self, #"[{}, {"KEY": {}}]"#) == "At [1].…: the key age is missing.")
    }

    @Test("Hides dictionary keys in the path of a skipped element") func skippedKeys() async throws {
        let base = try #require(URL(string: "https://host"))
        let client = APIClient(
            APIClient.Configuration(baseURL: base),
            transport: StubTransport { _ in
                .json(#"[{"people": {"planted": {"age": 1}}}, {"people": {"planted": {"age": "x"}}}]"#)
            })
        let list = try await client.value(LossyList<Family>.self, for: EndpointRequest.get("x"))
        #expect(list.elements.count == 1)
        #expect(list.skipped == [SkippedElement(index: 1, path: "people.….age", reason: "not a whole number")])
    }
}
