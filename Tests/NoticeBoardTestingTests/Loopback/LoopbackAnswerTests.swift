import Foundation
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("LoopbackAnswer on the wire", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackAnswerTests {
    /// Returns all that `answer` sends before it ends the connection.
    private func wire(_ answer: LoopbackAnswer, method: String = "GET") async throws -> RawClient.Transcript {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.request(method, "/", "Connection: close")
        return await client.readToEnd()
    }

    @Test(
        "A predefined answer sends exactly these bytes",
        arguments: [
            (
                .response(201, headers: [("X-Own", "a"), ("x-own", "b")], body: Data("hi".utf8)),
                "HTTP/1.1 201 OK\r\nX-Own: a\r\nx-own: b\r\nContent-Length: 2\r\n\r\nhi"
            ),
            (.json("{}"), "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}"),
            (
                .html("<p>", status: 511),
                "HTTP/1.1 511 Refused\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 3\r\n\r\n<p>"
            ),
            (.redirect(to: "/b", status: 307), "HTTP/1.1 307 OK\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"),
            (
                .basicChallenge(realm: "r"),
                "HTTP/1.1 401 Refused\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 0\r\n\r\n"
            ),
            (.noContent, "HTTP/1.1 204 OK\r\n\r\n"),
            (
                .chunked([Data("hello".utf8), Data(), Data(repeating: 97, count: 16)], trailer: [("X-Sum", "1")]),
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\naaaaaaaaaaaaaaaa\r\n0\r\nX-Sum: 1\r\n\r\n"
            ),
            (.untilClose(Data("all".utf8)), "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall"),
            (.slow(Data("abc".utf8), piece: 2, delay: 0), "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"),
            (.huge(bytes: 5), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\naaaaa"),
            (
                .noContent.preceded(by: 100, 103),
                "HTTP/1.1 100 Interim\r\n\r\nHTTP/1.1 103 Interim\r\n\r\nHTTP/1.1 204 OK\r\n\r\n"
            ),
            (.closedBeforeHeaders, ""),
            (.closedInHeaders, "HTTP/1.1 200 OK\r\nContent-Type: applic"),
            (.closedAfterHeaders, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
            (.truncated(declared: 9, sent: 2), "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\naa"),
            (.truncatedChunks, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
            (.garbageChunks, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz;\r\n~~~\r\n"),
            (.notHTTP, "220 mail.example.com ESMTP ready\r\n"),
            (.noSpaceAfterColon(Data("x".utf8), headers: [("A", "b")]), "HTTP/1.1 200 OK\r\nA:b\r\nContent-Length:1\r\n\r\nx"),
            (.noReason(418), "HTTP/1.1 418\r\nContent-Length: 0\r\n\r\n"),
            (.emptyHeader("X"), "HTTP/1.1 200 OK\r\nX:\r\nContent-Length: 0\r\n\r\n"),
            (.manyHeaders(2, length: 1), "HTTP/1.1 200 OK\r\nX-1: v\r\nX-2: v\r\nContent-Length: 0\r\n\r\n"),
        ] as [(LoopbackAnswer, String)])
    func bytes(answer: LoopbackAnswer, expected: String) async throws {
        let transcript = try await wire(answer)
        #expect(transcript.text == expected)
        #expect(transcript.end == .closed)
    }

    @Test("A reset is received before the head and within the body") func resets() async throws {
        #expect(try await wire(.reset).end == .reset)
        #expect(try await wire(.resetInBody(declared: 5)).end == .reset)
    }

    @Test("HEAD gets the head of the answer and nothing of its body") func head() async throws {
        for answer in [LoopbackAnswer.text("hello"), .huge(bytes: 200_000), .chunked([Data("a".utf8)])] {
            let text = try await wire(answer, method: "HEAD").text
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
            #expect(text.components(separatedBy: "\r\n\r\n").count == 2)
        }
    }

    @Test("Sends a byte order mark before the JSON") func byteOrderMark() async throws {
        let bytes = try await wire(.byteOrderMark("{}")).bytes
        #expect(bytes.suffix(5) == [0xEF, 0xBB, 0xBF, 0x7B, 0x7D])
    }

    @Test("A huge body has as many bytes as it says") func huge() async throws {
        let bytes = try await wire(.huge(bytes: 1_000_003)).bytes
        #expect(bytes.count == 1_000_003 + "HTTP/1.1 200 OK\r\nContent-Length: 1000003\r\n\r\n".utf8.count)
    }

    @Test("Holds an answer at the gate and sends the rest when it opens") func steps() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in LoopbackAnswer([.text("one"), .hold(gate), .text("two"), .close]) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.request()
        #expect(await client.read(3) == "one")
        await gate.waitForArrivals(1)
        gate.open()
        #expect(await client.readToEnd().text == "two")
    }
}
