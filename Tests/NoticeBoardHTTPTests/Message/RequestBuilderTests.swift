import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("RequestBuilder", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RequestBuilderTests {
    private func builder(_ base: String) throws -> RequestBuilder { RequestBuilder(baseURL: try #require(URL(string: base))) }

    @Test(
        "A base URL may have a path, a port and a trailing slash",
        arguments: [
            ("https://host", "https://host", "/boards"), ("https://host/", "https://host", "/boards"),
            ("https://host/api/v2", "https://host", "/api/v2/boards"), ("https://host/api/v2/", "https://host", "/api/v2/boards"),
            ("HTTPS://Host:8443/a%20b//", "https://host:8443", "/a%20b/boards"), ("http://[::1]:80/", "http://[::1]", "/boards"),
        ])
    func bases(base: String, origin: String, target: String) throws {
        let request = try builder(base).request(for: EndpointRequest.get("boards"))
        #expect(request.origin.text == origin)
        #expect(request.target == target)
        #expect(request.url?.absoluteString == origin + target)
    }

    @Test(
        "Names why a base URL is unusable",
        arguments: [
            ("host/api", "no scheme"), ("ftp://host", "https://"), ("https://", "no host"), ("https:///path", "no host"),
            ("https://host:99999", "port"), ("https://user:secret@host", "user name"), ("https://host?key=secret", "query"),
            ("https://host/#part", "fragment"), ("https://host/a/../b", ".."),
        ])
    func badBases(base: String, word: String) throws {
        let builder = try builder(base)
        let error = #expect(throws: NoticeBoardError.self) { try builder.request(for: EndpointRequest.get("boards")) }
        #expect(error?.code == .invalidInput)
        #expect(error?.remedy == .fixInput("base URL"))
        #expect(error?.detail.contains(word) == true)
        #expect(error?.detail.contains("secret") == false)
    }

    @Test("A HEAD is made in one line") func head() throws {
        let request = try builder("https://host").request(for: .head("files/\(7)", query: ["part": 1]))
        #expect(request.method == .head)
        #expect(request.target == "/files/7?part=1")
    }

    @Test("A query can be made of items") func queryItems() throws {
        let query = Query([Query.Item(name: "a", value: "1"), Query.Item(name: "a", value: "&")])
        #expect(query == ["a": ["1", "&"]])
        #expect(try builder("https://host").request(for: .get("b", query: query)).target == "/b?a=1&a=%26")
    }

    @Test("The endpoint's headers override the client's, ignoring case") func headers() throws {
        let base = try #require(URL(string: "https://host"))
        let builder = RequestBuilder(baseURL: base, headers: ["Accept": "application/json", "X-Key": "client"])
        let request = try builder.request(for: EndpointRequest.get("boards", headers: ["x-key": "call"]))
        #expect(request.headers["X-KEY"] == "call")
        #expect(request.headers["accept"] == "application/json")
        #expect(request.headers.count == 2)
    }

    @Test(
        "Refuses a header value with a line break or a NUL without quoting it", arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\0b"])
    func hostileHeaders(value: String) throws {
        let builder = try builder("https://host")
        let error = #expect(throws: NoticeBoardError.self) {
            try builder.request(for: EndpointRequest.get("boards", headers: ["X-Key": value]))
        }
        #expect(error?.remedy == .fixInput("header X-Key"))
        #expect(error?.detail.contains(value) == false)
    }

    @Test("Sets the content type of encoded bodies") func bodies() throws {
        struct Login: Encodable, Sendable { let email: String }
        let builder = try builder("https://host")
        let json = try builder.request(for: EndpointRequest.post("login", body: .json(Login(email: "a@b"))))
        #expect(json.body == .data(Data(#"{"email":"a@b"}"#.utf8)))
        #expect(json.headers[.contentType] == "application/json")
        let form = try builder.request(
            for: EndpointRequest.put("form", body: .form(["q": "a+b c", "empty": "", "none": nil as String?])))
        #expect(form.body == .data(Data("q=a%2Bb%20c&empty=".utf8)))
        #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
        let own = EndpointRequest.post(
            "x", headers: ["content-type": "text/plain"], body: .data(Data([1]), contentType: "image/png"))
        #expect(try builder.request(for: own).headers[.contentType] == "text/plain")
    }

    @Test("Adds the call's secret headers to the client's") func secretFields() throws {
        let builder = RequestBuilder(
            baseURL: try #require(URL(string: "https://host")), defaults: .init(secretHeaders: ["X-Client"]))
        let plain = try builder.request(for: .get("a"))
        let own = try builder.request(for: EndpointRequest.get("a").with { $0.options.secretHeaders = ["X-Own"] })
        #expect(plain.options.secretHeaders == ["X-Client"])
        #expect(own.options.secretHeaders == ["X-Client", "X-Own"])
    }

    @Test("Refuses an unencodable value without showing its content") func unencodable() throws {
        let builder = try builder("https://host")
        let error = #expect(throws: NoticeBoardError.self) {
            try builder.request(for: EndpointRequest.post("x", body: .json(["secret": Double.nan])))
        }
        #expect(error?.remedy == .fixInput("body"))
        #expect(error.map { "\($0)" }?.contains("secret") == false)
    }

    @Test("Refuses a GET or HEAD with a body", arguments: [HTTPMethod.get, .head])
    func bodiless(method: HTTPMethod) throws {
        let builder = try builder("https://host")
        let error = #expect(throws: NoticeBoardError.self) {
            try builder.request(for: EndpointRequest(method, "boards", body: .json(["a": 1])))
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.remedy == .fixInput(.body))
        #expect(try builder.request(for: EndpointRequest(method, "boards")).body == nil)
        #expect(EndpointRequest.get("me").requiresAuthorization)
        #expect(!EndpointRequest.get("me").withoutAuthorization().requiresAuthorization)
    }

    @Test("No description of a request shows its query, its path values, its secrets or its body") func secrecy() throws {
        let builder = try builder("https://host")
        let request = try builder.request(
            for: EndpointRequest.post(
                "users/\("planted")/posts", query: ["search": "planted"],
                headers: ["Authorization": "planted", "SesacKey": "planted"],
                body: .data(Data("planted".utf8), contentType: "text/plain")))
        var dumped = ""
        dump(request, to: &dumped)
        for text in [dumped, "\(request)", String(reflecting: request), "\(request.headers)"] {
            #expect(!text.contains("planted"))
            #expect(!text.contains(Data("planted".utf8).base64EncodedString()))
        }
        #expect("\(request)" == "POST https://host/users/{}/posts?…")
    }
}
