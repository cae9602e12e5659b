public import Foundation

/// Answers of a server that does something wrong, one at every stage.
extension LoopbackAnswer {
    /// The connection ends before anything was sent.
    public static let closedBeforeHeaders = LoopbackAnswer([.close])

    /// The connection ends in the middle of the head.
    public static let closedInHeaders = LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nContent-Type: applic"), .close])

    /// The connection ends after the head, which promised a body of 10 bytes.
    public static let closedAfterHeaders = truncated(declared: 10, sent: 0)

    /// The connection is reset before anything was sent.
    public static let reset = LoopbackAnswer([.reset])

    /// The connection is reset in the middle of the body, of which `body` arrives if the client is quick.
    public static func resetInBody(_ body: Data = Data("{".utf8), declared: Int = 1000) -> LoopbackAnswer {
        LoopbackAnswer([head(200, [("Content-Length", "\(declared)")]), .body(Array(body)), .reset])
    }

    /// The head promises `declared` bytes, the connection ends after `sent` of them, each an `a`.
    public static func truncated(declared: Int, sent: Int) -> LoopbackAnswer {
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: max(sent, 0))
        return LoopbackAnswer([head(200, [("Content-Length", "\(declared)")]), .body(body), .close])
    }

    /// The connection ends after a chunk, without the last one.
    public static let truncatedChunks = LoopbackAnswer([
        head(200, [("Transfer-Encoding", "chunked")]), .body(Array("5\r\nhello\r\n".utf8)), .close,
    ])

    /// Chunks whose sizes are no numbers.
    public static let garbageChunks = LoopbackAnswer([
        head(200, [("Transfer-Encoding", "chunked")]), .body(Array("5\r\nhello\r\nzz;\r\n~~~\r\n".utf8)), .close,
    ])

    /// Nothing comes and the connection stays open, until the client goes or the server stops.
    public static let silence = LoopbackAnswer([.wait])

    /// The head comes, promising a body; the body never does.
    public static let silenceAfterHeaders = LoopbackAnswer([head(200, [("Content-Length", "10")]), .wait])

    /// What comes is no HTTP.
    public static let notHTTP = LoopbackAnswer([.text("220 mail.example.com ESMTP ready\r\n"), .close])

    /// A body said to be compressed that is not.
    public static let badGzip = response(200, headers: [("Content-Encoding", "gzip")], body: Data("this is no gzip".utf8))

    /// A small body that becomes `count` zero bytes when decompressed, about a thousand times as many as were sent.
    public static func gzipBomb(bytes count: Int) -> LoopbackAnswer {
        response(
            200, headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
            body: Data(Gzip.zeros(count: count)))
    }

    /// No space after the colon of each header, as RFC 9112 allows and some clients do not expect.
    public static func noSpaceAfterColon(_ body: Data, headers: [(String, String)] = []) -> LoopbackAnswer {
        rawHead("HTTP/1.1 200 OK", (headers + [("Content-Length", "\(body.count)")]).map { "\($0.0):\($0.1)" }, body)
    }

    /// A status line without a reason.
    public static func noReason(_ status: Int = 200, body: Data = Data()) -> LoopbackAnswer {
        rawHead("HTTP/1.1 \(status)", ["Content-Length: \(body.count)"], body)
    }

    /// A header without a value among others.
    public static func emptyHeader(_ name: String = "X-Empty", body: Data = Data()) -> LoopbackAnswer {
        rawHead("HTTP/1.1 200 OK", ["\(name):", "Content-Length: \(body.count)"], body)
    }

    /// So many headers, named `X-1`, `X-2` and so on, their values `length` bytes long.
    public static func manyHeaders(_ count: Int, length: Int = 10, body: Data = Data()) -> LoopbackAnswer {
        let value = String(repeating: "v", count: max(length, 0))
        return response(200, headers: (0..<max(count, 0)).map { ("X-\($0 + 1)", value) }, body: body)
    }

    /// JSON with a byte order mark before it.
    public static func byteOrderMark(_ json: String) -> LoopbackAnswer { .json("\u{FEFF}" + json) }

    private static func rawHead(_ status: String, _ lines: [String], _ body: Data) -> LoopbackAnswer {
        LoopbackAnswer([.text(([status] + lines).map { $0 + "\r\n" }.joined() + "\r\n"), .body(Array(body))])
    }
}
