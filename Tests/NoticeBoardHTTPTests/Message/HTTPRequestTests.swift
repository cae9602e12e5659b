import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Requests, origins and methods", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPRequestTests {
    private let origin = HTTPOrigin(host: "host")

    private func request(_ target: String = "/a") throws -> HTTPRequest {
        HTTPRequest(origin: try #require(origin), target: target)
    }

    @Test(
        "Splits a target into a path and a possibly empty query",
        arguments: [
            ("/a", "/a", nil), ("/a?", "/a", ""), ("/a?b", "/a", "b"), ("/a?b=?c&d", "/a", "b=?c&d"), ("/", "/", nil),
            ("/?x", "/", "x"),
        ] as [(String, String, String?)])
    func targets(target: String, path: String, query: String?) throws {
        let request = try request(target)
        #expect(request.path == path)
        #expect(request.query.map { String($0) } == query)
        #expect(request.url?.absoluteString == "https://host\(target)")
        #expect("\(request)" == "GET https://host/…" + (query == nil ? "" : "?…"))
    }

    @Test(
        "An origin requires a valid host and port and omits the default port",
        arguments: [
            (false, "Host", nil, "http://host", 80), (true, "HOST", nil, "https://host", 443),
            (false, "host", 80, "http://host", 80), (true, "host", 80, "https://host:80", 80),
            (false, "host", 443, "http://host:443", 443), (true, "host", 443, "https://host", 443),
            (false, "host", 1, "http://host:1", 1), (false, "host", 65_535, "http://host:65535", 65_535),
            (true, "2001:DB8::1", 8443, "https://[2001:db8::1]:8443", 8443), (false, "host", 0, nil, 0),
            (false, "host", 65_536, nil, 0), (false, "host", -1, nil, 0), (false, "", 80, nil, 0),
        ] as [(Bool, String, Int?, String?, Int)])
    func origins(isSecure: Bool, host: String, port: Int?, text: String?, actual: Int) {
        let origin = HTTPOrigin(isSecure: isSecure, host: host, port: port)
        #expect(origin?.text == text)
        #expect(origin?.description == text)
        if let origin {
            #expect(origin.port == actual)
            #expect(origin.isSecure == isSecure)
            #expect(origin.host == host.lowercased())
        }
    }

    @Test(
        "Only an http or https URL has an origin",
        arguments: [
            ("HTTP://Host:8080/a?b", "http://host:8080"), ("https://host", "https://host"), ("http://[::1]:9/", "http://[::1]:9"),
            ("ftp://host", nil), ("http:///a", nil), ("/a", nil), ("https://host:0/", nil), ("mailto:a@host", nil),
        ] as [(String, String?)])
    func addresses(address: String, text: String?) throws {
        #expect(HTTPOrigin(try #require(URL(string: address)))?.text == text)
    }
}
