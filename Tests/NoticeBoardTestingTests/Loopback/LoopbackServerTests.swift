import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@Suite("LoopbackServer", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackServerTests {
    private typealias Header = NoticeBoardError.Reply.Header

    @Test("Records a request exactly as sent") func recorded() async throws {
        let server = try LoopbackServer { _ in .noContent }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.send(
            "\r\nPUT /a%20b?q=%2B HTTP/1.1\r\nhOSt: h\r\nX-A:  one \r\nx-a:two\r\nEmpty:\r\nContent-Length: 3\r\n\r\nabc")
        await server.waitForRequests(1)
        let request = try #require(server.requests.first)
        #expect(request.method == "PUT")
        #expect(request.target == "/a%20b?q=%2B")
        #expect(request.headers.map(\.name) == ["hOSt", "X-A", "x-a", "Empty", "Content-Length"])
        #expect(request.headers.map(\.value) == ["h", "one", "two", "", "3"])
        #expect(request.values(of: "X-a") == ["one", "two"])
        #expect(request.text == "abc")
        #expect(!request.isChunked)
        #expect(request.number == 1)
        #expect(request.connection == 1)
    }

    @Test("One connection handles sequential and pipelined requests in order") func keepAlive()
        async throws
    {
        let server = try LoopbackServer { .text($0.target) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        for number in 1...3 {
            await client.request("GET", "/\(number)")
            #expect(await client.readHead().hasSuffix("Content-Length: 2\r\n\r\n"))
            #expect(await client.read(2) == "/\(number)")
        }
        await client.send("GET /4 HTTP/1.1\r\nHost: h\r\n\r\nGET /5 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let rest = await client.readToEnd().text
        #expect(rest.contains("\r\n\r\n/4HTTP/1.1 200 OK"))
        #expect(rest.hasSuffix("\r\n\r\n/5"))
        #expect(server.connections == 1)
        #expect(server.requests.map(\.number) == [1, 2, 3, 4, 5])
        #expect(server.requests.allSatisfy { $0.connection == 1 })
    }

    @Test("Either side can close the connection") func close() async throws {
        let server = try LoopbackServer { request in
            request.target == "/bye" ? .response(200, headers: [("Connection", "close")]) : .noContent
        }
        defer { server.stop() }
        for text in [
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: Close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: TE, close\r\n\r\n",
            "GET /bye HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
        ] {
            let client = try RawClient(port: server.port)
            await client.send(text)
            #expect(await client.readToEnd().end == .closed)
        }
        await server.waitForFinishedConnections(4)
        #expect(server.finishedConnections == 4)
    }

    @Test("Joins chunks without their extensions and trailers") func chunks() async throws {
        let server = try LoopbackServer { _ in .noContent }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n5;a=b\r\nhello\r\n")
        await client.send("00A\r\n, world!!!\r\n0\r\nX-Trailer: 1\r\n\r\n")
        #expect(await client.readHead() == "HTTP/1.1 204 OK\r\n\r\n")
        #expect(server.requests.first?.text == "hello, world!!!")
        #expect(server.requests.first?.isChunked == true)
    }

    @Test("Sends 100 Continue to a client that waits for it") func expect() async throws {
        let server = try LoopbackServer { .text($0.text) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.request("POST", "/", "Content-Length: 2", "Expect: 100-continue")
        #expect(await client.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
        await client.send("hi")
        #expect(await client.readHead().hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(await client.read(2) == "hi")
    }

    @Test("Reads a large upload completely") func upload() async throws {
        let server = try LoopbackServer { .text("\($0.body.count)") }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let size = 48 << 20
        await client.request("POST", "/", "Content-Length: \(size)", "Connection: close")
        await client.send([UInt8](repeating: 7, count: size))
        #expect(await client.readToEnd().text.hasSuffix("\r\n\r\n\(size)"))
    }

    @Test("A script answers in order") func script() async throws {
        let server = try LoopbackServer(script: [.noContent, .text("two")])
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        for connection in ["keep-alive", "keep-alive", "close"] { await client.request("GET", "/", "Connection: \(connection)") }
        let text = await client.readToEnd().text
        #expect(text.hasPrefix("HTTP/1.1 204 OK\r\n\r\nHTTP/1.1 200 OK\r\n"))
        #expect(text.hasSuffix("The script has 2 answers; this is request 3."))
    }

    @Test("A server without HTTP sends its bytes after the first received ones") func bytes() async throws {
        let server = try LoopbackServer(onConnect: LoopbackAnswer([.send([0x15, 3, 3, 0, 2, 2, 40])]))
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.send([0x16, 3, 1])
        #expect(await client.read(7) == "\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}(")
        client.end()
        await server.waitForFinishedConnections(1)
        #expect(server.requests.isEmpty)
        #expect(server.connections == 1)
    }

    @Test("Nothing listens at a refusing port") func refusing() throws {
        let port = try LoopbackServer.refusingPort()
        #expect(throws: RawClient.Refused.self) { try RawClient(port: port) }
    }
}
