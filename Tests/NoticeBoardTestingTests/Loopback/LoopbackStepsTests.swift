import Foundation
import Testing

@testable import NoticeBoardTesting

@Suite("Ready-made answers of the loopback server, step by step", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LoopbackStepsTests {
    private typealias Headers = [(String, String)]

    /// The steps in words, all of their bytes included.
    private func steps(_ answer: LoopbackAnswer) -> [String] {
        answer.steps.map { step in
            switch step {
            case .send(let bytes): "> " + String(decoding: bytes, as: UTF8.self)
            case .body(let bytes): ": " + String(decoding: bytes, as: UTF8.self)
            case .repeatedBody(let bytes, let times): "\(times) × \(bytes.count) × \(Set(bytes).sorted())"
            default: step.description
            }
        }
    }

    private func head(_ status: String, _ lines: String...) -> String {
        "> HTTP/1.1 \(status)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    private let headers: Headers = [("A", "b"), ("a", "c")]
    private let body = Data("가나".utf8)

    @Test("Answers of a server that does everything right, with all that may be said") func right() {
        let type = "; charset=utf-8"
        for (answer, expected) in [
            (.response(404, headers: headers, body: body), [head("404 Not Found", "A: b", "a: c", "Content-Length: 6"), ": 가나"]),
            (
                .json("{}", status: 201, headers: headers),
                [head("201 Created", "Content-Type: application/json\(type)", "A: b", "a: c", "Content-Length: 2"), ": {}"]
            ),
            (
                .text("가", status: 503, headers: headers),
                [head("503 Service Unavailable", "Content-Type: text/plain\(type)", "A: b", "a: c", "Content-Length: 3"), ": 가"]
            ),
            (.html("<p>"), [head("200 OK", "Content-Type: text/html\(type)", "Content-Length: 3"), ": <p>"]),
            (
                .redirect(to: "/가", status: 308, headers: headers),
                [head("308 Permanent Redirect", "Location: /가", "A: b", "a: c", "Content-Length: 0"), ": "]
            ),
            (
                .basicChallenge(body: body),
                [head("401 Unauthorized", "WWW-Authenticate: Basic realm=\"board\"", "Content-Length: 6"), ": 가나"]
            ),
            (.noContent, [head("204 No Content"), ": "]),
            (
                .chunked([Data("a".utf8), Data(), body], status: 202, headers: headers, trailer: headers),
                [
                    head("202 Accepted", "A: b", "a: c", "Transfer-Encoding: chunked"), ": 1\r\na\r\n", ": 6\r\n가나\r\n",
                    ": 0\r\nA: b\r\na: c\r\n\r\n",
                ]
            ),
            (.chunked([]), [head("200 OK", "Transfer-Encoding: chunked"), ": 0\r\n\r\n"]),
            (
                .untilClose(body, status: 206, headers: headers),
                [head("206 Partial Content", "A: b", "a: c", "Connection: close"), ": 가나", "close"]
            ),
            (
                .huge(bytes: 131_075, status: 200, headers: headers),
                [head("200 OK", "A: b", "a: c", "Content-Length: 131075"), "2 × 65536 × [97]", ": aaa"]
            ),
            (.huge(bytes: 65_536), [head("200 OK", "Content-Length: 65536"), "1 × 65536 × [97]", ": "]),
            (.huge(bytes: 1), [head("200 OK", "Content-Length: 1"), "0 × 65536 × [97]", ": a"]),
            (.huge(bytes: -1), [head("200 OK", "Content-Length: 0"), "0 × 65536 × [97]", ": "]),
            (
                .slow(Data("abcde".utf8), piece: 2, pause: 3, status: 200, headers: headers),
                [
                    head("200 OK", "A: b", "a: c", "Content-Length: 5"), "pause 3.0 s", ": ab", "pause 3.0 s", ": cd",
                    "pause 3.0 s",
                    ": e",
                ]
            ),
            (
                .slow(Data("ab".utf8), piece: 0, pause: 1),
                [head("200 OK", "Content-Length: 2"), "pause 1.0 s", ": a", "pause 1.0 s", ": b"]
            ),
            (.slow(Data("ab".utf8), piece: 2, pause: 1), [head("200 OK", "Content-Length: 2"), "pause 1.0 s", ": ab"]),
        ] as [(LoopbackAnswer, [String])] { #expect(steps(answer) == expected) }
        let packed = Gzip.stored(Array(body))
        let zipped = LoopbackAnswer.gzip(body, status: 201, headers: headers).steps
        #expect(
            steps(LoopbackAnswer(zipped))[0]
                == head("201 Created", "Content-Encoding: gzip", "A: b", "a: c", "Content-Length: \(packed.count)"))
        guard zipped.count == 2, case .body(packed) = zipped[1] else { Issue.record("another body"); return }
    }

    @Test("Answers of a server that does something wrong") func wrong() {
        for (answer, expected) in [
            (.closedBeforeHeaders, ["close"]), (.closedInHeaders, ["> HTTP/1.1 200 OK\r\nContent-Type: applic", "close"]),
            (.closedAfterHeaders, [head("200 OK", "Content-Length: 10"), ": ", "close"]), (.reset, ["reset"]),
            (.resetInBody(), [head("200 OK", "Content-Length: 1000"), ": {", "reset"]),
            (.truncated(declared: 3, sent: 2), [head("200 OK", "Content-Length: 3"), ": aa", "close"]),
            (.truncated(declared: -3, sent: -2), [head("200 OK", "Content-Length: -3"), ": ", "close"]),
            (.silence, ["wait"]), (.silenceAfterHeaders, [head("200 OK", "Content-Length: 10"), "wait"]),
            (.badGzip, [head("200 OK", "Content-Encoding: gzip", "Content-Length: 15"), ": this is no gzip"]),
            (.noSpaceAfterColon(body), ["> HTTP/1.1 200 OK\r\nContent-Length:6\r\n\r\n", ": 가나"]),
            (.noReason(503, body: body), [head("503", "Content-Length: 6"), ": 가나"]),
            (.emptyHeader(body: body), [head("200 OK", "X-Empty:", "Content-Length: 6"), ": 가나"]),
            (.manyHeaders(2, length: 0, body: body), [head("200 OK", "X-1: ", "X-2: ", "Content-Length: 6"), ": 가나"]),
            (.manyHeaders(-1, length: -1), [head("200 OK", "Content-Length: 0"), ": "]),
            (
                .byteOrderMark("{}"),
                [head("200 OK", "Content-Type: application/json; charset=utf-8", "Content-Length: 5"), ": \u{FEFF}{}"]
            ),
        ] as [(LoopbackAnswer, [String])] { #expect(steps(answer) == expected) }
        let packed = Gzip.zeros(count: 700)
        let bomb = LoopbackAnswer.gzipBomb(bytes: 700).steps
        #expect(
            steps(LoopbackAnswer(bomb))[0]
                == head("200 OK", "Content-Type: application/json", "Content-Encoding: gzip", "Content-Length: \(packed.count)"))
        guard bomb.count == 2, case .body(packed) = bomb[1] else { Issue.record("another body"); return }
    }

    @Test("A length is added where there may be a body and nothing frames it") func lengths() {
        for status in [200, 201, 203, 205, 206, 301, 303, 305, 404, 500, 999] {
            #expect(steps(.response(status))[0].hasSuffix("\r\nContent-Length: 0\r\n\r\n"), "\(status)")
        }
        for status in [100, 101, 199, 204, 304] { #expect(!steps(.response(status))[0].contains("Content-Length"), "\(status)") }
        for name in ["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"] {
            #expect(steps(.response(200, headers: [(name, "x")]))[0] == head("200 OK", "\(name): x"))
        }
    }

    @Test("A header that says so ends the connection, and none that only looks like it") func closing() {
        for (name, value) in [("Connection", "close"), ("connection", "CLOSE")] {
            #expect(
                steps(.response(204, headers: [(name, value)])) == [head("204 No Content", "\(name): \(value)"), ": ", "close"])
        }
        for (name, value) in [("Connection", "keep-alive"), ("X", "close"), ("Connection", "close, x")] {
            #expect(steps(.response(204, headers: [(name, value)])) == [head("204 No Content", "\(name): \(value)"), ": "])
        }
    }

    @Test("An answer held back, delayed, or after others is the same behind that") func wrapped() {
        let plain = steps(.noContent)
        #expect(steps(.noContent.held(at: Gate())) == ["hold at a gate"] + plain)
        #expect(steps(.noContent.delayed(0.5)) == ["pause 0.5 s"] + plain)
        #expect(steps(.noContent.preceded(by: 103, 102)) == [head("103 Early Hints"), head("102 Processing")] + plain)
        #expect(steps(.noContent.preceded()) == plain)
    }

    @Test("The words behind a status") func reasons() {
        let known = [
            100: "Continue", 102: "Processing", 103: "Early Hints", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
            206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
            307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
            404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
            413: "Content Too Large", 429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
            503: "Service Unavailable", 504: "Gateway Timeout",
        ]
        for status in 90...610 {
            let kind =
                switch status {
                case 100...199: "Interim"
                case 200...299: "Success"
                case 300...399: "Redirection"
                default: "Refused"
                }
            #expect(ReasonPhrase.text(status) == known[status] ?? kind, "\(status)")
        }
    }

    @Test("A request says what it is: every header of a name, the first of them, its text, itself in words") func requests() {
        typealias Header = LoopbackRequest.Header
        let headers = [Header(name: "A", value: "1"), Header(name: "b", value: "2"), Header(name: "a", value: "3")]
        let request = LoopbackRequest(
            number: 2, connection: 3, method: "PUT", target: "/x", version: "HTTP/1.0", headers: headers, body: body,
            isChunked: true)
        #expect(request.values(of: "a") == ["1", "3"] && request.header("a") == "1" && request.header("B") == "2")
        #expect(request.values(of: "c").isEmpty && request.header("c") == nil && request.text == "가나")
        #expect(request.description == "PUT /x\nA: 1\nb: 2\na: 3\n(6 bytes in chunks)")
        #expect(LoopbackRequest(body: Data([0xFF])).description == "GET /\n(1 bytes)")
        #expect([request.number, request.connection] == [2, 3] && request.version == "HTTP/1.0" && request.isChunked)
        #expect(LoopbackRequest(body: Data([0xFF])).text == "\u{FFFD}" && request.body == body && request.headers == headers)
    }
}
