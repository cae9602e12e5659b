import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Request methods", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPMethodTests {
    private static let hostile = [
        "GET /admin HTTP/1.1\r\nHost: x\r\nX-Injected: yes\r\n\r\nGET", "GET\r\nX-Injected: yes", "GET ", " GET", "", "GE\nT",
        "GE\rT",
        "GET\0", "GE\tT", "GET\u{301}", "GE\u{200D}T", "\u{FE0F}", "요청", "GET:", "GET/", "\"GET\"", "\u{1B}[2J",
    ]

    @Test("A method that is not a token never reaches a server", arguments: hostile, TransportKind.allCases)
    func wire(method: String, kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        let transport = try kind.make()
        for body in [nil, HTTPBody.data(Data("a".utf8))] {
            let request = HTTPRequest(method: HTTPMethod(rawValue: method), origin: origin, target: "/", body: body)
            let error = await #expect(throws: NoticeBoardError.self) { try await transport.send(request) }
            #expect(error?.code == .invalidInput)
            #expect(error?.remedy == .fixInput("method"))
        }
        #expect(try await transport.send(HTTPRequest(origin: origin, target: "/after")).status == 200)
        #expect(server.requests.map(\.target) == ["/after"])
        #expect(server.connections == 1)
    }

    @Test("A client refuses a method that is not a token before sending", arguments: hostile)
    func client(method: String) async throws {
        let (stub, events) = (StubTransport { _ in HTTPResponse(status: 200) }, RecentEvents())
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        configuration.loggers = [events]
        let client = APIClient(configuration, transport: stub)
        let call = EndpointRequest(HTTPMethod(rawValue: method), "a")
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) }
        #expect(error?.code == .invalidInput)
        #expect(error?.endpoint == "(no method) a")
        #expect(stub.requests.isEmpty)
        #expect(events.events.allSatisfy { $0.call == "(no method) a" })
    }

    @Test("A method that is not a token is not printed", arguments: hostile) func printed(method: String) throws {
        let origin = try #require(HTTPOrigin(host: "host"))
        let request = HTTPRequest(method: HTTPMethod(rawValue: method), origin: origin, target: "/a", label: "a")
        #expect("\(request.method)" == "(no method)")
        #expect("\(request)" == "(no method) https://host/a")
    }

    @Test(
        "Sends every token method unchanged", arguments: ["REPORT", "M-SEARCH", "!#$%&'*+-.^_`|~09azAZ"], TransportKind.allCases)
    func tokens(method: String, kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        let request = HTTPRequest(method: HTTPMethod(rawValue: method), origin: origin, target: "/")
        #expect(try await kind.make().send(request).status == 200)
        #expect(server.requests.map(\.method) == [method])
    }
}
