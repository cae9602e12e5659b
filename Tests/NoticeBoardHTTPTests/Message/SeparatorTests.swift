import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

/// A combining mark or joiner after a separator, or U+0600 before it, forms a different `Character`.
@Suite("Separators beside combining marks", .inTurn, .timeLimit(.minutes(1))) struct SeparatorTests {
    private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]
    private static let before = "\u{600}"

    private func target(of endpoint: EndpointRequest) throws -> String {
        try RequestBuilder(baseURL: try #require(URL(string: "https://host"))).request(for: endpoint).target
    }

    private func link(_ field: String) -> String? {
        HTTPResponse(status: 200, headers: [.link: field]).link("next")?.absoluteString
    }

    private func encoded(_ text: String) -> String { text.utf8.map { "%" + String($0, radix: 16).uppercased() }.joined() }

    @Test("Splits a target at its question mark", arguments: marks) func targets(mark: String) throws {
        let origin = try #require(HTTPOrigin(host: "host"))
        let request = HTTPRequest(origin: origin, target: "/a\(Self.before)?\(mark)b")
        #expect(Array(request.path.utf8) == Array("/a\(Self.before)".utf8))
        #expect(request.query.map { Array($0.utf8) } == Array("\(mark)b".utf8))
        var response = HTTPResponse(status: 200)
        response.target = "/a\(Self.before)?\(mark)b"
        #expect(response.path.map { Array($0.utf8) } == Array("/a\(Self.before)".utf8))
    }

    @Test("Splits segments at every slash", arguments: marks) func segments(mark: String) throws {
        #expect(try target(of: .get("x/\(segments: "a/\(mark)b")")) == "/x/a/\(encoded(mark))b")
        #expect(try target(of: .get("x/\(segments: "a\(Self.before)/b")")) == "/x/a\(encoded(Self.before))/b")
        let error = #expect(throws: NoticeBoardError.self) { try target(of: .get("x/\(segments: "a//\(mark)b")")) }
        #expect(error?.code == .invalidInput)
    }

    @Test("Keeps a literal slash next to any interpolated value", arguments: marks) func source(mark: String) throws {
        #expect(try target(of: .get("/\(mark)/")) == "/\(encoded(mark))/")
        #expect(try target(of: .get("\(Self.before)/")) == "/\(encoded(Self.before))/")
    }

    @Test("Queries that differ in Unicode composition are not equal") func queries() {
        let query: Query = ["q": "é"]
        #expect(query != ["q": "e\u{301}"])
        #expect(query == ["q": "é"])
    }

    @Test("Headers that differ in Unicode composition are not equal") func fields() throws {
        let origin = try #require(HTTPOrigin(host: "host"))
        let requests = ["é", "e\u{301}"].map { HTTPRequest(origin: origin, target: "/", headers: ["X": $0]) }
        #expect(requests[0] != requests[1])
        #expect(HTTPHeaders.Field(name: "X", value: "K") != HTTPHeaders.Field(name: "x", value: "\u{212A}"))
        #expect(HTTPHeaders.Field(name: "X", value: "é") == HTTPHeaders.Field(name: "x", value: "é"))
    }

    @Test("Splits a parameter at its equals sign", arguments: marks) func parameters(mark: String) {
        #expect(link("<a>; x\(Self.before)=y; rel=\"next\"\(mark)") == "a")
        #expect(link("<a>;\(mark)rel=prev; rel=next") == "a")
        #expect(link("<a>; rel\(mark)=prev; rel=next") == "a")
    }

    @Test("Canonically equivalent characters are not separators") func lookalikes() {
        // U+037E is canonically equal to a semicolon, U+212A to K.
        #expect(link("<a>\u{37E} rel=next") == nil)
        #expect(link("<a>; rel=\u{212A}next") == nil)
    }

    @Test("Reads a link's URL between its angle brackets", arguments: marks) func brackets(mark: String) {
        #expect(link("<\(mark)a\(Self.before)>; rel=next") == "\(encoded(mark))a\(encoded(Self.before))")
        #expect(link("<a>\(mark); rel=next") == nil)
    }

    @Test("Splits relations at spaces", arguments: marks) func relations(mark: String) {
        #expect(link("<a>; rel=\"next \(mark)up\"") == "a")
        #expect(link("<a>; rel=\"up \(mark)next\"") == nil)
    }

    @Test("A host with a combining mark is not this machine", arguments: marks) func hosts(mark: String) {
        #expect(HTTPOrigin(isSecure: false, host: "127.\(mark)0.0.1")?.isThisMachine != true)
        #expect(HTTPOrigin(isSecure: false, host: "127.0.0.1\(mark)")?.isThisMachine != true)
        #expect(HTTPOrigin(isSecure: false, host: "localhost\(mark)")?.isThisMachine != true)
    }
}
