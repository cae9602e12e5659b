#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite("Response header rules", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HeaderRulesTests {
        private func send(
            _ answer: LoopbackAnswer, method: HTTPMethod = .get, options: HTTPRequest.Options = HTTPRequest.Options()
        ) async throws -> HTTPResponse {
            let server = try LoopbackServer { _ in answer }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            return try await CurlTransport().send(
                HTTPRequest(method: method, origin: origin, target: "/", options: options))
        }

        private func code(_ answer: LoopbackAnswer) async -> NoticeBoardError.Code? {
            let error = await #expect(throws: NoticeBoardError.self) { try await send(answer) }
            return error?.code
        }

        private func ending(_ text: String) -> LoopbackAnswer { LoopbackAnswer([.text(text), .close]) }

        @Test(
            "Parses folded, repeated, bare-LF and invalid header lines",
            arguments: [
                ("X-A: one\r\n two\r\n\t three \r\n", ["X-A: one two three"]),
                ("X-A:\r\n one\r\n", ["X-A: one"]),
                ("X-A:1\r\nx-a: 2\r\nX-a:  3  \r\n", ["X-A: 1", "x-a: 2", "X-a: 3"]),
                ("X-A: 1\nX-B: 2\n", ["X-A: 1", "X-B: 2"]),
                ("X-A : 1\r\n: 2\r\nX-B: 3\r\n", ["X-B: 3"]),
                ("HTTP/1.1: 200\r\nX-A: 글\r\n", ["X-A: 글"]),
                ("X-A: a\rX-B: b\r\n", ["X-A: a X-B: b"]),
            ])
        func lines(text: String, expected: [String]) async throws {
            let response = try await send(ending("HTTP/1.1 200\r\n\(text)\r\nbody"))
            #expect(response.headers.map { "\($0.name.text): \($0.value)" } == expected)
            #expect(response.body == Data("body".utf8))
        }

        @Test("Reads invalid UTF-8 in a header as Latin-1") func latin() async throws {
            let line = Array("X-A: caf".utf8) + [0xE9, 13, 10]
            let start = LoopbackAnswer.Step.text("HTTP/1.1 200 OK\r\n")
            let response = try await send(LoopbackAnswer([start, .send(line), .text("Content-Length: 0\r\n\r\n")]))
            #expect(response.headers["X-A"] == "café")
        }

        @Test("Skips any number of interim responses and their fields") func interim() async throws {
            let early = LoopbackAnswer.Step.repeatedBody(Array("HTTP/1.1 103 E\r\nA: b\r\n\r\n".utf8), times: 5_000)
            let response = try await send(LoopbackAnswer([early] + LoopbackAnswer.json("{}").steps))
            #expect(response.status == 200)
            #expect(response.headers["A"] == nil)
            #expect(response.body == Data("{}".utf8))
        }

        @Test("Ignores trailers") func trailers() async throws {
            let response = try await send(.chunked([Data("{}".utf8)], trailer: [("X-T", "1"), ("Content-Length", "9")]))
            #expect(response.headers.map(\.name.text) == ["Transfer-Encoding"])
            #expect(response.body == Data("{}".utf8))
        }

        @Test(
            "Refuses endless headers, interim responses and trailers",
            arguments: [
                ("", "HTTP/1.1 103 Early\r\nX: y\r\n\r\n"), ("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
                ("HTTP/1.1 200 OK\r\nX:", " and again and again"), ("HTTP/1.1 200 OK\r\nX: y\r\n", " folded\r\n"),
                ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n", "X: y\r\n"),
            ])
        func endless(start: String, again: String) async throws {
            let answer = LoopbackAnswer([.text(start), .repeatedBody(Array(again.utf8), times: 1_000_000), .wait])
            #expect(await code(answer) == .responseTooLarge)
        }

        @Test(
            "Refuses an invalid or excessive Content-Length",
            arguments: [
                ("Content-Length: 9223372036854775807", .responseTooLarge),
                ("Content-Length: 9223372036854775806", .responseTooLarge),
                ("Content-Length: 99999999999999999999", .responseTooLarge),
                ("Content-Length: 5\r\nContent-Length: 3", .unreadableResponse),
                ("Content-Length: 5, 3", .unreadableResponse), ("Content-Length: -5", .unreadableResponse),
                ("Content-Length: five", .unreadableResponse), ("Content-Length: +5", .unreadableResponse),
            ] as [(String, NoticeBoardError.Code)])
        func lengths(line: String, expected: NoticeBoardError.Code) async throws {
            #expect(await code(ending("HTTP/1.1 200 OK\r\n\(line)\r\n\r\nhello")) == expected)
        }

        @Test("A huge claimed length allocates no memory in advance") func claimed() async throws {
            let answer = ending("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 60)\r\n\r\nhello")
            let error = await #expect(throws: NoticeBoardError.self) {
                try await send(answer, options: HTTPRequest.Options(responseLimit: .max))
            }
            #expect(error?.code == .connectionLost)
        }

        @Test("Accepts a repeated identical Content-Length") func sameLength() async throws {
            let response = try await send(ending("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello"))
            #expect(response.body == Data("hello".utf8))
        }

        @Test("Ignores the Content-Length of a response without a body") func headLength() async throws {
            let head = ending("HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\n")
            #expect(try await send(head, method: .head).headers["Content-Length"] == "9000000000")
            #expect(try await send(ending("HTTP/1.1 304 Same\r\nContent-Length: 9000000000\r\n\r\n")).status == 304)
        }

        @Test(
            "Reports an invalid response as unreadable",
            arguments: [
                "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
                "HTTP/1.1  200 OK\r\n\r\n", "hello\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A\r\n\r\n", "HTTP/1.1 200 OK\r\nX-A: \0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: odd\r\n\r\nx",
            ])
        func noAnswer(text: String) async { #expect(await code(ending(text)) == .unreadableResponse) }

        @Test("A response truncated at any byte is reported as lost") func cut() async throws {
            let whole = Array("HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 5\r\n\r\nhello".utf8)
            for count in 0..<whole.count {
                let code = await code(LoopbackAnswer([.send(Array(whole.prefix(count))), .close]))
                #expect(code == .connectionLost, "after \(count) bytes")
            }
        }

        @Test("Does not reuse the connection of an early refusal")
        func early() async throws {
            let refusal = "HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlarge"
            let server = try LoopbackServer(onConnect: LoopbackAnswer([.text(refusal)]))
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            let transport = try CurlTransport()
            for _ in 0..<2 {
                let request = HTTPRequest(method: .post, origin: origin, target: "/", body: .data(Data(count: 20_000_000)))
                let response = try await transport.send(request)
                #expect(response.status == 413)
                #expect(response.body == Data("large".utf8))
            }
            #expect(server.connections == 2)
        }

        @Test("Trailer fields count toward the limit") func manyTrailers() async throws {
            let fields = (0..<200).map { ("X-\($0)", "v") }
            #expect(await code(.chunked([Data("a".utf8)], headers: fields, trailer: fields)) == .responseTooLarge)
        }

        @Test("Sends the method, target and header fields as given") func request() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            let headers: HTTPHeaders = ["X-Empty": "", "X-Twice": "a", "x-twice": "b", "Content-Length": "7"]
            let target = "/a/../b//%2F%2f/?q=%EA%B8%80&r=a+b"
            let method = HTTPMethod(rawValue: "REPORT")
            _ = try await CurlTransport().send(
                HTTPRequest(method: method, origin: origin, target: target, headers: headers, body: .data(Data("hello".utf8))))
            let got = try #require(server.requests.first)
            #expect(got.method == "REPORT")
            #expect(got.target == target)
            #expect(got.values(of: "X-Empty") == [""])
            #expect(got.values(of: "X-Twice") == ["a", "b"])
            #expect(got.values(of: "Content-Length") == ["5"])
            #expect(got.header("Expect") == nil)
            #expect(got.text == "hello")
        }

        @Test("Refuses an invalid header value or target before connecting")
        func injection() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            for (target, value) in [("/", "a\r\nX-B: b"), ("/", "a\nX-B: b"), ("/a b", ""), ("/a\r\nX-B: b", "")] {
                let request = HTTPRequest(origin: origin, target: target, headers: ["X-A": value])
                let error = await #expect(throws: NoticeBoardError.self) { try await CurlTransport().send(request) }
                #expect(error?.code == .invalidInput)
            }
            #expect(server.connections == 0)
        }
    }
#endif
