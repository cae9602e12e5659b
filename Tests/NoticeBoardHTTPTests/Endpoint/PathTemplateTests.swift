import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("PathTemplate and Query", .serialized, .inTurn, .trialLimit(minutes: 1)) struct PathTemplateTests {
    private func target(_ endpoint: EndpointRequest) throws -> String {
        try RequestBuilder(baseURL: try #require(URL(string: "https://host"))).request(for: endpoint).target
    }

    @Test(
        "A value can add no segment, no query and no fragment",
        arguments: [
            ("../x", "..%2Fx"), ("a/b", "a%2Fb"), ("?", "%3F"), ("%2F", "%252F"), ("#", "%23"), ("..;", "..%3B"),
            ("%2e%2e", "%252e%252e"),
            ("가", "%EA%B0%80"), ("a b", "a%20b"), ("\0", "%00"), ("a\r\nb", "a%0D%0Ab"), ("~-_.", "~-_."), ("\\", "%5C"),
        ])
    func values(value: String, encoded: String) throws {
        #expect(try target(.get("users/\(value)/posts")) == "/users/\(encoded)/posts")
    }

    @Test("Refuses empty and dot values", arguments: ["", ".", ".."]) func refusedValues(value: String) {
        let error = #expect(throws: NoticeBoardError.self) { try target(.get("users/\(value)/posts")) }
        #expect(error?.code == .invalidInput)
        #expect(error?.detail.contains("users/{}/posts") == true)
    }

    @Test("Checks a segment as a whole, including its literal prefix") func composedSegments() throws {
        #expect(try target(.get("v\(1)/.\("a")")) == "/v1/.a")
        #expect(throws: NoticeBoardError.self) { try target(.get("a/.\(".")")) }
    }

    @Test(
        "Encodes a path from a server",
        arguments: [("data/posts/a b.png", "/data/posts/a%20b.png"), ("x?y#z", "/x%3Fy%23z"), ("a%2Fb", "/a%252Fb")])
    func segments(path: String, expected: String) throws {
        #expect(try target(.get("\(segments: path)")) == expected)
    }

    @Test(
        "Refuses a server path that is empty or has empty or dot segments",
        arguments: ["", "/", "/a", "a//b", "a/../b", "a/./b", "a/", ".."])
    func refusedSegments(path: String) {
        #expect(throws: NoticeBoardError.self) { try target(.get("\(segments: path)")) }
    }

    @Test("Refuses a literal with a query, a fragment or a space") func misusedLiterals() {
        #expect(throws: NoticeBoardError.self) { try target(.get("boards?offset=0")) }
        #expect(throws: NoticeBoardError.self) { try target(.get("boards#x")) }
        #expect(throws: NoticeBoardError.self) { try target(.get("my boards")) }
    }

    @Test("Percent-encodes the letters of a literal beyond ASCII") func letters() throws {
        #expect(try target(.get("글/목록")) == "/%EA%B8%80/%EB%AA%A9%EB%A1%9D")
        #expect(try target(.get("글\("/")é/")) == "/%EA%B8%80%2F%C3%A9/")
        #expect(EndpointRequest.get("글/\(1)").path.label == "글/{}")
    }

    @Test("A query keeps its order and encodes reserved characters") func query() throws {
        let cursor: String? = nil
        let endpoint = EndpointRequest.get(
            "x", query: ["z": 1, "a": "C++ a&b=c 100% #1;2 메일", "next": cursor, "empty": "", "on": true, "k=&": "😀"])
        #expect(
            try target(endpoint)
                == "/x?z=1&a=C%2B%2B%20a%26b%3Dc%20100%25%20%231%3B2%20%EB%A9%94%EC%9D%BC&empty=&on=true&k%3D%26=%F0%9F%98%80")
        #expect(endpoint.query.items.map(\.name) == ["z", "a", "empty", "on", "k=&"])
    }

    @Test("Encoding agrees with an independent encoder on random text") func independentEncoder() throws {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(2000) {
            let scalars = (0..<random.below(20)).compactMap { _ in
                Unicode.Scalar(UInt32(random.below(random.chance(50) ? 0x80 : 0x11_0000)))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            let expected = try #require(text.addingPercentEncoding(withAllowedCharacters: allowed))
            #expect(try target(.get("x", query: ["q": text])) == "/x?q=\(expected)", "\(trials): \(scalars)")
        }
    }

    @Test("No description shows interpolated values, queries or bodies") func secrecy() {
        let endpoint = EndpointRequest.post("a/\("planted")", query: ["q": "planted"], body: .json(["planted": "planted"]))
        var dumped = ""
        dump(endpoint, to: &dumped)
        for text in [dumped, "\(endpoint)", String(reflecting: endpoint)] { #expect(!text.contains("planted")) }
        #expect(endpoint.path.label == "a/{}")
    }
}
