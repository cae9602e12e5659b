import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

@Suite("JSONCoding", .inTurn, .timeLimit(.minutes(1))) struct JSONCodingTests {
    private struct Note: Codable, Sendable, Equatable { var createdAt: Date }
    private let noon = Date(timeIntervalSince1970: 1_685_935_882.25)

    private func client(_ json: JSONCoding, _ stub: StubTransport) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never)
        configuration.json = json
        return APIClient(configuration, transport: stub)
    }

    /// Returns the note decoded from `body` and the body sent for it.
    private func thereAndBack(_ json: JSONCoding, _ body: String) async throws -> (note: Note, sent: String) {
        let stub = StubTransport { _ in .json(body) }
        let client = try client(json, stub)
        let note = try await client.value(Note.self, for: EndpointRequest.post("notes", body: .json(Note(createdAt: noon))))
        return (note, String(decoding: try #require(try stub.requests[0].body?.bytes()), as: UTF8.self))
    }

    @Test(
        "Decodes and encodes dates and keys as configured, with RFC 3339 by default",
        arguments: [
            (JSONCoding(), #"{"createdAt":"2023-06-05T12:31:22.25+09:00"}"#, #"{"createdAt":"2023-06-05T03:31:22.250Z"}"#),
            (
                JSONCoding(usesSnakeCase: true), #"{"created_at":"2023-06-05T03:31:22.25Z"}"#,
                #"{"created_at":"2023-06-05T03:31:22.250Z"}"#
            ),
            (
                JSONCoding(
                    decoder: { $0.dateDecodingStrategy = .millisecondsSince1970 },
                    encoder: { $0.dateEncodingStrategy = .millisecondsSince1970 }),
                #"{"createdAt":1685935882250}"#, #"{"createdAt":1685935882250}"#
            ),
        ])
    func bothWays(json: JSONCoding, received: String, sent: String) async throws {
        let result = try await thereAndBack(json, received)
        #expect(result.note == Note(createdAt: noon))
        #expect(result.sent == sent)
    }

    @Test("An invalid date throws an error with its path and without its text", arguments: ["\"planted\"", "7", "null"])
    func noDate(json: String) async throws {
        let client = try client(JSONCoding(), StubTransport { _ in .json(#"{"createdAt":\#(json)}"#) })
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.value(Note.self, for: EndpointRequest.get("x"))
        }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.remedy == .updateApp)
        #expect(error?.detail.hasPrefix("At createdAt: ") == true)
        #expect(error?.detail.contains("planted") == false)
    }

    @Test("Refuses an unencodable date before sending the request") func unwritable() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let endpoint = EndpointRequest.post("x", body: .json(Note(createdAt: Date(timeIntervalSince1970: 1e14))))
        let error = await #expect(throws: NoticeBoardError.self) { try await client(JSONCoding(), stub).response(for: endpoint) }
        #expect(error?.remedy == .fixInput(.body))
        #expect(stub.requests.isEmpty)
    }

    @Test("Custom coder settings keep lenient decoding and error reasons") func configured() async throws {
        struct Price: Codable, Sendable { let price: Double }
        let json = JSONCoding(
            decoder: {
                $0.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "inf", negativeInfinity: "-", nan: "")
            },
            encoder: { $0.outputFormatting = .prettyPrinted })
        let client = try client(
            json,
            StubTransport()
                .on(.get, "inf", .json("\u{FEFF}{\"price\": \"inf\"}")).on(.get, "bad", .json(#"{"price": []}"#)))
        #expect(try await client.value(Price.self, for: EndpointRequest.get("inf")).price == .infinity)
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.value(Price.self, for: EndpointRequest.get("bad"))
        }
        #expect(error?.detail == "At price: not a number.")
        #expect(try json.data(of: Price(price: 1)).contains(UInt8(ascii: "\n")))
    }

    @Test("An empty body decodes to nil for an optional type", arguments: [200, 204]) func empty(status: Int) async throws {
        let client = try client(JSONCoding(), StubTransport { _ in HTTPResponse(status: HTTPStatus(rawValue: status)) })
        #expect(try await client.value(Note?.self, for: EndpointRequest.get("x")) == nil)
        await #expect(throws: NoticeBoardError.self) { try await client.value(Note.self, for: EndpointRequest.get("x")) }
        let full = try self.client(JSONCoding(), StubTransport { _ in .json(#"{"createdAt":"2023-06-05T03:31:22.25Z"}"#) })
        #expect(try await full.value(Note?.self, for: EndpointRequest.get("x")) == Note(createdAt: noon))
    }

    @Test(
        "Wraps a type's own error as unreadable"
    )
    func ownErrors() throws {
        struct Odd: Error {}
        struct Foreign: Decodable { init(from decoder: any Decoder) throws { throw Odd() } }
        struct Named: Decodable { init(from decoder: any Decoder) throws { throw NoticeBoardError(.storeTooNew, "x") } }
        let json = JSONCoding()
        let body = Data("{}".utf8)
        let foreign = #expect(throws: NoticeBoardError.self) { try json.value(Foreign.self, in: body) }
        #expect(foreign?.code == .unreadableResponse)
        #expect(foreign?.underlying is Odd)
        #expect(#expect(throws: NoticeBoardError.self) { try json.value(Named.self, in: body) }?.code == .storeTooNew)
        let nested = #expect(throws: NoticeBoardError.self) {
            try json.value([[Int]].self, in: Data("[[1],[2,\"planted\"]]".utf8))
        }
        #expect(nested?.detail.contains("[1][1]") == true)
        #expect(nested.map { "\($0)" }?.contains("planted") == false)
    }

    @Test("A custom format replaces JSON for responses only") func ownFormat() async throws {
        struct Lines: ResponseDecoding {
            func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value {
                guard let value = String(decoding: response.body, as: UTF8.self) as? Value else {
                    throw NoticeBoardError(.unreadableResponse, "no text")
                }
                return value
            }
        }
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never)
        configuration.decoding = Lines()
        let stub = StubTransport { _ in .json("plain") }
        let client = APIClient(configuration, transport: stub)
        #expect(try await client.value(String.self, for: EndpointRequest.post("x", body: .json(["a": 1]))) == "plain")
        #expect(stub.requests[0].body == .data(Data(#"{"a":1}"#.utf8)))
    }
}
