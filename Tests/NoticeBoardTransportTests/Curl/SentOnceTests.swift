#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    /// libcurl resends a request of any method if a kept connection ends before the response begins.
    @Suite("Requests sent once", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SentOnceTests {
        /// Every kind of request that libcurl treats differently.
        enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
            case get, head, delete, post, postData, putData, putEmpty, patchFile, postMultipart

            var testDescription: String { rawValue }

            func request(_ origin: HTTPOrigin, _ file: URL) throws -> HTTPRequest {
                let data = HTTPBody.data(Data("once".utf8))
                let (method, body): (HTTPMethod, HTTPBody?) =
                    switch self {
                    case .get: (.get, nil)
                    case .head: (.head, nil)
                    case .delete: (.delete, nil)
                    case .post: (.post, nil)
                    case .postData: (.post, data)
                    case .putData: (.put, data)
                    case .putEmpty: (.put, .data(Data()))
                    case .patchFile: (.patch, try .file(file))
                    case .postMultipart: (.post, .pieces([.data(Data("a".utf8)), .file(try FileSnapshot(file))]))
                    }
                return HTTPRequest(method: method, origin: origin, target: "/once", body: body)
            }
        }

        private func withFile<Value>(_ work: (URL) async throws -> Value) async throws -> Value {
            let name = "once-\(UInt64.random(in: 0...UInt64.max))"
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            try Data(repeating: 7, count: 100_000).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try await work(file)
        }

        @Test(
            "A request on a connection that closes without a response is sent once", arguments: Kind.allCases,
            [LoopbackAnswer.closedBeforeHeaders, .reset])
        func once(kind: Kind, end: LoopbackAnswer) async throws {
            let gate = Gate()
            let server = try LoopbackServer { $0.target == "/warm" ? .json("{}").held(at: gate) : end }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            let transport = try CurlTransport()
            // As many connections as libcurl would try in a row.
            let warm = (0..<6).map { _ in Task { try await transport.send(HTTPRequest(origin: origin, target: "/warm")) } }
            await gate.waitForArrivals(6)
            gate.open()
            for call in warm { _ = try await call.value }
            let error = try await withFile { file in
                let request = try kind.request(origin, file)
                return await #expect(throws: NoticeBoardError.self) { try await transport.send(request) }
            }
            #expect(error?.code == .connectionLost)
            #expect(server.requests.filter { $0.target == "/once" }.count == 1)
        }

        @Test("Replaces a stale connection before sending", arguments: Kind.allCases)
        func stale(kind: Kind) async throws {
            let server = try LoopbackServer { _ in LoopbackAnswer(LoopbackAnswer.json("{}").steps + [.close]) }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            let transport = try CurlTransport()
            _ = try await transport.send(HTTPRequest(origin: origin, target: "/warm"))
            await server.waitForFinishedConnections(1)
            try await withFile { file in
                let request = try kind.request(origin, file)
                #expect(try await transport.send(request).status == 200)
            }
            #expect(server.requests.map(\.target) == ["/warm", "/once"])
        }

        /// A response followed by unrequested bytes; `gate` holds before the bytes, `sent` after them.
        private static func answer(_ unasked: String, _ gate: Gate, _ sent: Gate) -> LoopbackAnswer {
            LoopbackAnswer(LoopbackAnswer.text("first").steps + [.hold(gate), .text(unasked), .hold(sent)])
        }

        @Test(
            "Does not reuse a connection that received unrequested bytes",
            arguments: [HTTPMethod.get, .post], ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil", "\r\n", "evil"])
        func unasked(method: HTTPMethod, bytes: String) async throws {
            let (gate, sent) = (Gate(), Gate())
            let server = try LoopbackServer { $0.number == 1 ? Self.answer(bytes, gate, sent) : .text("second") }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            let transport = try CurlTransport()
            #expect(try await transport.send(HTTPRequest(origin: origin, target: "/1")).body == Data("first".utf8))
            gate.open()
            await sent.waitForArrivals(1)
            for target in ["/2", "/3"] {
                let request = HTTPRequest(method: method, origin: origin, target: target)
                #expect(try await transport.send(request).body == Data("second".utf8))
            }
            #expect(server.requests.map(\.target) == ["/1", "/2", "/3"])
            #expect(server.connections == 2)
        }

        @Test("Ignores bytes that arrive together with a response") func unaskedAtOnce() async throws {
            let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
            let server = try LoopbackServer { request in
                let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\(request.number)true" + (request.number == 1 ? evil : "")
                return LoopbackAnswer([.text(text)])
            }
            defer { server.stop() }
            let origin = try #require(HTTPOrigin(server.url()))
            let transport = try CurlTransport()
            for number in 1...3 {
                let response = try await transport.send(HTTPRequest(origin: origin, target: "/"))
                #expect(String(decoding: response.body, as: UTF8.self) == "\(number)true")
            }
        }
    }
#endif
