#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardTesting
    import Testing

    @testable import NoticeBoardHTTP

    @Suite("CurlTransport: error codes and requests", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlNumberTests {
        @Test("Distinguishes an unreachable host from an unreachable proxy") func deadProxy() {
            func meaning(_ words: String) -> NoticeBoardError.Code {
                NoticeBoardError.meaning(
                    of: .cannotConnect, tunnel: 0, system: 111, words: words, server: "board.example port 443"
                ).code
            }
            #expect(meaning("Failed to connect to board.example port 443 after 0 ms: Couldn't connect to server") == .unreachable)
            #expect(meaning("Failed to connect to 10.0.0.1 port 3128 after 0 ms: Couldn't connect") == .proxyUnreachable)
            #expect(meaning("Failed to connect to board.example port 3128 after 0 ms: Couldn't connect") == .proxyUnreachable)
            #expect(meaning("Failed to connect to board.example port 443 via 10.0.0.1 after 0 ms: x") == .proxyUnreachable)
            #expect(meaning("") == .unreachable)
        }

        @Test("A proxy on the server's own machine that refuses connections is unreachable") func deadLocalProxy() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            let proxy = server.url()
            server.stop()
            let origin = try #require(HTTPOrigin(host: "127.0.0.1", port: 1))
            let transport = try CurlTransport(proxy: proxy)
            let error = await #expect(throws: NoticeBoardError.self) {
                try await transport.send(HTTPRequest(origin: origin, target: "/"))
            }
            #expect(error?.code == .proxyUnreachable)
        }

        @Test(
            "Each certificate failure has a specific message",
            arguments: [
                (
                    .untrustedCertificate, "SSL certificate problem: certificate has expired",
                    "The server's certificate has expired."
                ),
                (
                    .untrustedCertificate, "SSL certificate problem: certificate is not yet valid",
                    "The server's certificate is not valid yet."
                ),
                (
                    .untrustedCertificate, "SSL: no alternative certificate subject name matches target host name 'a.example'",
                    "The server's certificate is for another host."
                ),
                (
                    .untrustedCertificate, "SSL certificate problem: unable to get local issuer certificate",
                    "The server's certificate is signed by an unknown authority."
                ),
                (
                    .untrustedCertificate, "SSL certificate problem: self-signed certificate",
                    "The server's certificate is signed by an unknown authority."
                ),
                (.tlsHandshake, "error:0A000102:SSL routines::unsupported protocol", "The server offers no TLS 1.2 or later."),
                (
                    .pinnedKey, "SSL: public key does not match pinned public key",
                    "The server's public key is none of the pinned ones."
                ),
                (.tlsHandshake, "OpenSSL SSL_connect: Connection reset by peer", "No trusted connection could be made."),
            ] as [(CurlCode, String, String)])
        func distrust(code: CurlCode, words: String, detail: String) {
            let (meaning, found) = NoticeBoardError.meaning(of: code, tunnel: 0, system: 0, words: words)
            #expect(meaning == .untrustedServer)
            #expect(found == detail)
        }

        @Test("Sends a header without a value as an empty one") func blanks() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            let headers: HTTPHeaders = [
                "X-Empty": "", "X-Blank": " ", "X-Tab": "\t", "X-Both": " \t ", "X-Value": " a ", "Expect": "planted",
                "Transfer-Encoding": "planted", "Content-Length": "7",
            ]
            let origin = try #require(HTTPOrigin(server.url()))
            _ = try await CurlTransport().send(HTTPRequest(origin: origin, target: "/", headers: headers))
            let got = try #require(server.requests.first)
            for name in ["X-Empty", "X-Blank", "X-Tab", "X-Both"] { #expect(got.values(of: name) == [""], "\(name)") }
            #expect(got.values(of: "X-Value") == ["a"])
            #expect(got.header("Content-Type") == nil)
            for name in ["Expect", "Transfer-Encoding", "Content-Length"] { #expect(got.header(name) == nil, "\(name)") }
        }

        @Test("Carries nothing over from the previous request on the same connection") func anew() async throws {
            let server = try LoopbackServer { _ in .text("abc") }
            defer { server.stop() }
            let (origin, transport) = (try #require(HTTPOrigin(server.url())), try CurlTransport())
            let data = HTTPBody.data(Data("body".utf8))
            let calls: [(HTTPMethod, HTTPHeaders, HTTPBody?)] = [
                (.get, ["X-A": "1"], nil), (.post, ["X-B": "2"], data), (.get, [:], nil), (.head, [:], nil), (.get, [:], nil),
                (.put, [:], .data(Data())), (.delete, [:], nil), (.patch, [:], nil), (.delete, [:], data), (.get, [:], nil),
            ]
            for (method, headers, body) in calls {
                let request = HTTPRequest(method: method, origin: origin, target: "/", headers: headers, body: body)
                let response = try await transport.send(request)
                #expect(response.body == (method == .head ? Data() : Data("abc".utf8)))
            }
            let got = server.requests.map { "\($0.method) \($0.header("Content-Length") ?? "-") \($0.text)" }
            #expect(
                got == [
                    "GET - ", "POST 4 body", "GET - ", "HEAD - ", "GET - ", "PUT 0 ", "DELETE - ", "PATCH 0 ", "DELETE 4 body",
                    "GET - ",
                ])
            #expect(server.requests.map { [$0.header("X-A"), $0.header("X-B")] }.dropFirst(2).allSatisfy { $0 == [nil, nil] })
            #expect(server.requests[0].header("X-A") == "1")
            #expect(server.requests[1].header("X-B") == "2")
            #expect(server.connections == 1)
        }
    }
#endif
