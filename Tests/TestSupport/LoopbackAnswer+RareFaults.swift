package import Foundation
package import NoticeBoardTesting

/// Rare answers, which test the transports of this package.
extension LoopbackAnswer {
    /// Closes the connection after the head, which announced 10 bytes.
    package static let closedAfterHeaders = truncated(declared: 10, sent: 0)

    /// Resets the connection within the body; `body` may be lost unless the client reads it quickly.
    package static func resetInBody(_ body: Data = Data("{".utf8), declared: Int = 1000) -> LoopbackAnswer {
        LoopbackAnswer([okHead("Content-Length: \(declared)"), .body(Array(body)), .reset])
    }

    /// Closes the connection after a chunk, without the final one.
    package static let truncatedChunks = LoopbackAnswer([
        okHead("Transfer-Encoding: chunked"), .body(Array("5\r\nhello\r\n".utf8)), .close,
    ])

    /// Chunks with invalid sizes.
    package static let garbageChunks = LoopbackAnswer([
        okHead("Transfer-Encoding: chunked"), .body(Array("5\r\nhello\r\nzz;\r\n~~~\r\n".utf8)), .close,
    ])

    /// Sends a head that announces a body, and no body.
    package static let silenceAfterHeaders = LoopbackAnswer([okHead("Content-Length: 10"), .wait])

    /// A body that is declared as gzip but is not.
    package static let badGzip = response(200, headers: [("Content-Encoding", "gzip")], body: Data("this is no gzip".utf8))

    /// A small body that decompresses to `count` zero bytes, about a thousand times its size.
    package static func gzipBomb(bytes count: Int) -> LoopbackAnswer {
        response(
            200, headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
            body: Data(Gzip.zeros(count: count)))
    }

    /// Headers without a space after the colon, as RFC 9112 allows and some clients do not expect.
    package static func noSpaceAfterColon(_ body: Data, headers: [(String, String)] = []) -> LoopbackAnswer {
        rawHead("HTTP/1.1 200 OK", (headers + [("Content-Length", "\(body.count)")]).map { "\($0.0):\($0.1)" }, body)
    }

    /// A status line without a reason.
    package static func noReason(_ status: Int = 200, body: Data = Data()) -> LoopbackAnswer {
        rawHead("HTTP/1.1 \(status)", ["Content-Length: \(body.count)"], body)
    }

    /// A response with an empty header value.
    package static func emptyHeader(_ name: String = "X-Empty", body: Data = Data()) -> LoopbackAnswer {
        rawHead("HTTP/1.1 200 OK", ["\(name):", "Content-Length: \(body.count)"], body)
    }

    /// `count` headers named `X-1`, `X-2` and so on, with values of `length` bytes.
    package static func manyHeaders(_ count: Int, length: Int = 10, body: Data = Data()) -> LoopbackAnswer {
        let value = String(repeating: "v", count: max(length, 0))
        return response(200, headers: (0..<max(count, 0)).map { ("X-\($0 + 1)", value) }, body: body)
    }

    /// JSON after a byte order mark.
    package static func byteOrderMark(_ json: String) -> LoopbackAnswer { .json("\u{FEFF}" + json) }

    private static func okHead(_ field: String) -> Step { .text("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n") }

    private static func rawHead(_ status: String, _ lines: [String], _ body: Data) -> LoopbackAnswer {
        LoopbackAnswer([.text(([status] + lines).map { $0 + "\r\n" }.joined() + "\r\n"), .body(Array(body))])
    }

    /// Requests a user name and a password.
    package static func basicChallenge(realm: String = "board", body: Data = Data()) -> LoopbackAnswer {
        response(401, headers: [("WWW-Authenticate", "Basic realm=\"\(realm)\"")], body: body)
    }

    /// A response with a gzip-compressed body.
    package static func gzip(_ body: Data, status: Int = 200, headers: [(String, String)] = []) -> LoopbackAnswer {
        response(status, headers: [("Content-Encoding", "gzip")] + headers, body: Data(Gzip.stored(Array(body))))
    }

    /// Returns the same answer after interim responses (1xx), one for each status.
    package func preceded(by interim: Int...) -> LoopbackAnswer {
        LoopbackAnswer(interim.map { .text("HTTP/1.1 \($0) Interim\r\n\r\n") } + steps)
    }
}
