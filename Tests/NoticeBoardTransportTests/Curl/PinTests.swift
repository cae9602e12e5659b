#if os(Linux)
    import Foundation
    import Glibc
    import NoticeBoardBase
    import NoticeBoardHTTP
    import Testing

    /// Uses this machine's `openssl`, if it has one; the benchmarks' `trust.sh` covers more cases manually.
    @Suite(
        "Pins and authorities", .serialized, .inTurn, .timeLimit(.minutes(1)),
        .enabled(if: SecureServer.isPossible, "needs openssl, as a server that speaks TLS"))
    struct PinTests {
        @Test("Accepts the pinned key under the right authority, ignoring the host's case") func right() async throws {
            let server = try SecureServer()
            defer { server.stop() }
            let trust = HTTPTrust(authorities: server.certificate, pins: ["LocalHost": [server.pin, Self.other]])
            #expect(try await Self.send(to: server, trust).status == 200)
        }

        @Test("Refuses a wrong key and a right key without a trusted authority") func wrong() async throws {
            let server = try SecureServer()
            defer { server.stop() }
            let others = [
                HTTPTrust(authorities: server.certificate, pins: ["localhost": [Self.other]]),
                HTTPTrust(authorities: server.certificate, pins: ["LocalHost": [Self.other]]),
                HTTPTrust(pins: ["localhost": [server.pin]]),
            ]
            for trust in others {
                let error = await #expect(throws: NoticeBoardError.self) { try await Self.send(to: server, trust) }
                #expect(error?.code == .untrustedServer)
            }
            let elsewhere = HTTPTrust(authorities: server.certificate, pins: ["elsewhere.example": [Self.other]])
            #expect(try await Self.send(to: server, elsewhere).status == 200)
        }

        private static let other = Data(repeating: 7, count: 32).base64EncodedString()

        private static func send(to server: SecureServer, _ trust: HTTPTrust) async throws -> HTTPResponse {
            let origin = try #require(HTTPOrigin(host: "localhost", port: server.port))
            return try await CurlTransport(trust: trust).send(HTTPRequest(origin: origin, target: "/"))
        }
    }
#endif
