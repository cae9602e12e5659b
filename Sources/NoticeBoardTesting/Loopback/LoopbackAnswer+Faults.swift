public import Foundation

/// Faulty answers, one for each stage.
extension LoopbackAnswer {
    /// Closes the connection before sending anything.
    public static let closedBeforeHeaders = LoopbackAnswer([.close])

    /// Closes the connection within the head.
    public static let closedInHeaders = LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nContent-Type: applic"), .close])

    /// Closes the connection after the head, which announced 10 bytes.
    public static let closedAfterHeaders = truncated(declared: 10, sent: 0)

    /// Resets the connection before sending anything.
    public static let reset = LoopbackAnswer([.reset])

    /// Resets the connection within the body; `body` may be lost unless the client reads it quickly.
    public static func resetInBody(_ body: Data = Data("{".utf8), declared: Int = 1000) -> LoopbackAnswer {
        LoopbackAnswer([head(200, [("Content-Length", "\(declared)")]), .body(Array(body)), .reset])
    }

    /// Announces `declared` bytes and closes the connection after `sent` of them, each an `a`.
    public static func truncated(declared: Int, sent: Int) -> LoopbackAnswer {
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: max(sent, 0))
        return LoopbackAnswer([head(200, [("Content-Length", "\(declared)")]), .body(body), .close])
    }

    /// Closes the connection after a chunk, without the final one.
    public static let truncatedChunks = LoopbackAnswer([
        head(200, [("Transfer-Encoding", "chunked")]), .body(Array("5\r\nhello\r\n".utf8)), .close,
    ])

    /// Chunks with invalid sizes.
    public static let garbageChunks = LoopbackAnswer([
        head(200, [("Transfer-Encoding", "chunked")]), .body(Array("5\r\nhello\r\nzz;\r\n~~~\r\n".utf8)), .close,
    ])

    /// Sends nothing and keeps the connection open until the client closes it or the server stops.
    public static let silence = LoopbackAnswer([.wait])

    /// Sends a head that announces a body, and no body.
    public static let silenceAfterHeaders = LoopbackAnswer([head(200, [("Content-Length", "10")]), .wait])

    /// Sends something other than HTTP.
    public static let notHTTP = LoopbackAnswer([.text("220 mail.example.com ESMTP ready\r\n"), .close])

    /// A body that is declared as gzip but is not.
    public static let badGzip = response(200, headers: [("Content-Encoding", "gzip")], body: Data("this is no gzip".utf8))

    /// A small body that decompresses to `count` zero bytes, about a thousand times its size.
    public static func gzipBomb(bytes count: Int) -> LoopbackAnswer {
        response(
            200, headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
            body: Data(Gzip.zeros(count: count)))
    }

    /// Headers without a space after the colon, as RFC 9112 allows and some clients do not expect.
    public static func noSpaceAfterColon(_ body: Data, headers: [(String, String)] = []) -> LoopbackAnswer {
        rawHead("HTTP/1.1 200 OK", (headers + [("Content-Length", "\(body.count)")]).map { "\($0.0):\($0.1)" }, body)
    }

    /// A status line without a reason.
    public static func noReason(_ status: Int = 200, body: Data = Data()) -> LoopbackAnswer {
        rawHead("HTTP/1.1 \(status)", ["Content-Length: \(body.count)"], body)
    }

    /// A response with an empty header value.
    public static func emptyHeader(_ name: String = "X-Empty", body: Data = Data()) -> LoopbackAnswer {
        rawHead("HTTP/1.1 200 OK", ["\(name):", "Content-Length: \(body.count)"], body)
    }

    /// `count` headers named `X-1`, `X-2` and so on, with values of `length` bytes.
    public static func manyHeaders(_ count: Int, length: Int = 10, body: Data = Data()) -> LoopbackAnswer {
        let value = String(repeating: "v", count: max(length, 0))
        return response(200, headers: (0..<max(count, 0)).map { ("X-\($0 + 1)", value) }, body: body)
    }

    /// JSON after a byte order mark.
    public static func byteOrderMark(_ json: String) -> LoopbackAnswer { .json("\u{FEFF}" + json) }

    private static func rawHead(_ status: String, _ lines: [String], _ body: Data) -> LoopbackAnswer {
        LoopbackAnswer([.text(([status] + lines).map { $0 + "\r\n" }.joined() + "\r\n"), .body(Array(body))])
    }
}
