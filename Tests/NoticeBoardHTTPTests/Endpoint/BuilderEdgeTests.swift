import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("RequestBuilder edge cases", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BuilderEdgeTests {
    private func builder(_ base: String = "https://host/api", _ headers: HTTPHeaders = [:]) throws -> RequestBuilder {
        RequestBuilder(baseURL: try #require(URL(string: base)), headers: headers)
    }

    private func error(_ call: EndpointRequest, base: String = "https://host/api") throws -> NoticeBoardError? {
        let builder = try builder(base)
        return #expect(throws: NoticeBoardError.self) { try builder.request(for: call) }
    }

    @Test(
        "Refuses an unusable base URL with a specific message",
        arguments: [
            ("host", "has no scheme: write https://host/path"), ("//host", "has no scheme: write https://host/path"),
            ("ftp://host", "must begin with https:// or http://"),
            ("https:///a", "has no host that can be used, or a port outside 1…65535"),
            ("https://host:0", "has no host that can be used, or a port outside 1…65535"),
            ("https://u@host", "must not hold a user name or password"),
            ("https://u:p@host", "must not hold a user name or password"),
            ("https://host?", "must not have a query or a fragment"),
            ("https://host?a", "must not have a query or a fragment"), ("https://host#", "must not have a query or a fragment"),
            ("https://host#a", "must not have a query or a fragment"),
            ("https://host/a/./b", "must not have . or .. in its path"),
            ("https://host/..", "must not have . or .. in its path"), ("https://host/.", "must not have . or .. in its path"),
        ])
    func bases(base: String, sentence: String) throws {
        for call in [EndpointRequest.get("a"), .get(""), .post("a", headers: ["X": "y"], body: .json([1]))] {
            let error = try error(call, base: base)
            #expect(error?.code == .invalidInput)
            #expect(error?.detail == "The base URL \(sentence).")
            #expect(error?.remedy == .fixInput(.baseURL))
        }
    }

    @Test("Sends another origin three client headers, the call's headers and no authorization")
    func foreign() throws {
        let builder = try builder(
            "https://host/api",
            ["X-A": "1", "Accept": "2", "Cookie": "3", "User-Agent": "4", "Accept-Language": "5", "accept": "6"])
        let headers: HTTPHeaders = ["X-Own": "7", "User-Agent": "8"]
        for (address, values, authorization) in [
            ("https://other/x", ["2", "5", "6", "7", "8"], HTTPRequest.Options.Authorization.anonymous),
            ("https://host:8/x", ["2", "5", "6", "7", "8"], .anonymous),
            ("http://host/x", ["2", "5", "6", "7", "8"], .anonymous),
            ("https://HOST:443/x", ["1", "2", "3", "5", "6", "7", "8"], .required),
        ] {
            let url = try #require(URL(string: address))
            let request = try builder.request(for: .get(.url(url), headers: headers))
            #expect(request.headers.map(\.value) == values, "\(address)")
            #expect(request.options.authorization == authorization, "\(address)")
            #expect(request.label == "{url}")
            #expect(request.target == "/x")
        }
    }

    @Test("Refuses empty and dot segments with a specific message", arguments: ["", ".", "..", "...", "a.", ".a"])
    func segments(value: String) throws {
        let words = ["": "an empty segment", ".": "the segment .", "..": "the segment .."]
        for (path, label) in [("a/\(value)/b", "a/{}/b"), ("\(value)/b", "{}/b"), ("a/\(value)", "a/{}"), ("\(value)", "{}")]
            as [(PathTemplate, String)]
        {
            if let word = words[value] {
                let error = try error(.get(path))
                #expect(error?.detail == "The path \(label) has \(word).")
                #expect(error?.remedy == .fixInput(.path))
            } else {
                #expect(try builder().request(for: .get(path)).target.hasPrefix("/api/"))
            }
        }
    }

    @Test("Refuses characters in a literal that do not belong in a path") func literals() throws {
        let wrong: [(PathTemplate, String)] = [
            ("a?b", "?"), ("a#b", "#"), ("a b", " "), ("a[b", "["), ("a]b", "]"), ("a{b", "{"), ("a}b", "}"), ("a|b", "|"),
            ("a^b", "^"), ("a`b", "`"), ("a<b", "<"), ("a>b", ">"),
        ]
        for (path, sign) in wrong {
            let sentence = "The path \(path.label) holds \(sign): values go into \\(…), a query into query:."
            #expect(try error(.get(path))?.detail == sentence)
        }
        #expect(throws: NoticeBoardError.self) { try builder().request(for: .get("a\\b")) }
        let right: PathTemplate = "azAZ09-._~%41!$&'()*+,;=:@/b"
        #expect(try builder().request(for: .get(right)).target == "/api/azAZ09-._~%41!$&'()*+,;=:@/b")
        #expect(right.description == right.label)
        #expect(PathTemplate("a/\("planted")/\(7)").description == "a/{}/{}")
        #expect(try builder().request(for: .get("\(segments: "a b/c/가")")).target == "/api/a%20b/c/%EA%B0%80")
    }

    @Test("Refuses invalid bodies and URLs with a specific message")
    func refusals() throws {
        #expect(try error(EndpointRequest(.get, "a/\(7)", body: .json([1])))?.detail == "A GET carries no body: a/{}.")
        #expect(try error(EndpointRequest(.head, "b", body: .form([:])))?.detail == "A HEAD carries no body: b.")
        let json = try error(.post("a", body: .json(Double.nan)))
        #expect(json?.detail == "A Double cannot be written as JSON.")
        #expect(json?.remedy == .fixInput(.body))
        for address in ["ftp://host/a", "https://u@host/a", "https://u:p@host/a", "https://host:0/a"] {
            let error = try error(.get(.url(try #require(URL(string: address)))))
            #expect(error?.detail == "The address of the call is none of http or https, or holds a user name.", "\(address)")
            #expect(error?.remedy == .fixInput(.path))
        }
    }

    @Test("Sets the body's content type unless the client or the call has set one") func types() throws {
        let call = EndpointRequest.post("a", body: .form(["a": "b c", "d": "&="]))
        #expect(try builder().request(for: call).headers == [.contentType: "application/x-www-form-urlencoded"])
        #expect(try builder().request(for: call).body == .data(Data("a=b%20c&d=%26%3D".utf8)))
        #expect(try builder("https://host", ["content-type": "x"]).request(for: call).headers == ["content-type": "x"])
        #expect(try builder().request(for: .post("a", body: .form([:]))).body == .data(Data()))
        #expect(try builder().request(for: .delete("a", body: .data(Data([7]), contentType: "y"))).headers == [.contentType: "y"])
        #expect(try builder().request(for: .post("a")).headers.isEmpty)
    }

    @Test("Builds a query in the order of its parts") func queries() throws {
        let none: Int? = nil
        var query: Query = ["a": 1, "b": 2, "c": "d", "e": none, "f": ["g", "h"]]
        #expect(query.items.map { "\($0.name)\($0.value)" } == ["a1", "b2", "cd", "fg", "fh"])
        query.append("i", true)
        query.append("j", "")
        #expect(try builder().request(for: .get("x", query: query)).target == "/api/x?a=1&b=2&c=d&f=g&f=h&i=true&j=")
        #expect(Query().items.isEmpty)
        #expect(Query() != query)
        let url = try #require(URL(string: "https://host?k=l"))
        #expect(try builder().request(for: .get(.url(url), query: query)).target.hasPrefix("/?k=l&a=1&b=2&"))
    }
}
