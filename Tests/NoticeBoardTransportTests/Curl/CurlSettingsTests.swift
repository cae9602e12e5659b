#if os(Linux)
    import Foundation
    import Glibc
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite("Proxies and trust of CurlTransport", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlSettingsTests {
        private let secrets: HTTPHeaders = ["Authorization": "Bearer planted", "Proxy-Authorization": "Basic planted"]

        @Test("Sends every request to a configured proxy with the absolute URL") func named() async throws {
            let proxy = try LoopbackServer { _ in .text("from the proxy") }
            defer { proxy.stop() }
            let transport = try CurlTransport(proxy: proxy.url())
            for host in ["example.invalid", "127.0.0.1"] {
                let origin = try #require(HTTPOrigin(isSecure: false, host: host, port: 8080))
                let response = try await transport.send(HTTPRequest(origin: origin, target: "/a?b"))
                #expect(response.body == Data("from the proxy".utf8))
            }
            #expect(proxy.requests.map(\.target) == ["http://example.invalid:8080/a?b", "http://127.0.0.1:8080/a?b"])
        }

        @Test("Does not reuse a proxy connection that received unrequested bytes") func unrequested() async throws {
            let (gate, sent) = (Gate(), Gate())
            let poisoned =
                LoopbackAnswer.text("1").steps + [
                    .hold(gate), .text("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"), .hold(sent),
                ]
            let proxy = try LoopbackServer { $0.number == 1 ? LoopbackAnswer(poisoned) : .text("\($0.number)") }
            defer { proxy.stop() }
            let transport = try CurlTransport(proxy: proxy.url())
            let origin = try #require(HTTPOrigin(isSecure: false, host: "example.invalid", port: 8080))
            #expect(try await transport.send(HTTPRequest(origin: origin, target: "/")).body == Data("1".utf8))
            gate.open()
            await sent.waitForArrivals(1)
            #expect(try await transport.send(HTTPRequest(origin: origin, target: "/")).body == Data("2".utf8))
            #expect(proxy.connections == 2)
        }

        @Test("Hides https requests from the proxy") func tunnel() async throws {
            let proxy = try LoopbackServer { _ in .text("planted too", status: 407) }
            defer { proxy.stop() }
            let origin = try #require(HTTPOrigin(host: "example.invalid"))
            let request = HTTPRequest(
                method: .post, origin: origin, target: "/planted", headers: secrets, body: .data(Data("planted".utf8)))
            let error = await #expect(throws: NoticeBoardError.self) {
                try await CurlTransport(proxy: proxy.url()).send(request)
            }
            #expect(error?.code == .proxyRefused)
            #expect(error?.detail == "The proxy refuses the connection (status 407).")
            let asked = try #require(proxy.requests.first)
            #expect(asked.method == "CONNECT")
            #expect(asked.target == "example.invalid:443")
            #expect(!"\(asked.headers) \(asked.text)".contains("planted"))
        }

        @Test("A proxy's CONNECT response is not part of the server's response") func letThrough() async throws {
            // More fields than a response may have, and no server behind them.
            let fields = String(repeating: "X: y\r\n", count: 300)
            let proxy = try LoopbackServer { _ in LoopbackAnswer([.text("HTTP/1.1 200 OK\r\n\(fields)\r\n"), .close]) }
            defer { proxy.stop() }
            let origin = try #require(HTTPOrigin(host: "example.invalid"))
            let error = await #expect(throws: NoticeBoardError.self) {
                try await CurlTransport(proxy: proxy.url()).send(HTTPRequest(origin: origin, target: "/"))
            }
            #expect(error?.code == .untrustedServer)
        }

        @Test("Uses the environment's proxy except for loopback") func environment() async {
            await #expect(processExitsWith: .success) {
                let proxy = try LoopbackServer { _ in .text("from the proxy") }
                let server = try LoopbackServer { _ in .text("direct") }
                unsafe setenv("http_proxy", proxy.url().absoluteString, 1)
                let elsewhere = HTTPRequest(
                    origin: try #require(HTTPOrigin(isSecure: false, host: "example.invalid")), target: "/")
                let here = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
                let transport = try CurlTransport()
                #expect(try await transport.send(elsewhere).body == Data("from the proxy".utf8))
                #expect(try await transport.send(here).body == Data("direct".utf8))
                #expect(proxy.requests.count == 1)
            }
        }

        @Test("A configured proxy ignores NO_PROXY")
        func exceptions() async {
            await #expect(processExitsWith: .success) {
                let proxies = try (1...2).map { number in try LoopbackServer { _ in .text("\(number)") } }
                unsafe setenv("NO_PROXY", "*", 1)
                unsafe setenv("http_proxy", proxies[0].url().absoluteString, 1)
                let elsewhere = HTTPRequest(
                    origin: try #require(HTTPOrigin(isSecure: false, host: "example.invalid")), target: "/")
                let named = try CurlTransport(proxy: proxies[1].url())
                let answer = try? await named.send(elsewhere)
                #expect(answer?.body == Data("2".utf8))
                let error = await #expect(throws: NoticeBoardError.self) { try await CurlTransport().send(elsewhere) }
                #expect(error?.code == .unreachable)
                #expect(proxies[0].requests.isEmpty)
            }
        }

        @Test("Refuses invalid pins and a missing authorities file on creation") func refused()
            throws
        {
            let pin = Data(repeating: 7, count: 32).base64EncodedString()
            _ = try CurlTransport(trust: .init(pins: ["a": [pin]]))
            for pins in [[], ["sha256//" + pin], [String(pin.dropFirst(4))], [pin, ""]] as [Set<String>] {
                let error = #expect(throws: NoticeBoardError.self) { try CurlTransport(trust: .init(pins: ["a": pins])) }
                #expect(error?.code == .invalidInput)
            }
            let missing = HTTPTrust(authorities: URL(fileURLWithPath: "/nonexistent/planted"))
            let error = #expect(throws: NoticeBoardError.self) { try CurlTransport(trust: missing) }
            #expect(error?.code == .fileUnavailable)
            #expect(error.map { "\($0)" }?.contains("planted") == false)
            let proxy = try #require(URL(string: "file:///planted"))
            #expect(throws: NoticeBoardError.self) { try CurlTransport(proxy: proxy) }
        }

        @Test("Refuses a pinned host that no request can match") func hosts() throws {
            let pin = Data(repeating: 7, count: 32).base64EncodedString()
            for host in ["API.example.com", "localhost", "a_b-1.kr", "xn--bj0bj06e.kr", "127.0.0.1", "::1", "2001:DB8::7"] {
                #expect(throws: Never.self) { try CurlTransport(trust: .init(pins: [host: [pin]])) }
            }
            for host in [
                "", "api.example.com:8443", "https://api.example.com", "api.example.com/", "*.example.com", "[::1]", "::1:x",
                "api.example.com.", ".example.com", "a..b", " api.example.com", "api.example.com\n", "me@example.com", "한국.kr",
                "127.0.0.1:80", "cafe:80",
            ] {
                let error = #expect(throws: NoticeBoardError.self) { try CurlTransport(trust: .init(pins: [host: [pin]])) }
                #expect(error?.code == .invalidInput, "\(host)")
                #expect(error?.remedy == .fixInput("pins"), "\(host)")
                #expect(error?.detail.hasPrefix("Pins and certificates are for a host alone: no scheme, port") == true)
            }
        }
    }
#endif
