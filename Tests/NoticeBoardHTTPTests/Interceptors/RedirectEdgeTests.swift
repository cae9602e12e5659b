import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Redirect and plain HTTP edge cases", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RedirectEdgeTests {
    private func client(
        _ stub: StubTransport, base: String = "https://host", _ change: (inout APIClient.Configuration) -> Void = { _ in }
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: base)), retry: .never)
        change(&configuration)
        return APIClient(configuration, transport: stub)
    }

    /// A server that answers `/start` with a redirect and everything else with 200.
    private func stub(_ status: HTTPStatus, to location: String) -> StubTransport {
        StubTransport { request in
            request.target == "/start" ? HTTPResponse(status: status, headers: [.location: location]) : HTTPResponse(status: 200)
        }
    }

    @Test("Drops body headers only when a redirect becomes a GET", arguments: [303, 307])
    func fields(status: Int) async throws {
        let stub = stub(HTTPStatus(rawValue: status), to: "/x")
        let headers: HTTPHeaders = [
            "Content-Type": "a/b", "Content-Length": "1", "Content-Encoding": "gzip", "X": "1", "Proxy-Authorization": "p",
        ]
        let call = EndpointRequest.post("start", headers: headers, body: .data(Data("b".utf8), contentType: "c/d"))
        _ = try await client(stub).response(for: call)
        let last = try #require(stub.requests.last)
        #expect(last.method == (status == 303 ? .get : .post))
        #expect((last.body == nil) == (status == 303))
        for name in ["Content-Type", "Content-Length", "Content-Encoding"] as [HTTPHeaderName] {
            #expect((last.headers[name] == nil) == (status == 303), "\(name)")
        }
        #expect(last.headers["X"] == "1")
        #expect(last.headers[.proxyAuthorization] == "p")
        #expect(last.label == "start")
    }

    @Test("Sends no secret header to another origin on a redirect") func secrets() async throws {
        let stub = stub(302, to: "https://other/x")
        let headers: HTTPHeaders = [
            "Authorization": "1", "Cookie": "2", "Proxy-Authorization": "3", "X-Own": "4", "X-Client": "5", "X": "6",
        ]
        let call = EndpointRequest.get("start", headers: headers, options: options { $0.secretHeaders = ["X-Own"] })
        let response = try await client(stub) { $0.defaults.secretHeaders = ["X-Client"] }.response(for: call)
        let last = try #require(stub.requests.last)
        #expect(last.headers.filter { ("1"..."6").contains($0.value) }.map(\.value) == ["6"])
        #expect(last.options.secretHeaders == ["X-Own", "X-Client"])
        #expect(!response.responderReceivedSecrets)
        #expect(response.origin?.text == "https://other")
        #expect(response.path == "/x")
        #expect(try await client(self.stub(302, to: "/x")).response(for: call).responderReceivedSecrets)
    }

    @Test("A redirect to another origin carries none of the client's custom headers") func clientHeaders() async throws {
        let names: [HTTPHeaderName] = ["X-API-Key", "SesacKey", "Accept-Language", "User-Agent", "Accept", "X-Call"]
        for (location, kept) in [("https://other/x", Array(names.dropFirst(2))), ("/x", names)] {
            let stub = stub(302, to: location)
            let client = try client(stub) {
                $0.headers = [
                    "X-API-Key": "1", "SesacKey": "2", "Accept-Language": "ko", "User-Agent": "u", "Accept": "a/b",
                ]
            }
            _ = try await client.response(for: .get("start", headers: ["X-Call": "1"]))
            let last = try #require(stub.requests.last)
            #expect(names.filter { last.headers[$0] != nil } == kept, "\(location)")
        }
    }

    @Test("A redirect to another origin carries no Host and no conditions") func conditions() async throws {
        let headers: HTTPHeaders = [
            "Host": "internal.example", "If-Match": "1", "If-None-Match": "2", "If-Modified-Since": "3",
            "If-Unmodified-Since": "4",
            "If-Range": "5", "Range": "bytes=0-1",
        ]
        for (location, kept) in [("https://other/x", ["Range"]), ("/x", headers.map { $0.name.text })] {
            let stub = stub(302, to: location)
            _ = try await client(stub).response(for: .get("start", headers: headers))
            let last = try #require(stub.requests.last)
            #expect(last.headers.filter { headers[$0.name] != nil }.map { $0.name.text } == kept, "\(location)")
        }
    }

    @Test(
        "Each refusal has a specific message",
        arguments: [
            ("http://host/x", "a redirect from https to plain http"), ("ftp://host/x", "a redirect to no http address"),
            ("https://u@host/x", "a redirect to no http address"), ("https://u:p@host/x", "a redirect to no http address"),
            ("https://other/x", "a redirect that would take the body to another origin"),
        ])
    func sentences(location: String, sentence: String) async throws {
        let stub = stub(308, to: location)
        let call = EndpointRequest.post("start", body: .json([1]))
        let error = await #expect(throws: NoticeBoardError.self) { try await client(stub).response(for: call) }
        #expect(error?.code == .redirectRefused)
        #expect(error?.detail == "The server answered with \(sentence).")
        #expect(error?.status == 308)
        #expect(error?.reply?[.location] == location)
        #expect(error?.reply?.message == nil)
        #expect(stub.requests.count == 1)
        let taken = try await client(self.stub(308, to: location)).response(for: call.with { $0.validation = .any })
        #expect(taken.status == 308)
    }

    @Test("Follows redirects from plain HTTP and with a body that may cross origins") func allowed()
        async throws
    {
        for location in ["http://127.0.0.1:8/x", "https://host/x"] {
            let stub = stub(307, to: location)
            _ = try await client(stub, base: "http://127.0.0.1").response(for: .get("start"))
            #expect(stub.requests.last?.url?.absoluteString == location)
        }
        let lending = stub(307, to: "https://other/x")
        _ = try await client(lending).response(
            for: .post("start", body: .json([1]), options: options { $0.sendsBodyAcrossOrigins = true }))
        #expect(lending.requests.last?.body == .data(Data("[1]".utf8)))
    }

    @Test("Follows and logs redirects up to the limit", arguments: [0, 1, 3])
    func limit(limit: Int) async throws {
        let events = RecentEvents()
        for (hops, isAllowed) in [(limit, true), (limit + 1, false)] {
            let stub = StubTransport { request in
                let number = Int(request.target.dropFirst()) ?? 0
                return number < hops
                    ? HTTPResponse(status: 301, headers: [.location: "/\(number + 1)"]) : HTTPResponse(status: 200)
            }
            let client = try client(stub) {
                $0.redirectLimit = limit
                $0.loggers = [events]
            }
            let response = try? await client.response(for: .get("0"))
            #expect((response != nil) == isAllowed)
            #expect(stub.requests.count == limit + 1)
        }
        #expect(events.events.filter { $0.kind == .redirected(status: 301) }.count == 2 * limit)
    }

    @Test(
        "Allows plain HTTP only to loopback and to allowed hosts, case-insensitively",
        arguments: [
            ("http://host", false), ("https://host", true), ("http://localhost:8", true), ("http://127.0.0.1", true),
            ("http://[::1]", true), ("http://Allowed", true), ("http://allowed.host", false), ("https://127.0.0.1", true),
        ])
    func plain(base: String, isAllowed: Bool) async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 200) }
        let client = try client(stub, base: base) { $0.plainHTTPHosts = ["ALLOWED"] }
        do {
            _ = try await client.response(for: .get("a"))
            #expect(isAllowed)
        } catch let error as NoticeBoardError {
            let host = try #require(URL(string: base)?.host)
            #expect(error.detail == "Plain http to \(host) is refused: use https, or allow the host explicitly.")
            #expect(!isAllowed)
            #expect(error.code == .insecure)
            #expect(error.remedy == .contactAdministrator)
        }
        #expect(stub.requests.count == (isAllowed ? 1 : 0))
    }
}
