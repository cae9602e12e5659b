import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Transports called directly, without a client that would check the limits again.
@Suite("Transport limits", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TransportLimitsTests {
    private func send(
        _ answer: LoopbackAnswer, over transport: any HTTPTransport, limit: Int? = nil, method: HTTPMethod = .get
    ) async throws -> HTTPResponse {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let origin = try #require(HTTPOrigin(server.url()))
        return try await transport.send(
            HTTPRequest(method: method, origin: origin, target: "/", options: .init(responseLimit: limit)))
    }

    @Test(
        "Accepts a body of at most the limit",
        arguments: TransportKind.allCases)
    func bodies(kind: TransportKind) async throws {
        let transport = try kind.make()
        let bodies = [
            LoopbackAnswer.text("1234567"), .chunked([Data("1234567".utf8)]), .chunked([Data("123".utf8), Data("4567".utf8)]),
            .gzip(Data("1234567".utf8)), .untilClose(Data("1234567".utf8)),
        ]
        for (number, answer) in bodies.enumerated() {
            #expect(try await send(answer, over: transport, limit: 7).body == Data("1234567".utf8), "\(number)")
            let error = await #expect(throws: NoticeBoardError.self) { try await send(answer, over: transport, limit: 6) }
            #expect(error?.code == .responseTooLarge, "\(number)")
            #expect(error?.detail == "The answer is larger than 6 bytes.", "\(number)")
        }
    }

    @Test("The Content-Length of a HEAD response is not limited", arguments: TransportKind.allCases)
    func head(kind: TransportKind) async throws {
        let answer = LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n")])
        let response = try await send(answer, over: kind.make(), limit: 1, method: .head)
        #expect(response.status == 200)
        #expect(response.headers[.contentLength] == "9000")
        #expect(response.body.isEmpty)
    }

    @Test("Accepts header fields up to the limit") func fields() async throws {
        var transports: [any HTTPTransport] = [URLSessionTransport(), SystemTransport()]
        #if os(Linux)
            transports.append(try CurlTransport())
        #endif
        for transport in transports {
            // Content-Length counts as a field too.
            #expect(try await send(.manyHeaders(255), over: transport).headers.count == 256)
            let error = await #expect(throws: NoticeBoardError.self) { try await send(.manyHeaders(256), over: transport) }
            #expect(error?.code == .responseTooLarge)
            #expect(error?.detail == "The answer has more than 256 header fields.")
        }
    }

    @Test("Sends added headers except authorization and cookies") func added() async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = [
            "X-Added": "1", "authorization": "planted", "Cookie": "planted", "Proxy-Authorization": "planted",
        ]
        let origin = try #require(HTTPOrigin(server.url()))
        _ = try await URLSessionTransport(configuration: configuration).send(HTTPRequest(origin: origin, target: "/"))
        let asked = try #require(server.requests.first)
        #expect(asked.header("X-Added") == "1")
        #expect(!"\(asked.headers)".contains("planted"))
        #expect(configuration.httpAdditionalHeaders?.count == 4)
    }

}
