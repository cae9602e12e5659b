#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    /// Responses that servers send before reading a body: nginx (413) and HAProxy (401) then close the connection.
    @Suite("Early refusals of an upload", .serialized, .inTurn, .timeLimit(.minutes(1))) struct EarlyRefusalTests {
        private func refusal(_ status: Int) -> LoopbackAnswer {
            LoopbackAnswer([.text("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close])
        }

        private func upload(_ bytes: Int, to server: LoopbackServer) async throws -> HTTPResponse {
            let origin = try #require(HTTPOrigin(server.url()))
            let body = HTTPBody.data(Data(repeating: 7, count: bytes))
            return try await CurlTransport().send(HTTPRequest(method: .post, origin: origin, target: "/", body: body))
        }

        @Test("Receives the status although the body was not sent", arguments: [401, 413], [(1 << 20) + 1, 20 << 20])
        func status(_ status: Int, bytes: Int) async throws {
            let server = try LoopbackServer(onConnect: refusal(status))
            defer { server.stop() }
            for _ in 0..<15 { #expect(try await upload(bytes, to: server).status.rawValue == status) }
        }

        @Test("Sends an upload again without Expect after a 417") func repeatsAfter417() async throws {
            let answer = LoopbackAnswer([
                .text("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"), .delay(0.5),
                .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .wait,
            ])
            let server = try LoopbackServer(onConnect: answer)
            defer { server.stop() }
            #expect(try await upload(2 << 20, to: server).status == 200)
        }

        @Test("Sends the body when the server does not answer Expect", .timeLimit(.minutes(1))) func silentServer()
            async throws
        {
            let answer = LoopbackAnswer([
                .delay(0.5), .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .wait,
            ])
            let server = try LoopbackServer(onConnect: answer)
            defer { server.stop() }
            #expect(try await upload((1 << 20) + 1, to: server).status == 200)
        }

        @Test("Sends Expect only with a body over 1 MB") func smallBody() async throws {
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            _ = try await upload(1 << 20, to: server)
            _ = try await upload((1 << 20) + 1, to: server)
            #expect(server.requests.map { $0.header("Expect") } == [nil, "100-continue"])
            #expect(server.requests.map(\.body.count) == [1 << 20, (1 << 20) + 1])
        }
    }
#endif
