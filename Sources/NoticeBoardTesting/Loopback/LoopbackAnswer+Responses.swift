public import Foundation

/// Answers of a correct server.
extension LoopbackAnswer {
    /// A response with these headers and this body.
    ///
    /// Adds `Content-Length` unless it or `Transfer-Encoding` is given or the status allows no body. A header `Connection: close`
    /// closes the connection after the body. Names and values are sent unchanged.
    public static func response(_ status: Int, headers: [(String, String)] = [], body: Data = Data()) -> LoopbackAnswer {
        var fields = headers
        let isFramed = headers.contains { name, _ in
            LoopbackRequest.isSame(name, "content-length") || LoopbackRequest.isSame(name, "transfer-encoding")
        }
        if mayHaveBody(status), !isFramed {
            fields.append(("Content-Length", "\(body.count)"))
        }
        let closes = headers.contains { LoopbackRequest.isSame($0.0, "connection") && LoopbackRequest.isSame($0.1, "close") }
        return LoopbackAnswer([head(status, fields)] + [.body(Array(body))] + (closes ? [.close] : []))
    }

    /// A response with a JSON body.
    public static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackAnswer {
        let type = [("Content-Type", "application/json; charset=utf-8")]
        return response(status, headers: type + headers, body: Data(text.utf8))
    }

    /// A response with a text body.
    public static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackAnswer {
        response(status, headers: [("Content-Type", "text/plain; charset=utf-8")] + headers, body: Data(text.utf8))
    }

    /// A web page, like a captive portal's answer to every request.
    public static func html(_ text: String, status: Int = 200) -> LoopbackAnswer {
        response(status, headers: [("Content-Type", "text/html; charset=utf-8")], body: Data(text.utf8))
    }

    /// Redirects the client.
    public static func redirect(to location: String, status: Int = 302, headers: [(String, String)] = []) -> LoopbackAnswer {
        response(status, headers: [("Location", location)] + headers)
    }

    /// 204, without a body and a length.
    public static let noContent = response(204)

    /// A response in these chunks, with an optional trailer.
    ///
    /// Empty chunks are dropped, because they would end the body.
    public static func chunked(
        _ chunks: [Data], status: Int = 200, headers: [(String, String)] = [], trailer: [(String, String)] = []
    ) -> LoopbackAnswer {
        let frames = chunks.filter { !$0.isEmpty }.map { Step.body(chunk(Array($0))) }
        let end = "0\r\n" + trailer.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
        return LoopbackAnswer([head(status, headers + [("Transfer-Encoding", "chunked")])] + frames + [.body(Array(end.utf8))])
    }

    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    /// Returns a response with these headers whose chunks a test sends through `body`.
    public static func streamed(
        _ body: LoopbackBody, status: Int = 200, headers: [(String, String)] = []
    ) -> LoopbackAnswer {
        LoopbackAnswer([head(status, headers + [("Transfer-Encoding", "chunked")]), .streamed(body)])
    }

    /// A response whose body ends with the connection: no length, no chunks.
    public static func untilClose(_ body: Data, status: Int = 200, headers: [(String, String)] = []) -> LoopbackAnswer {
        LoopbackAnswer([head(status, headers + [("Connection", "close")]), .body(Array(body)), .close])
    }

    /// A response of `count` bytes, each an `a`, that is never in memory as a whole.
    public static func huge(bytes count: Int, status: Int = 200, headers: [(String, String)] = []) -> LoopbackAnswer {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 65_536)
        let (times, rest) = max(count, 0).quotientAndRemainder(dividingBy: piece.count)
        return LoopbackAnswer([
            head(status, headers + [("Content-Length", "\(max(count, 0))")]), .repeatedBody(piece, times: times),
            .body(Array(piece.prefix(rest))),
        ])
    }

    /// A response in pieces of a size, with a delay before each.
    public static func slow(
        _ body: Data, piece: Int, delay: Double, status: Int = 200, headers: [(String, String)] = []
    ) -> LoopbackAnswer {
        let bytes = Array(body)
        let pieces = stride(from: 0, to: bytes.count, by: max(piece, 1)).flatMap { start -> [Step] in
            [.delay(delay), .body(Array(bytes[start..<min(start + max(piece, 1), bytes.count)]))]
        }
        return LoopbackAnswer([head(status, headers + [("Content-Length", "\(bytes.count)")])] + pieces)
    }

    static func head(_ status: Int, _ headers: [(String, String)]) -> Step {
        // Clients ignore the words after the status.
        let reason = status < 400 ? "OK" : "Refused"
        return .text("HTTP/1.1 \(status) \(reason)\r\n" + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n")
    }

    private static func mayHaveBody(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }

    // MARK: - Answers of a faulty server

    /// Closes the connection before sending anything.
    public static let closedBeforeHeaders = LoopbackAnswer([.close])

    /// Closes the connection within the head.
    public static let closedInHeaders = LoopbackAnswer([.text("HTTP/1.1 200 OK\r\nContent-Type: applic"), .close])

    /// Resets the connection before sending anything.
    public static let reset = LoopbackAnswer([.reset])

    /// Announces `declared` bytes and closes the connection after `sent` of them, each an `a`.
    public static func truncated(declared: Int, sent: Int) -> LoopbackAnswer {
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: max(sent, 0))
        return LoopbackAnswer([head(200, [("Content-Length", "\(declared)")]), .body(body), .close])
    }

    /// Sends nothing and keeps the connection open until the client closes it or the server stops.
    public static let silence = LoopbackAnswer([.wait])

    /// Sends something other than HTTP.
    public static let notHTTP = LoopbackAnswer([.text("220 mail.example.com ESMTP ready\r\n"), .close])
}
