import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardTesting

@Suite("Reading requests in LoopbackServer", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackReadingTests {
    /// Returns the result of these pieces: one line per request, `+` for each 100 Continue, and the end.
    private func read(_ pieces: String...) -> [String] {
        let (rest, found) = (Locked(pieces[...]), Locked<[String]>([]))
        var reader = WireReader {
            Array((rest.withLock { $0.popFirst() } ?? "").utf8)
        } allowBody: {
            found.withLock { $0.append("+") }
        }
        do {
            while true {
                let request = try reader.next()
                let headers = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
                let line = "\(request.method) \(request.target) \(request.version) [\(headers)]"
                let chunks = request.isChunked ? " in chunks" : ""
                found.withLock { $0.append("\(line) \(request.text)\(chunks)") }
            }
        } catch {
            return found.withLock { $0 } + [(error as? WireFault)?.reason ?? "ended"]
        }
    }

    @Test("Reads sequential requests regardless of how they are split") func pieces() {
        let text =
            "\r\n\nGET /a HTTP/1.1\r\nHost: h\r\n\r\nPUT /b HTTP/1.1\nhost:h\nContent-Length: 3\n\nabcGET /c HTTP/1.0\r\n\r\n"
        let expected = [
            "GET /a HTTP/1.1 [Host=h] ", "PUT /b HTTP/1.1 [host=h,Content-Length=3] abc", "GET /c HTTP/1.0 [] ", "ended",
        ]
        #expect(read(text) == expected)
        for cut in text.unicodeScalars.indices.dropFirst() {
            #expect(read(String(text.unicodeScalars[..<cut]), String(text.unicodeScalars[cut...])) == expected)
        }
    }

    @Test("Reads bodies by length or chunks") func bodies() {
        let head = "PUT / HTTP/1.1\r\nHost: h\r\n"
        let start = "PUT / HTTP/1.1 [Host=h"
        #expect(read(head + "Content-Length: 0\r\n\r\n") == [start + ",Content-Length=0] ", "ended"])
        #expect(
            read(head + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nab")
                == [start + ",Content-Length=2,Content-Length=2] ab", "ended"])
        #expect(read(head + "Content-Length: 0000000000000002\r\n\r\nab").first == start + ",Content-Length=0000000000000002] ab")
        let chunked = "Transfer-Encoding: CHUNKED\r\n\r\n"
        let chunks = start + ",Transfer-Encoding=CHUNKED] "
        #expect(read(head + chunked + "0\r\n\r\n") == [chunks + " in chunks", "ended"])
        #expect(
            read(head + chunked + "1\r\na\r\n00B;x=y;z\r\nbcdefghijkl\r\n0;q\r\nX: y\r\nbad\r\n\r\n")
                == [chunks + "abcdefghijkl in chunks", "ended"])
        #expect(
            read(head + "Content-Length: 1\r\nEXPECT: 100-Continue\r\n\r\na")
                == ["+", start + ",Content-Length=1,EXPECT=100-Continue] a", "ended"])
        #expect(read(head + "Expect: 100-continue\r\n\r\n") == [start + ",Expect=100-continue] ", "ended"])
        #expect(read(head + "Content-Length: 1\r\nExpect: x\r\n\r\na") == [start + ",Content-Length=1,Expect=x] a", "ended"])
    }

    @Test("A request that breaks off is not delivered") func ends() {
        let head = "PUT / HTTP/1.1\r\nHost: h\r\n"
        for text in [
            "", "\r\n\r\n", "G", "GET / HTTP/1.1\r\n", head, head + "Content-Length: 1\r\n\r\n",
            head + "Content-Length: 3\r\n\r\nab",
            head + "Content-Length: 1073741824\r\n\r\nab", head + "Transfer-Encoding: chunked\r\n\r\n",
            head + "Transfer-Encoding: chunked\r\n\r\n2\r\na", head + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
            head + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n", head + "Transfer-Encoding: chunked\r\n\r\n40000000\r\na",
            head + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n3fffffff\r\na",
        ] { #expect(read(text) == ["ended"], "\(text)") }
    }

    @Test("Accepts exactly the characters that a head may contain") func heads() {
        let token = "azAZ09!#$%&'*+-.^_`|~"
        #expect(
            read("\(token) !~ HTTP/1.1\r\nHost: h\r\n\(token): \t a \u{8} b\t:\u{1}\u{C}\u{1F}! \t \r\nEmpty: \t\r\n\r\n")
                == ["\(token) !~ HTTP/1.1 [Host=h,\(token)=a \u{8} b\t:\u{1}\u{C}\u{1F}!,Empty=] ", "ended"])
        #expect(read("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n").first == "GET / HTTP/1.0 [Host=a,Host=b] ")
        let (words, method) = ("a request line that is not three words", "a method that is no token")
        let (target, version) = ("a target that is empty or not ASCII", "a version other than HTTP/1")
        for (line, reason) in [
            ("GET", words), ("GET /", words), ("GET / HTTP/1.1 ", words), (" GET / HTTP/1.1", words), ("GET / HTTP/1.1 x", words),
            (" / HTTP/1.1", method), ("G@T / HTTP/1.1", method), ("G/T / HTTP/1.1", method), ("G:T / HTTP/1.1", method),
            ("G[T / HTTP/1.1", method), ("G{T / HTTP/1.1", method), ("GET  HTTP/1.1", target), ("GET \u{7F} HTTP/1.1", target),
            ("GET a\tb HTTP/1.1", target), ("GET 가 HTTP/1.1", target), ("GET / HTTP/1.2", version), ("GET / http/1.1", version),
            ("GET / ", version),
        ] { #expect(read(line + "\r\nHost: h\r\n\r\n") == [reason], "\(line)") }
        let host = "no Host header, or several"
        let (name, byte) = ("a header's name that is no token", "a header with a NUL or a CR")
        for (lines, reason) in [
            ("X: y\r\n", host), ("Host: h\r\nHost: h\r\n", host), ("Host: h\r\n: y\r\n", name), ("Host: h\r\nX Y: y\r\n", name),
            ("Host: h\r\n\tX: y\r\n", name), ("Host: h\r\nX\r\n", "a header without a colon"), ("Host: h\r\nX: \0y\r\n", byte),
            ("Host: h\r\nX: y\rz\r\n", byte),
        ] { #expect(read("GET / HTTP/1.1\r\n" + lines + "\r\n") == [reason], "\(lines)") }
    }

    @Test("Rejects invalid body framing") func frames() {
        let (length, size) = ("a length that is none, or too large", "a chunk's size that is none, or too large")
        let coding = "a transfer coding other than chunked"
        let chunked = "Transfer-Encoding: chunked\r\n\r\n"
        for (rest, reason) in [
            ("Content-Length: \r\n\r\n", length), ("Content-Length: a\r\n\r\n", length), ("Content-Length: 1a\r\n\r\n", length),
            ("Content-Length: 1073741825\r\n\r\n", length), ("Content-Length: 00000000000000001\r\n\r\n", length),
            ("Content-Length: 1, 1\r\n\r\n", length), ("Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "different lengths"),
            ("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "both a length and chunks"),
            ("Transfer-Encoding: gzip\r\n\r\n", coding), ("Transfer-Encoding: gzip, chunked\r\n\r\n", coding),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", coding), (chunked + "\r\n", size),
            (chunked + ";a\r\n", size), (chunked + "g\r\n", size), (chunked + "+1\r\n", size), (chunked + "-1\r\n", size),
            (chunked + "40000001\r\n", size), (chunked + "1\r\na\r\n40000000\r\n", size),
            (chunked + "00000000000000001\r\n", size),
            (chunked + "1\r\nab\r\n", "a chunk longer than it said"), (chunked + "1\r\nabc\r\n", "a chunk longer than it said"),
        ] { #expect(read("PUT / HTTP/1.1\r\nHost: h\r\n" + rest) == [reason], "\(rest)") }
    }

    @Test("Limits a head to one mebibyte including line ends") func limits() {
        func head(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "a", count: count) + "\r\n\r\n"
        }
        let fixed = head(0).utf8.count
        #expect(read(head((1 << 20) - fixed)).last == "ended")
        #expect(read(head((1 << 20) - fixed + 1)) == ["a head too large"])
        #expect(read("GET /" + String(repeating: "a", count: 1 << 20)) == ["a line too long"])
    }
}
