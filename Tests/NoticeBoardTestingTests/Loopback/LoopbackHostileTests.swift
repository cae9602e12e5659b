import Foundation
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("LoopbackServer with invalid requests", .serialized, .inTurn, .trialLimit(minutes: 1)) struct LoopbackHostileTests {
    @Test(
        "Answers 400 with a reason to requests that RFC 9112 forbids",
        arguments: [
            ("GET /\r\n\r\n", "a request line that is not three words"),
            ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", "a request line that is not three words"),
            ("G(T / HTTP/1.1\r\nHost: h\r\n\r\n", "a method that is no token"),
            ("GET /검색 HTTP/1.1\r\nHost: h\r\n\r\n", "a target that is empty or not ASCII"),
            ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", "a version other than HTTP/1"),
            ("GET / HTTP/1.1\r\n\r\n", "no Host header, or several"),
            ("GET / HTTP/1.1\r\nHost: h\r\nhost: i\r\n\r\n", "no Host header, or several"),
            ("GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n", "a header without a colon"),
            ("GET / HTTP/1.1\r\nHost: h\r\nX : y\r\n\r\n", "a header's name that is no token"),
            ("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n", "a header without a colon"),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", "a header with a NUL or a CR"),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: \0\r\n\r\n", "a header with a NUL or a CR"),
            ("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: +5\r\n\r\n", "a length that is none, or too large"),
            ("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", "a length that is none, or too large"),
            ("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", "a length that is none, or too large"),
            ("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "different lengths"),
            ("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "both a length and chunks"),
            ("PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", "a transfer coding other than chunked"),
            (
                "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "a chunk's size that is none, or too large"
            ),
            (
                "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n",
                "a chunk's size that is none, or too large"
            ),
            ("PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", "a chunk longer than it said"),
        ])
    func forbidden(text: String, reason: String) async throws {
        let server = try LoopbackServer { _ in .noContent }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.send(text)
        let transcript = await client.readToEnd()
        #expect(transcript.text.hasPrefix("HTTP/1.1 400 Refused\r\n"))
        #expect(transcript.text.contains(reason))
        #expect(transcript.end == .closed)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "Rejects an endless head with a reason that the client can read while it still sends",
        arguments: [18, 100])
    func endlessHead(lines: Int) async throws {
        let server = try LoopbackServer { _ in .noContent }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n")
        let line = "X: " + String(repeating: "a", count: 60_000) + "\r\n"
        // The last byte of 18 lines exceeds the limit.
        #expect(await client.send(String(repeating: line, count: lines)))
        let transcript = await client.readToEnd()
        #expect(transcript.text.hasSuffix("Not a request: a head too large."))
        #expect(transcript.end == .closed)
        #expect(await client.send(String(repeating: line, count: 100)))
        #expect(server.finishedConnections == 0)
        client.endSending()
        await server.waitForFinishedConnections(1)
        #expect(server.requests.isEmpty)
    }

    @Test("Ignores a request that is cut anywhere") func brokenOff() async throws {
        let server = try LoopbackServer { _ in .noContent }
        defer { server.stop() }
        let whole = Array("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nX: y\r\n\r\n".utf8)
        for end in whole.indices {
            let client = try RawClient(port: server.port)
            await client.send(Array(whole[..<end]))
            client.end()
        }
        await server.waitForFinishedConnections(whole.count)
        #expect(server.requests.isEmpty)
    }

    @Test("Random bytes neither crash the server nor block the next client") func random() async throws {
        let trials = RandomTrials()
        let server = try LoopbackServer { .text("\($0.body.count)") }
        defer { server.stop() }
        let rounds = trials.count(2000)
        try await sideBySide(rounds, atOnce: 16) { round in
            var random = SeededRandom(seed: trials.seed &+ UInt64(round))
            let client = try RawClient(port: server.port)
            await client.send(WildBytes.next(&random))
            client.endSending()
            let transcript = await client.readToEnd()
            let isAnswer = transcript.bytes.isEmpty || transcript.text.hasPrefix("HTTP/1.1 ")
            #expect(isAnswer, "\(trials), round \(round)")
        }
        await server.waitForFinishedConnections(rounds)
        let client = try RawClient(port: server.port)
        await client.request("GET", "/", "Connection: close")
        #expect(await client.readToEnd().text.hasSuffix("\r\n\r\n0"))
    }
}

/// Bytes that resemble requests enough to pass the first checks.
private enum WildBytes {
    private static let parts = [
        "GET ", "POST ", "/", " HTTP/1.1", "\r\n", "\r\n\r\n", "\n", "\r", "Host: h\r\n", "Content-Length: ",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "Connection: close\r\n", "0\r\n\r\n", "5\r\nhello\r\n",
        "ffffffffffffffff\r\n",
        "7fffffffffffffff\r\n", ":", ";", "\0", "\t", "é", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "PUT / HTTP/1.1\r\nHost: h\r\n",
    ]

    static func next(_ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<random.number(1...12) {
            if random.below(4) == 0 {
                for _ in 0..<random.below(20) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
            } else {
                bytes += Array(random.pick(parts).utf8)
            }
        }
        return bytes
    }
}
