#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardTesting
    import Testing

    @testable import NoticeBoardHTTP

    @Suite("What libcurl is told, by its own numbers", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlNumberTests {
        /// As `curl.h` has them.
        private static let options: [(CurlOption, Int32)] = [
            (.tlsVersion, 32), (.noProgress, 43), (.noBody, 44), (.upload, 46), (.verifyPeer, 64),
            (.freshConnect, 74), (.verifyHost, 81), (.httpVersion, 84), (.bufferSize, 98), (.noSignal, 99),
            (.connectTimeout, 156), (.waitForContinue, 227),
            (.headersForProxyApart, 229), (.pathAsIs, 234), (.waitForSharedConnection, 237), (.silentTunnel, 265),
            (.refuseUserInAddress, 278), (.refuseOldHTTP, 285), (.quickExit, 322), (.address, 10_002), (.proxy, 10_004),
            (.errorText, 10_010), (.header, 10_023), (.method, 10_036), (.share, 10_100), (.authorities, 10_065),
            (.authorityFolder, 10_097),
            (.acceptedCodings, 10_102), (.pins, 10_230), (.protocols, 10_318), (.uploadLength, 30_115),
        ]

        @Test("Each option has the number that the library's header gives it") func numbers() {
            for (option, number) in Self.options { #expect(option.rawValue == number, "\(option)") }
            let facts: [(CurlInfo, Int32)] = [
                (.systemError, 2_097_177), (.tunnelStatus, 2_097_174), (.httpVersion, 2_097_198),
            ]
            for (fact, number) in facts { #expect(fact.rawValue == number, "\(fact)") }
        }

        @Test("What libcurl's numbers mean is told, and of its words nothing") func meanings() {
            let trust: Set<Int32> = [35, 59, 60, 77, 82, 83, 90, 91, 98]
            for code: Int32 in 1...101 {
                let (meaning, detail) = NoticeBoardError.meaning(ofCurl: code, tunnel: 0, system: 0, words: "a.example")
                let expected: NoticeBoardError.Code =
                    switch code {
                    case 1, 8, 23, 43, 61: .unreadableResponse
                    case 3, 58: .invalidInput
                    case 6, 7: .unreachable
                    case 5: .proxyUnreachable
                    case 97: .proxyRefused
                    case 27, 100: .responseTooLarge
                    case 28: .timedOut
                    default: trust.contains(code) ? .untrustedServer : .connectionLost
                    }
                #expect(meaning == expected && !detail.contains("example"), "\(code)")
            }
            func meaning(_ code: Int32, _ tunnel: Int, _ words: String = "") -> (NoticeBoardError.Code, String) {
                NoticeBoardError.meaning(ofCurl: code, tunnel: tunnel, system: 111, words: words)
            }
            #expect(meaning(7, 0) == (.unreachable, "The host refuses the connection."))
            #expect(meaning(56, 299).0 == .connectionLost && meaning(56, 300).0 == .proxyRefused)
            #expect(meaning(56, 407, "alert") == (.proxyRefused, "The proxy refuses the connection (status 407)."))
            #expect(meaning(56, 200, "an alert").0 == .untrustedServer && meaning(55, 407, "alert").0 == .connectionLost)
        }

        @Test("A host that cannot be reached is told from a dead proxy") func deadProxy() {
            func meaning(_ words: String) -> NoticeBoardError.Code {
                NoticeBoardError.meaning(ofCurl: 7, tunnel: 0, system: 111, words: words, host: "board.example").code
            }
            #expect(meaning("Failed to connect to board.example port 443 after 0 ms: Couldn't connect to server") == .unreachable)
            #expect(meaning("Failed to connect to 10.0.0.1 port 3128 after 0 ms: Couldn't connect") == .proxyUnreachable)
            #expect(meaning("") == .unreachable)
        }

        @Test(
            "Each kind of distrust has words of its own",
            arguments: [
                (60, "SSL certificate problem: certificate has expired", "The server's certificate has expired."),
                (60, "SSL certificate problem: certificate is not yet valid", "The server's certificate is not valid yet."),
                (
                    60, "SSL: no alternative certificate subject name matches target host name 'a.example'",
                    "The server's certificate is for another host."
                ),
                (
                    60, "SSL certificate problem: unable to get local issuer certificate",
                    "The server's certificate is signed by an unknown authority."
                ),
                (
                    60, "SSL certificate problem: self-signed certificate",
                    "The server's certificate is signed by an unknown authority."
                ),
                (35, "error:0A000102:SSL routines::unsupported protocol", "The server offers no TLS 1.2 or later."),
                (90, "SSL: public key does not match pinned public key", "The server's public key is none of the pinned ones."),
                (35, "OpenSSL SSL_connect: Connection reset by peer", "No trusted connection could be made."),
            ] as [(Int32, String, String)])
        func distrust(code: Int32, words: String, detail: String) {
            let (meaning, found) = NoticeBoardError.meaning(ofCurl: code, tunnel: 0, system: 0, words: words)
            #expect(meaning == .untrustedServer)
            #expect(found == detail)
        }

        @Test("A field without a value is sent as one, whatever blanks stand for it") func blanks() async throws {
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
            #expect(got.values(of: "X-Value") == ["a"] && got.header("Content-Type") == nil)
            for name in ["Expect", "Transfer-Encoding", "Content-Length"] { #expect(got.header(name) == nil, "\(name)") }
        }

        @Test("Each request begins with nothing of the one before it on the same connection") func anew() async throws {
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
            #expect(server.requests[0].header("X-A") == "1" && server.requests[1].header("X-B") == "2" && server.connections == 1)
        }
    }
#endif
