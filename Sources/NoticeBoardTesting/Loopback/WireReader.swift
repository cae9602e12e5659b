import Foundation

/// Reads consecutive requests from a connection, independently of the library.
struct WireReader {
    private static let headLimit = 1 << 20
    private static let bodyLimit = 1 << 30

    private var buffer: WireBuffer
    private let connection: Int
    /// Sends `100 Continue` to a client that waits for it before its body.
    private let allowBody: () -> Void

    init(connection: Int, receive: @escaping () -> [UInt8], allowBody: @escaping () -> Void) {
        buffer = WireBuffer(receive: receive)
        self.connection = connection
        self.allowBody = allowBody
    }

    /// Reads the next request.
    ///
    /// Throws ``WireFault`` for an invalid one, and ``EarlyEnd`` at the end of the connection.
    mutating func next() throws -> LoopbackRequest {
        var request = try RequestHead.request(try section(), connection: connection)
        let codings = request.values(of: "transfer-encoding")
        let lengths = request.values(of: "content-length")
        if codings.isEmpty && lengths.isEmpty { return request }
        guard codings.isEmpty || lengths.isEmpty else { throw WireFault(reason: "both a length and chunks") }
        guard codings.isEmpty || codings.count == 1 && LoopbackRequest.isSame(codings[0], "chunked") else {
            throw WireFault(reason: "a transfer coding other than chunked")
        }
        guard Set(lengths).count < 2 else { throw WireFault(reason: "different lengths") }
        var length: Int?
        if let text = lengths.first {
            guard let number = RequestHead.number(Array(text.utf8), radix: 10), number <= Self.bodyLimit else {
                throw WireFault(reason: "a length that is none, or too large")
            }
            length = number
        }
        if let wish = request.header("expect"), LoopbackRequest.isSame(wish, "100-continue") { allowBody() }
        request.isChunked = length == nil
        if let length { request.body = Data(try buffer.bytes(length)) } else { request.body = Data(try chunks()) }
        return request
    }

    /// Returns the lines of a head or trailer up to the empty one; skips empty lines before a head (RFC 9112, 2.2).
    private mutating func section(isTrailer: Bool = false) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var size = 0
        while true {
            let line = try buffer.line(limit: Self.headLimit)
            size += line.count + 2
            guard size <= Self.headLimit else { throw WireFault(reason: "a head too large") }
            if !line.isEmpty { lines.append(line) } else if isTrailer || !lines.isEmpty { return lines }
        }
    }

    private mutating func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let digits = try buffer.line(limit: Self.headLimit).prefix { $0 != UInt8(ascii: ";") }
            guard let size = RequestHead.number(digits, radix: 16), size <= Self.bodyLimit - body.count else {
                throw WireFault(reason: "a chunk's size that is none, or too large")
            }
            guard size > 0 else { break }
            body += try buffer.bytes(size)
            guard try buffer.line(limit: Self.headLimit).isEmpty else { throw WireFault(reason: "a chunk longer than it said") }
        }
        _ = try section(isTrailer: true)
        return body
    }
}
