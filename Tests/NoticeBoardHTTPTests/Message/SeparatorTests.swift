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

    private func fileName(_ field: String) -> String? {
        HTTPResponse(status: 200, headers: [.contentDisposition: field]).suggestedFileName
    }

    private func link(_ field: String) -> String? {
        HTTPResponse(status: 200, headers: [.link: field]).link("next")?.absoluteString
    }

    private func encoded(_ text: String) -> String { text.utf8.map { "%" + String($0, radix: 16).uppercased() }.joined() }

    @Test("Splits a target at its question mark", arguments: marks) func targets(mark: String) throws {
        let origin = try #require(HTTPOrigin(scheme: .https, host: "host"))
        let request = HTTPRequest(origin: origin, target: "/a\(Self.before)?\(mark)b")
        #expect(Array(request.path.utf8) == Array("/a\(Self.before)".utf8))
        #expect(request.query.map { Array($0.utf8) } == Array("\(mark)b".utf8))
        var response = HTTPResponse(status: 200)
        response.path = "/a\(Self.before)?\(mark)b"
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
        #expect(Query.Item(name: "q", value: "é") != Query.Item(name: "q", value: "e\u{301}"))
        #expect(Query.Item(name: "q", value: "é") == Query.Item(name: "q", value: "é"))
    }

    @Test("Headers that differ in Unicode composition are not equal") func fields() throws {
        let origin = try #require(HTTPOrigin(scheme: .https, host: "host"))
        let requests = ["é", "e\u{301}"].map { HTTPRequest(origin: origin, target: "/", headers: ["X": $0]) }
        #expect(requests[0] != requests[1])
        #expect(HTTPHeaders.Field(name: "X", value: "K") != HTTPHeaders.Field(name: "x", value: "\u{212A}"))
        #expect(HTTPHeaders.Field(name: "X", value: "é") == HTTPHeaders.Field(name: "x", value: "é"))
    }

    @Test("Splits a parameter at its equals sign", arguments: marks) func parameters(mark: String) {
        let seen = mark == "\u{200D}" ? "" : mark
        #expect(fileName("a; filename=\(mark)b").map { Array($0.utf8) } == Array("\(seen)b".utf8))
        #expect(fileName("a; x\(Self.before)=y; filename=\"b\"\(mark)") == "b")
        #expect(fileName("a;\(mark)filename=b; filename=c") == "c")
        #expect(fileName("a; filename\(mark)=b; filename=c") == "c")
    }

    @Test("Splits an extended file name at its quotes", arguments: marks) func extended(mark: String) {
        #expect(fileName("a; filename*=UTF-8'\(mark)ko'b") == "b")
        #expect(fileName("a; filename*=UTF-8'ko\(Self.before)'b") == "b")
        #expect(fileName("a; filename*=UTF-8\(mark)''b; filename=c") == "c")
    }

    @Test("Canonically equivalent characters are not separators") func lookalikes() {
        // U+037E is canonically equal to a semicolon, U+212A to K.
        #expect(fileName("a\u{37E} filename=b") == nil)
        #expect(fileName("a; filename=b\u{37E}c") == "b;c")
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
        #expect(HTTPOrigin(scheme: .http, host: "127.\(mark)0.0.1")?.isThisMachine != true)
        #expect(HTTPOrigin(scheme: .http, host: "127.0.0.1\(mark)")?.isThisMachine != true)
        #expect(HTTPOrigin(scheme: .http, host: "localhost\(mark)")?.isThisMachine != true)
    }
}
