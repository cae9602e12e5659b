#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import TestSupport
    import Testing

    @Suite("CurlTransport edge cases", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CurlEdgeTests {
        private func send(_ answer: LoopbackAnswer) async throws -> HTTPResponse {
            let server = try LoopbackServer { _ in answer }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            return try await CurlTransport().send(HTTPRequest(origin: origin, target: "/"))
        }

        private func error(_ answer: LoopbackAnswer) async -> NoticeBoardError? {
            await #expect(throws: NoticeBoardError.self) { try await send(answer) }
        }

        @Test("Accepts a header of at most 256 KiB") func bytes() async throws {
            let (start, end) = ("HTTP/1.1 200 OK\r\n", "Content-Length: 0\r\n\r\n")
            for (size, isRight) in [(262_143, true), (262_144, true), (262_145, false)] {
                var (text, rest) = (start, size - start.utf8.count - end.utf8.count)
                while rest > 0 {
                    let length = rest > 60_000 ? 50_000 : rest
                    text += "X: " + String(repeating: "v", count: length - 5) + "\r\n"
                    rest -= length
                }
                let answer = LoopbackAnswer([.text(text + end)])
                if isRight {
                    #expect(try await send(answer).status == 200, "\(size)")
                } else {
                    let error = await error(answer)
                    #expect(error?.code == .responseTooLarge)
                    #expect(error?.detail == "The answer's header is larger than 262144 bytes.")
                }
            }
        }

        @Test(
            "Counts folded and trailer lines as fields but not the lines of interim responses",
            arguments: [
                ("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nContent-Length: 0\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nC: 3\r\nContent-Length: 0\r\n\r\n", false),
                ("HTTP/1.1 200 OK\r\nA: 1\r\n 2\r\nContent-Length: 0\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nA: 1\r\n 2\r\n 3\r\nContent-Length: 0\r\n\r\n", false),
                ("HTTP/1.1 103 E\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nA: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: 1\r\n\r\n", true),
                ("HTTP/1.1 200 OK\r\nA: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: 1\r\nU: 2\r\n\r\n", false),
            ])
        func fields(text: String, isRight: Bool) async throws {
            // The 253 added fields plus three of each text reach the limit.
            let start = "HTTP/1.1 200 OK\r\n"
            let whole = text.replacingOccurrences(of: start, with: start + String(repeating: "F: 1\r\n", count: 253))
            if isRight {
                #expect(try await send(LoopbackAnswer([.text(whole)])).status == 200)
            } else {
                let error = await error(LoopbackAnswer([.text(whole)]))
                #expect(error?.detail == "The answer has more than 256 header fields.")
            }
        }

        @Test(
            "Trims header values, folded ones too",
            arguments: [
                ("X: a \t", "a"), ("X:a", "a"), ("X: \t a b ", "a b"), ("X:", ""), ("X: ", ""), ("X: a:b", "a:b"),
                ("X: a\r\n b", "a b"), ("X:\r\n\tb", "b"), ("X: a\r\n b\r\n\t c", "a b c"), ("X: 글\rb", "글 b"), ("X: é", "é"),
            ])
        func values(line: String, value: String) async throws {
            let response = try await send(LoopbackAnswer([.text("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 0\r\n\r\n")]))
            #expect(response.headers.map { "\($0.name)=\($0.value)" } == ["X=\(value)", "Content-Length=0"])
        }

        @Test("Replaces a lone CR in a Latin-1 header with a space")
        func latin() async throws {
            let bytes = Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9, 13, 0xFF, 65] + Array("\r\nContent-Length: 0\r\n\r\n".utf8)
            #expect(try await send(LoopbackAnswer([.send(bytes)])).headers["X"] == "é ÿA")
        }

        @Test("Reads every single Latin-1 byte as its character") func latinAlone() async throws {
            let letters = UInt8(0x80)...0xFF
            let lines: [UInt8] = letters.flatMap { letter in Array("X\(letter): ".utf8) + [letter, 13, 10] }
            let bytes = Array("HTTP/1.1 200 OK\r\n".utf8) + lines + Array("Content-Length: 0\r\n\r\n".utf8)
            let headers = try await send(LoopbackAnswer([.send(bytes)])).headers
            let expected = letters.map { "X\($0)=\(Unicode.Scalar($0))" } + ["Content-Length=0"]
            #expect(headers.map { "\($0.name)=\($0.value)" } == expected)
        }

        @Test("A chunked body ignores Content-Length") func chunks() async throws {
            let updates = Locked<[HTTPProgress.Update]>([])
            let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 99999999999\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
            let server = try LoopbackServer { _ in LoopbackAnswer([.text(text)]) }
            defer { server.stop() }
            let progress = HTTPProgress { update in updates.withLock { $0.append(update) } }
            let origin = try #require(HTTPOrigin(server.url()))
            let request = HTTPRequest(origin: origin, target: "/", options: .init(progress: progress))
            #expect(try await CurlTransport().send(request).body == Data("abc".utf8))
            #expect(updates.withLock { $0 } == [.init(received: 3)])
        }

        @Test(
            "Each failure has a specific message",
            arguments: [
                (LoopbackAnswer.badGzip, "The answer's body cannot be decompressed."),
                (.closedBeforeHeaders, "The connection ended before the answer did."),
                (.truncated(declared: 9, sent: 3), "The connection ended before the answer did."),
                (
                    LoopbackAnswer([.text("HTTP/1.1 101 Other\r\nUpgrade: x\r\n\r\n"), .close]),
                    "The server changed to another protocol, unasked."
                ),
                (
                    LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nhello"), .close]),
                    "The answer does not say clearly how long it is."
                ),
                (LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nX-A\r\n\r\n"), .close]), "What the server sent is no HTTP answer."),
                (LoopbackAnswer([.text("220 mail ready\r\n"), .close]), "What the server sent is no HTTP answer."),
            ])
        func sentences(answer: LoopbackAnswer, sentence: String) async { #expect(await error(answer)?.detail == sentence) }

        @Test("The idle timeout starts when a call that waited for a connection is sent")
        func waiting() async throws {
            let (clock, gate) = (ManualClock(), Gate())
            let server = try LoopbackServer { _ in .json("{}").held(at: gate) }
            defer { server.stop() }
            let transport = try CurlTransport(.system, nil, 1, now: { clock.now })
            let origin = try #require(HTTPOrigin(server.url()))
            func call(_ seconds: Double) -> Task<HTTPResponse, any Error> {
                let request = HTTPRequest(origin: origin, target: "/", options: .init(idleTimeout: seconds))
                return Task { try await transport.send(request) }
            }
            /// Returns once the transport has checked its clock: it refuses a second call only after that.
            func look() async {
                let request = HTTPRequest(method: HTTPMethod(rawValue: ""), origin: origin, target: "/")
                for _ in 0..<2 {
                    let error = await #expect(throws: NoticeBoardError.self) { try await transport.send(request) }
                    #expect(error?.code == .invalidInput)
                }
            }
            let first = call(100)
            await gate.waitForArrivals(1)
            let second = call(3)
            await look()
            clock.advance(by: 9)
            await look()
            gate.open(for: 1)
            #expect(try await first.value.status == 200)
            await gate.waitForArrivals(2)
            clock.advance(by: 2.5)
            await look()
            gate.open(for: 1)
            #expect(try await second.value.status == 200)
        }
    }
#endif
