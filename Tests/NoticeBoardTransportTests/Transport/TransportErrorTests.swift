import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

/// Every way a response can fail over a real socket.
///
/// Each must give a clear error, never a hang or a crash.
@Suite("Connection errors", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TransportErrorTests {
    private struct Named: Decodable, Sendable, Equatable { let name: String }

    private func client(
        _ base: URL, over kind: TransportKind, defaults: HTTPRequest.Defaults = HTTPRequest.Defaults()
    ) throws -> APIClient {
        APIClient(APIClient.Configuration(baseURL: base, defaults: defaults, retry: .never), transport: try kind.make())
    }

    /// Returns the error of a call and checks that it does not contain the query.
    private func failure(
        _ base: URL, over kind: TransportKind, defaults: HTTPRequest.Defaults = HTTPRequest.Defaults()
    ) async throws -> NoticeBoardError {
        let endpoint = EndpointRequest.get("a", query: ["search": "planted"])
        let error = try #require(
            await #expect(throws: NoticeBoardError.self) {
                try await client(base, over: kind, defaults: defaults).value(Named.self, for: endpoint)
            })
        var dumped = ""
        dump(error, to: &dumped)
        let underlying = error.underlying.map { "\($0) \(($0 as NSError).userInfo)" } ?? ""
        for text in [dumped, "\(error)", String(reflecting: error), underlying] { #expect(!text.contains("planted")) }
        #expect(error.endpoint == "GET a")
        #expect(!error.detail.isEmpty)
        return error
    }

    @Test(
        "A connection that breaks at any stage is reported as lost",
        arguments: [
            LoopbackAnswer.closedBeforeHeaders, .closedAfterHeaders, .reset, .resetInBody(),
            .truncated(declared: 100, sent: 7),
            .truncatedChunks,
        ], TransportKind.allCases)
    func broken(answer: LoopbackAnswer, kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let error = try await failure(server.url(), over: kind)
        #expect(error.code == .connectionLost)
        #expect(error.remedy == .retry(after: nil))
        #expect(error.status == nil)
    }

    @Test(
        "A garbled body is reported as lost or unreadable and can be retried",
        arguments: [LoopbackAnswer.garbageChunks, .badGzip], TransportKind.allCases)
    func garbled(answer: LoopbackAnswer, kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let error = try await failure(server.url(), over: kind)
        #expect([.connectionLost, .unreadableResponse].contains(error.code))
        #expect(error.remedy == .retry(after: nil))
        #expect(error.status == nil)
    }

    @Test(
        "A connection closed within the header is reported as lost",
        arguments: TransportKind.allCases.filter { !$0.hasFaultsOfFoundationNetworking })
    func closedInHeaders(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .closedInHeaders }
        defer { server.stop() }
        #expect(try await failure(server.url(), over: kind).code == .connectionLost)
    }

    #if os(macOS) || os(Linux)
        /// FoundationNetworking crashes if a connection closes after the status line and before the empty line: libcurl
        /// reports that as a success, and no layer in between can detect it.
        @Test("FoundationNetworking crashes when a connection closes within the header")
        func closedInHeadersOverFoundationNetworking() async {
            await withKnownIssue("FoundationNetworking traps: Transfer completed, but there's no response") {
                await #expect(processExitsWith: .success) {
                    let server = try LoopbackServer { _ in .closedInHeaders }
                    let client = APIClient(
                        APIClient.Configuration(baseURL: server.url(), retry: .never), transport: URLSessionTransport())
                    let error = await #expect(throws: NoticeBoardError.self) {
                        try await client.response(for: EndpointRequest.get("a"))
                    }
                    #expect(error?.code == .connectionLost)
                }
            } when: {
                TransportKind.urlSession.hasFaultsOfFoundationNetworking
            }
        }
    #endif

    @Test("A response that is not HTTP throws", arguments: TransportKind.allCases)
    func notHTTP(kind: TransportKind) async throws {
        let server = try LoopbackServer(onConnect: .notHTTP)
        defer { server.stop() }
        let code = try await failure(server.url(), over: kind).code
        #expect([.connectionLost, .unreadableResponse].contains(code))
    }

    @Test("A refused connection is reported as unreachable", arguments: TransportKind.allCases)
    func refused(kind: TransportKind) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try LoopbackServer.refusingPort())"))
        let error = try await failure(url, over: kind)
        #expect(error.code == .unreachable)
        #expect(error.detail == "The host refuses the connection.")
    }

    @Test("A host without an address is unreachable", arguments: TransportKind.allCases)
    func unknownHost(kind: TransportKind) async throws {
        // A label may have at most 63 letters, so no resolver is asked for this name.
        let url = try #require(URL(string: "https://\(String(repeating: "a", count: 64)).invalid"))
        #expect(try await failure(url, over: kind).code == .unreachable)
    }

    @Test("Refuses an untrusted certificate", arguments: TransportKind.allCases)
    func certificate(kind: TransportKind) async throws {
        let server = try LoopbackServer(onConnect: LoopbackAnswer([.send([UInt8](Self.selfSigned)), .wait]))
        defer { server.stop() }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
        let error = try await failure(url, over: kind)
        #expect(error.code == .untrustedServer)
        #expect(error.remedy == .contactAdministrator)
    }

    @Test("Refuses an https server that does not speak TLS", arguments: TransportKind.allCases)
    func noTLS(kind: TransportKind) async throws {
        let server = try LoopbackServer(onConnect: .notHTTP)
        defer { server.stop() }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
        #expect(try await failure(url, over: kind).code == .untrustedServer)
    }

    @Test(
        "Refuses a response over the limit, compressed or not",
        arguments: [
            LoopbackAnswer.huge(bytes: 5_000_000), .gzipBomb(bytes: 5_000_000),
            .chunked(Array(repeating: Data(count: 99_999), count: 20)),
        ], TransportKind.allCases)
    func tooLarge(answer: LoopbackAnswer, kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let error = try await failure(server.url(), over: kind, defaults: HTTPRequest.Defaults(responseLimit: 1_000_000))
        #expect(error.code == .responseTooLarge)
        #expect(error.detail == "The answer is larger than 1000000 bytes.")
    }

    @Test("Refuses an endless response over the limit while it arrives", arguments: TransportKind.allCases)
    func endless(kind: TransportKind) async throws {
        let chunk = Array("1e8480\r\n".utf8) + [UInt8](repeating: 7, count: 2_000_000) + Array("\r\n".utf8)
        let server = try LoopbackServer { _ in
            LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), .send(chunk), .wait])
        }
        defer { server.stop() }
        let error = try await failure(server.url(), over: kind, defaults: HTTPRequest.Defaults(responseLimit: 1_000_000))
        #expect(error.code == .responseTooLarge)
        await server.waitForFinishedConnections(1)
    }

    @Test("Accepts a plain or compressed response exactly at the limit", arguments: TransportKind.allCases)
    func atTheLimit(kind: TransportKind) async throws {
        let body = Data(#"{"name": "a"}"#.utf8)
        let server = try LoopbackServer(script: [.json(#"{"name": "a"}"#), .gzip(body)])
        defer { server.stop() }
        let client = try client(server.url(), over: kind, defaults: HTTPRequest.Defaults(responseLimit: body.count))
        for _ in 0..<2 { #expect(try await client.value(Named.self, for: EndpointRequest.get("a")) == Named(name: "a")) }
    }

    @Test("Refuses more header fields than the limit", arguments: TransportKind.allCases)
    func manyHeaders(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .manyHeaders(300) }
        defer { server.stop() }
        #expect(try await failure(server.url(), over: kind).code == .responseTooLarge)
    }

    @Test(
        "The error of an unexpected body says why",
        arguments: [
            (LoopbackAnswer.text(""), "The body is empty."), (.noContent, "The body is empty."),
            (.text("hello"), "not valid JSON"),
            (.html("<!DOCTYPE html><html>sign in</html>"), "a web page"), (.json(#"{"name": "a"#), "not valid JSON"),
            (.json(#"{"name": 7}"#), "At name: not a text"), (.json(#"{"title": "a"}"#), "name is missing"),
            (.json(String(repeating: "[", count: 1_000_000)), "not valid JSON"), (.json("[]"), "not an object"),
            (.response(200, body: Data([0xFF, 0xFE, 0x00])), "not valid JSON"),
        ])
    func unreadable(answer: LoopbackAnswer, reason: String) async throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let error = try await failure(server.url(), over: .urlSession)
        #expect(error.code == (reason == "a web page" ? .networkSignIn : .unreadableResponse))
        #expect(error.detail.contains(reason), "\(error.detail)")
        #expect(error.reply != nil)
    }

    @Test(
        "Accepts another content type, a byte order mark and duplicate keys",
        arguments: [
            LoopbackAnswer.text(#"{"name": "a"}"#), .html(#" {"name": "a"}"#), .byteOrderMark(#"{"name": "a"}"#),
            .json(#"{"name": "a", "name": "a"}"#),
            .chunked([Data(#"{"na"#.utf8), Data(#"me": "a"}"#.utf8)]), .untilClose(Data(#"{"name": "a"}"#.utf8)),
        ], TransportKind.allCases)
    func lenient(answer: LoopbackAnswer, kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let client = try client(server.url(), over: kind)
        #expect(try await client.value(Named.self, for: EndpointRequest.get("a")) == Named(name: "a"))
    }

    /// The first two TLS 1.2 messages of a server (hello, certificate) with a self-signed certificate.
    ///
    /// A client checks
    /// them before anything is encrypted, so the server needs no key to be refused.
    private static var selfSigned: Data {
        Data(
            base64Encoded: """
                FgMDADECAAAtAwMREREREREREREREREREREREREREREREREREREREREREQDAKwAABf8BAAEAFgMDAYwLAAGIAAGFAAGCMIIBfjCC
                ASWgAwIBAgIUB2gFlmfA1we3n8s+qhv22vurlgMwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMDE4
                Mzk0OFoYDzIxMjYxMDI3MTgzOTQ4WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAThW9Vt
                0X0aTjCS9dDXmu1AiRN9UX4ubt5G8JsZzp4IdQLvJ0yBlPAmDHKo48vFB7QiAuLrfcw/Ruho0f0NWy4co1MwUTAdBgNVHQ4EFgQU
                ATl/wbpBO/PEZb/+II1fcjAA5U4wHwYDVR0jBBgwFoAUATl/wbpBO/PEZb/+II1fcjAA5U4wDwYDVR0TAQH/BAUwAwEB/zAKBggq
                hkjOPQQDAgNHADBEAiBjU3yFsJ5NS8t0W9d+/wrrqVu6pFjFc7J0sWcBBtsJ8AIgDgjFm7iFFKZTaUqT2gtm41ajLl9INt7CKM93
                FCBjt3k=
                """, options: .ignoreUnknownCharacters) ?? Data()
    }
}
