import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("LoopbackServer's own responses", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackHabitTests {
    /// Returns all that a server answers to these bytes until the connection ends.
    private func received(_ server: LoopbackServer, _ text: String) async throws -> String {
        let client = try RawClient(port: server.port)
        await client.send(text)
        let transcript = await client.readToEnd()
        #expect(transcript.end == .closed)
        return transcript.text
    }

    @Test("Answers 400 to an invalid request and 500 after the end of its script, with the reason") func refusals() async throws {
        let server = try LoopbackServer(script: [.noContent])
        defer { server.stop() }
        #expect(
            try await received(server, "GET /\r\n\r\n")
                == "HTTP/1.1 400 Refused\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
                + "Content-Length: 54\r\n\r\nNot a request: a request line that is not three words.")
        let twice = "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        #expect(
            try await received(server, twice)
                == "HTTP/1.1 204 OK\r\n\r\nHTTP/1.1 500 Refused\r\n"
                + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 44\r\n\r\n"
                + "The script has 1 answers; this is request 2.")
        #expect(server.requests.map(\.number) == [1, 2])
        #expect(server.requests.map(\.connection) == [2, 2])
        #expect(server.connections == 2)
    }

    @Test("Keeps HTTP/1.1 connections open by default and HTTP/1.0 connections on request") func keeping() async throws {
        let server = try LoopbackServer { _ in .noContent }
        defer { server.stop() }
        let answer = "HTTP/1.1 204 OK\r\n\r\n"
        func get(_ version: String, _ lines: String...) -> String {
            "GET / HTTP/\(version)\r\nHost: h\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
        }
        let end = get("1.1", "Connection: close")
        for (text, count) in [
            (get("1.0", "Connection: Keep-Alive") + end, 2), (get("1.0", "Connection: x", "Connection: y, keep-alive") + end, 2),
            (get("1.0", "Connection: close") + end, 1), (get("1.0") + end, 1), (get("1.1", "Connection: keep-alive") + end, 2),
            (get("1.1", "Connection: closed") + end, 2), (get("1.1", "Connection: x ,  CLOSE ") + end, 1),
        ] { #expect(try await received(server, text) == String(repeating: answer, count: count), "\(text)") }
    }

    @Test("A server without HTTP waits for the first bytes before it sends") func bytes()
        async throws
    {
        let server = try LoopbackServer(onConnect: LoopbackAnswer([.text("hello")]))
        defer { server.stop() }
        let silent = try RawClient(port: server.port)
        silent.endSending()
        #expect(await silent.readToEnd().text == "")
        let client = try RawClient(port: server.port)
        await client.send("a")
        #expect(await client.read(5) == "hello")
        await client.send("more of it")
        client.endSending()
        let rest = await client.readToEnd()
        #expect(rest.text == "")
        #expect(rest.end == .closed)
        await server.waitForFinishedConnections(2)
        let closing = try LoopbackServer(onConnect: LoopbackAnswer([.text("bye"), .close]))
        defer { closing.stop() }
        #expect(try await received(closing, "a") == "bye")
    }

    @Test("Sends a transport's response with a corrected length") func serving()
        async throws
    {
        let stub = StubTransport { request in
            if request.target == "/fails" { throw NoticeBoardError(.timedOut) }
            let headers: HTTPHeaders = ["Content-Length": "99", "X-A": "1", "Transfer-Encoding": "chunked", "x-a": "2"]
            return HTTPResponse(status: 203, headers: headers, body: request.method == .head ? Data() : Data("가".utf8))
        }
        let server = try LoopbackServer(serving: stub)
        defer { server.stop() }
        func send(_ method: String, _ target: String, _ rest: String = "\r\n") async throws -> String {
            try await received(
                server, "\(method) \(target) HTTP/1.1\r\nHost: h\r\nX-B: 1\r\nx-b: 2\r\nConnection: close\r\n" + rest)
        }
        #expect(
            try await send("GET", "/a?b") == "HTTP/1.1 203 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 3\r\n\r\n가")
        #expect(
            try await send("HEAD", "/") == "HTTP/1.1 203 OK\r\nContent-Length: 99\r\nX-A: 1\r\nx-a: 2\r\n\r\n")
        let error = "\(NoticeBoardError(.timedOut))"
        #expect(
            try await send("PUT", "/fails", "Content-Length: 2\r\n\r\nhi")
                == "HTTP/1.1 500 Refused\r\nContent-Type: text/plain; charset=utf-8\r\n"
                + "Content-Length: \(error.utf8.count)\r\n\r\n\(error)")
        let got = stub.requests
        #expect(got.difference(from: ["GET /a?b", "HEAD /", "PUT /fails"]) == nil)
        #expect(got.map(\.body) == [nil, nil, .data(Data("hi".utf8))])
        let origin = try #require(HTTPOrigin(server.url()))
        #expect(got.allSatisfy { $0.origin == origin })
        #expect(got[0].headers == ["Host": "h", "X-B": "1", "x-b": "2", "Connection": "close"])
    }

    @Test("The URL contains the local port and the path") func address() throws {
        let server = try LoopbackServer { _ in .noContent }
        defer { server.stop() }
        #expect(server.url(path: "/a?b").absoluteString == "http://127.0.0.1:\(server.port)/a?b")
        #expect(server.url().absoluteString == "http://127.0.0.1:\(server.port)")
        #expect(server.port > 0)
        let (one, other) = (try LoopbackServer.refusingPort(), try LoopbackServer.refusingPort())
        #expect(one != other)
        #expect(one > 1023)
        #expect(other > 1023)
    }

    @Test("Each kind of server gets a free port by default") func ports() throws {
        let answering = try LoopbackServer { _ in .noContent }
        let others = [
            try LoopbackServer(script: []), try LoopbackServer(onConnect: .noContent),
            try LoopbackServer(serving: StubTransport()),
        ]
        let servers = [answering] + others
        defer { for server in servers { server.stop() } }
        #expect(Set(servers.map(\.port)).count == 4)
        #expect(servers.allSatisfy { $0.port > 1023 })
    }
}
