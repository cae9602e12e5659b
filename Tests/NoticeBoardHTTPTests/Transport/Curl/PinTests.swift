#if os(Linux)
    import Foundation
    import Glibc
    import NoticeBoardBase
    import NoticeBoardHTTP
    import Testing

    /// Over the `openssl` of this machine, where there is one; `trust.sh` of the benchmarks tries more, by hand.
    @Suite(
        "Pins and authorities", .serialized, .inTurn, .timeLimit(.minutes(1)),
        .enabled(if: SecureServer.isPossible, "needs openssl, as a server that speaks TLS"))
    struct PinTests {
        @Test("The right key under the right authority is answered, however the host was written") func right() async throws {
            let server = try SecureServer()
            defer { server.stop() }
            let trust = HTTPTrust(authorities: server.certificate, pins: ["LocalHost": [server.pin, Self.other]])
            #expect(try await Self.send(to: server, trust).status == 200)
        }

        @Test("Another key is refused, and so is the right one that nobody vouches for") func wrong() async throws {
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
            let origin = try #require(HTTPOrigin(scheme: .https, host: "localhost", port: server.port))
            return try await CurlTransport(trust: trust).send(HTTPRequest(origin: origin, target: "/"))
        }
    }
#endif
