import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardHTTP

@Suite("Trust", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TrustTests {
    @Test(
        "SHA-256 gives the values of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func hash(text: String, hex: String) {
        let digits = ReferenceSHA256.hash(of: Data(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(digits.joined() == hex)
    }

    @Test("Invalid certificate data has no public key") func noCertificate() {
        let inputs: [[UInt8]] = [
            [], [0x30], [0x30, 0x82], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x80, 0], [0x30, 0x02, 0x30, 0x00],
            [0x30, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        ]
        for input in inputs { #expect(CertificateParts.publicKey(of: Data(input)) == nil, "\(input)") }
    }

    @Test("A description of a trust shows neither key nor password") func redacted() {
        let trust = HTTPTrust(clientCertificates: ["a": .init(pkcs12: Data("planted".utf8), password: "planted")])
        var dumped = ""
        dump(trust, to: &dumped)
        #expect(!dumped.contains("planted"))
        #expect(!"\(trust)".contains("planted"))
    }

    #if canImport(FoundationNetworking)
        @Test("URLSession on Linux refuses pins and client certificates") func refused() async throws {
            let request = HTTPRequest(origin: try #require(HTTPOrigin(host: "localhost")), target: "/")
            for trust in [
                HTTPTrust(pins: ["localhost": [Data(count: 32).base64EncodedString()]]),
                HTTPTrust(clientCertificates: ["localhost": .init(pkcs12: Data(), password: "")]),
            ] {
                let error = await #expect(throws: NoticeBoardError.self) {
                    try await URLSessionTransport(trust: trust).send(request)
                }
                #expect(error?.code == .invalidInput)
                #expect(error?.remedy == .fixInput("trust"))
            }
        }

        @Test("Refuses a malformed pin even where pins are unsupported") func malformed() async throws {
            let request = HTTPRequest(origin: try #require(HTTPOrigin(host: "localhost")), target: "/")
            let transport = URLSessionTransport(trust: HTTPTrust(pins: ["localhost": ["x"]]))
            let error = await #expect(throws: NoticeBoardError.self) { try await transport.send(request) }
            #expect(error?.remedy == .fixInput("pins"))
        }
    #endif
}

#if os(Linux)
    /// Uses this machine's `openssl`, if it has one.
    @Suite(
        "Client certificates", .serialized, .inTurn, .timeLimit(.minutes(1)),
        .enabled(if: SecureServer.isPossible, "needs openssl, as a server that speaks TLS"))
    struct ClientCertificateTests {
        private func send(to server: SecureServer, _ certificates: [String: HTTPTrust.ClientCertificate]) async throws
            -> HTTPResponse
        {
            let origin = try #require(HTTPOrigin(host: "localhost", port: server.port))
            let trust = HTTPTrust(authorities: server.certificate, clientCertificates: certificates)
            return try await SystemTransport(trust: trust).send(HTTPRequest(origin: origin, target: "/"))
        }

        @Test("Sends the client certificate when a server asks for it") func shown() async throws {
            let server = try SecureServer(asksForCertificate: true)
            defer { server.stop() }
            let certificate = HTTPTrust.ClientCertificate(pkcs12: try server.pkcs12, password: "secret")
            #expect(try await send(to: server, ["LocalHost": certificate]).status == 200)
        }

        @Test("Shows a client certificate to no other host") func otherHost() async throws {
            let server = try SecureServer(asksForCertificate: true)
            defer { server.stop() }
            let certificate = HTTPTrust.ClientCertificate(pkcs12: try server.pkcs12, password: "secret")
            await #expect(throws: NoticeBoardError.self) { try await send(to: server, ["elsewhere.example": certificate]) }
        }

        @Test("A wrong password or invalid certificate data throws a named error", arguments: [true, false])
        func unusable(isWhole: Bool) async throws {
            let server = try SecureServer(asksForCertificate: true)
            defer { server.stop() }
            let data = isWhole ? try server.pkcs12 : Data("no certificate".utf8)
            let certificate = HTTPTrust.ClientCertificate(pkcs12: data, password: isWhole ? "wrong" : "secret")
            let error = await #expect(throws: NoticeBoardError.self) { try await send(to: server, ["localhost": certificate]) }
            #expect(error?.code == .invalidInput)
            #expect(error?.remedy == .fixInput("clientCertificates"))
        }

        @Test("The pin of a certificate matches openssl's") func pin() throws {
            let server = try SecureServer()
            defer { server.stop() }
            let pem = try String(contentsOf: server.certificate, encoding: .utf8)
            let certificates = CertificateParts.certificates(inPEM: pem + pem)
            #expect(certificates.count == 2)
            let key = try #require(CertificateParts.publicKey(of: certificates[0]))
            #expect(ReferenceSHA256.hash(of: key).base64EncodedString() == server.pin)
        }
    }
#endif
