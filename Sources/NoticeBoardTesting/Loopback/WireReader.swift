import Foundation
import NoticeBoardBase

/// Reads consecutive requests from a connection, independently of the library.
struct WireReader {
    private static let headLimit = 1 << 20
    private static let bodyLimit = 1 << 30

    private var buffer: WireBuffer
    /// Sends `100 Continue` to a client that waits for it before its body.
    private let allowBody: () -> Void

    init(receive: @escaping () -> [UInt8], allowBody: @escaping () -> Void) {
        buffer = WireBuffer(receive: receive)
        self.allowBody = allowBody
    }

    /// Reads the next request.
    ///
    /// Throws ``WireFault`` for an invalid one, and ``EarlyEnd`` at the end of the connection.
    mutating func next() throws -> LoopbackRequest {
        var request = try RequestHead.request(try section())
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

/// The peer ended within a request.
struct EarlyEnd: Error {}

/// Received bytes, read by lines or by count.
struct WireBuffer {
    private let receive: () -> [UInt8]
    private var rest: ArraySlice<UInt8> = []

    /// Creates a buffer that `receive` fills; empty data is the end.
    init(receive: @escaping () -> [UInt8]) { self.receive = receive }

    /// Returns the bytes up to a line feed, without it and a carriage return before it.
    mutating func line(limit: Int) throws -> [UInt8] {
        var end = rest.firstIndex(of: UInt8(ascii: "\n"))
        while end == nil, rest.count <= limit {
            try fill()
            end = rest.firstIndex(of: UInt8(ascii: "\n"))
        }
        guard let end, end - rest.startIndex <= limit else { throw WireFault(reason: "a line too long") }
        var line = rest[..<end]
        rest = rest[(end + 1)...]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Array(line)
    }

    /// Returns the next `count` bytes.
    mutating func bytes(_ count: Int) throws -> [UInt8] {
        while rest.count < count { try fill() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private mutating func fill() throws {
        let received = receive()
        guard !received.isEmpty else { throw EarlyEnd() }
        rest += received
    }
}

/// A protocol error of a client.
struct WireFault: Error {
    let reason: String
}

/// Parses a request's head strictly by RFC 9112.
///
/// Invalid input is refused even where many servers accept it, so that a client's mistake is noticed.
enum RequestHead {
    /// Parses the lines of a head into a request without its body.
    static func request(_ lines: [[UInt8]]) throws -> LoopbackRequest {
        guard let first = lines.first else { throw WireFault(reason: "an empty head") }
        let parts = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw WireFault(reason: "a request line that is not three words") }
        guard isToken(parts[0]) else { throw WireFault(reason: "a method that is no token") }
        guard !parts[1].isEmpty, parts[1].allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw WireFault(reason: "a target that is empty or not ASCII")
        }
        let version = String(decoding: parts[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw WireFault(reason: "a version other than HTTP/1") }
        let request = LoopbackRequest(
            method: String(decoding: parts[0], as: UTF8.self), target: String(decoding: parts[1], as: UTF8.self),
            version: version, headers: try lines.dropFirst().map(header))
        if version == "HTTP/1.1", request.values(of: "host").count != 1 { throw WireFault(reason: "no Host header, or several") }
        return request
    }

    private static func header(_ line: [UInt8]) throws -> NoticeBoardError.Reply.Header {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw WireFault(reason: "a header without a colon") }
        guard isToken(line[..<colon]) else { throw WireFault(reason: "a header's name that is no token") }
        guard !line.contains(where: { $0 == 0 || $0 == 13 }) else { throw WireFault(reason: "a header with a NUL or a CR") }
        var value = line[(colon + 1)...]
        while let byte = value.first, byte == 32 || byte == 9 { value.removeFirst() }
        while let byte = value.last, byte == 32 || byte == 9 { value.removeLast() }
        return NoticeBoardError.Reply.Header(
            name: String(decoding: line[..<colon], as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }

    /// Parses digits only: `Int` would accept a sign.
    static func number(_ digits: some Collection<UInt8>, radix: Int) -> Int? {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: radix)
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                48...57 ~= byte || 97...122 ~= byte | 32 || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}
