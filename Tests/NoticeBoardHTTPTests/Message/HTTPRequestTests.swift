import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Requests, origins and methods as values", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPRequestTests {
    private let origin = HTTPOrigin(scheme: .https, host: "host")

    private func request(_ target: String = "/a") throws -> HTTPRequest {
        HTTPRequest(origin: try #require(origin), target: target)
    }

    @Test("A request is a plain GET where nothing is said, and whatever is said tells it from others") func fields() throws {
        let plain = try request()
        #expect(plain.method == .get && plain.headers.isEmpty && plain.body == nil && plain.label.isEmpty)
        #expect(plain.validation == .success && plain.destination == nil && plain.requestID.isEmpty)
        #expect(plain.options == HTTPRequest.Options() && plain.origin == origin && plain.target == "/a")
        let changes: [(inout HTTPRequest) -> Void] = [
            { $0.method = .post }, { $0.target = "/b" }, { $0.headers["X"] = "1" }, { $0.body = .data(Data()) },
            { $0.options.isShared = true }, { $0.label = "a" }, { $0.validation = .any },
            { $0.destination = URL(fileURLWithPath: "/tmp") },
            { $0.origin = HTTPOrigin(scheme: .https, host: "other") ?? $0.origin },
        ]
        var all: Set<HTTPRequest> = [plain]
        for change in changes {
            var other = plain
            change(&other)
            #expect(other != plain)
            all.insert(other)
        }
        #expect(all.count == changes.count + 1)
        #expect(try request() == plain)
    }

    @Test("What tells nearly all requests apart is hashed") func hashes() throws {
        let plain = try request()
        var (method, target, host) = (plain, plain, plain)
        (method.method, target.target) = (.head, "/b")
        host.origin = try #require(HTTPOrigin(scheme: .https, host: "other"))
        #expect(Set([plain, method, target, host].map(\.hashValue)).count == 4)
        let (one, other) = (HTTPProgress { _ in }, HTTPProgress { _ in })
        #expect(one.hashValue != other.hashValue && one.hashValue == one.hashValue)
    }

    @Test(
        "A target is a path and a query, which may be empty",
        arguments: [
            ("/a", "/a", nil), ("/a?", "/a", ""), ("/a?b", "/a", "b"), ("/a?b=?c&d", "/a", "b=?c&d"), ("/", "/", nil),
            ("/?x", "/", "x"),
        ] as [(String, String, String?)])
    func targets(target: String, path: String, query: String?) throws {
        let request = try request(target)
        #expect(request.path == path && request.query.map { String($0) } == query)
        #expect(request.url?.absoluteString == "https://host\(target)")
        #expect("\(request)" == "GET https://host/…" + (query == nil ? "" : "?…"))
    }

    @Test("It says of itself what may be shown, part by part") func description() throws {
        var request = try request("/planted?planted")
        (request.label, request.method, request.body) = ("a/{}", .put, .data(Data("12345".utf8)))
        request.headers = ["Accept": "a/b", "X": "planted"]
        #expect("\(request)" == "PUT https://host/a/{}?…")
        let mirror = Mirror(reflecting: request)
        #expect(mirror.children.map(\.label) == ["request", "headers", "body", "options"])
        let texts = mirror.children.map { "\($0.value)" }
        #expect(texts.prefix(2) == ["PUT https://host/a/{}?…", "Accept: a/b, X: …"] && texts[2].contains("5 bytes"))
        #expect(request.curl.hasPrefix("curl -X 'PUT' 'https://host/a/…?planted=…' -H 'Accept: a/b' -H 'X: …' "))
        #expect(request.curl.hasSuffix(" -H 'Content-Type: application/octet-stream' --data-raw '… (5 bytes)'"))
        request.label = ""
        (request.method, request.body, request.headers, request.target) = (.get, nil, [:], "/planted")
        #expect(request.curl == "curl -X 'GET' 'https://host/…'")
    }

    @Test("Every kind of body is quoted for a shell") func everySecret() throws {
        var request = try request("/a'b?q='")
        request.headers = ["X": "it's", "Content-Type": "a/b"]
        let words = #"'https://host/a'\''b?q='\''' -H 'X: it'\''s' -H 'Content-Type: a/b'"#
        #expect(request.curlWithEverySecret == "curl -X 'GET' \(words)")
        request.method = .put
        let file = ScratchFolder.url("y z")
        try Data("x".utf8).write(to: file)
        let bodies: [(HTTPBody, String)] = [
            (.data(Data("a'b".utf8)), #"--data-raw 'a'\''b'"#), (try .file(file), "--data-binary '@\(file.path)' -H 'Expect:'"),
            (.pieces([.data(Data("c".utf8)), .data(Data("d".utf8))]), "--data-raw 'cd'"), (.pieces([]), "--data-raw ''"),
        ]
        for (body, text) in bodies {
            request.body = body
            #expect(request.curlWithEverySecret == "curl -X 'PUT' \(words) \(text)")
        }
    }

    @Test("Methods have their names, and those that may be sent twice are known") func methods() {
        let methods: [(HTTPMethod, String, Bool)] = [
            (.get, "GET", true), (.head, "HEAD", true), (.post, "POST", false), (.put, "PUT", true), (.patch, "PATCH", false),
            (.delete, "DELETE", true), (.options, "OPTIONS", true), (HTTPMethod(rawValue: "REPORT"), "REPORT", false),
            (HTTPMethod(rawValue: "get"), "get", false),
        ]
        for (method, name, isIdempotent) in methods {
            #expect(method.rawValue == name && "\(method)" == name && method.isIdempotent == isIdempotent, "\(name)")
        }
    }

    @Test(
        "An origin has a host and a port that there can be, and names the port only where it is not the usual one",
        arguments: [
            (.http, "Host", nil, "http://host", 80), (.https, "HOST", nil, "https://host", 443),
            (.http, "host", 80, "http://host", 80), (.https, "host", 80, "https://host:80", 80),
            (.http, "host", 443, "http://host:443", 443), (.https, "host", 443, "https://host", 443),
            (.http, "host", 1, "http://host:1", 1), (.http, "host", 65_535, "http://host:65535", 65_535),
            (.https, "2001:DB8::1", 8443, "https://[2001:db8::1]:8443", 8443), (.http, "host", 0, nil, 0),
            (.http, "host", 65_536, nil, 0), (.http, "host", -1, nil, 0), (.http, "", 80, nil, 0),
        ] as [(HTTPOrigin.Scheme, String, Int?, String?, Int)])
    func origins(scheme: HTTPOrigin.Scheme, host: String, port: Int?, text: String?, actual: Int) {
        let origin = HTTPOrigin(scheme: scheme, host: host, port: port)
        #expect(origin?.text == text && origin?.description == text)
        if let origin { #expect(origin.port == actual && origin.scheme == scheme && origin.host == host.lowercased()) }
    }

    @Test(
        "The origin of an address is there for http and https alone",
        arguments: [
            ("HTTP://Host:8080/a?b", "http://host:8080"), ("https://host", "https://host"), ("http://[::1]:9/", "http://[::1]:9"),
            ("ftp://host", nil), ("http:///a", nil), ("/a", nil), ("https://host:0/", nil), ("mailto:a@host", nil),
        ] as [(String, String?)])
    func addresses(address: String, text: String?) throws {
        #expect(HTTPOrigin(try #require(URL(string: address)))?.text == text)
    }
}
