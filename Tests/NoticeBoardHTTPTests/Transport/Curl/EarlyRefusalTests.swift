#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    /// What a server says before it has read a body, seen with nginx (413) and HAProxy (401), which close the connection then.
    @Suite("Early refusals of an upload", .serialized, .inTurn, .timeLimit(.minutes(1))) struct EarlyRefusalTests {
        private func refusal(_ status: Int) -> LoopbackAnswer {
            LoopbackAnswer([.text("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close])
        }

        private func upload(_ bytes: Int, to server: LoopbackServer) async throws -> HTTPResponse {
            let origin = try #require(HTTPOrigin(server.url()))
            let body = HTTPBody.data(Data(repeating: 7, count: bytes))
            return try await CurlTransport().send(HTTPRequest(method: .post, origin: origin, target: "/", body: body))
        }

        @Test("The status arrives although the body was not sent", arguments: [401, 413], [(1 << 20) + 1, 20 << 20])
        func status(_ status: Int, bytes: Int) async throws {
            let server = try LoopbackServer(onConnect: refusal(status))
            defer { server.stop() }
            for _ in 0..<15 { #expect(try await upload(bytes, to: server).status.rawValue == status) }
        }

        @Test("A server that does not know Expect gets the request again without it") func unknownExpectation() async throws {
            let answer = LoopbackAnswer([
                .text("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"), .pause(0.5),
                .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .wait,
            ])
            let server = try LoopbackServer(onConnect: answer)
            defer { server.stop() }
            #expect(try await upload(2 << 20, to: server).status == 200)
        }

        @Test("A server that does not answer the question gets the body", .timeLimit(.minutes(1))) func silentServer()
            async throws
        {
            let answer = LoopbackAnswer([
                .pause(0.5), .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .wait,
            ])
            let server = try LoopbackServer(onConnect: answer)
            defer { server.stop() }
            #expect(try await upload((1 << 20) + 1, to: server).status == 200)
        }

        @Test("A body of 1 MB or less is sent at once") func smallBody() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            _ = try await upload(1 << 20, to: server)
            _ = try await upload((1 << 20) + 1, to: server)
            #expect(server.requests.map { $0.header("Expect") } == [nil, "100-continue"])
            #expect(server.requests.map(\.body.count) == [1 << 20, (1 << 20) + 1])
        }
    }
#endif
