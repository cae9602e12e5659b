import NoticeBoardBase

/// A protocol error of a client.
struct WireFault: Error {
    let reason: String
}

/// Parses a request's head strictly by RFC 9112.
///
/// Invalid input is refused even where many servers accept it, so that a client's mistake is noticed.
enum RequestHead {
    /// Parses the lines of a head into a request without its body.
    static func request(_ lines: [[UInt8]], connection: Int) throws -> LoopbackRequest {
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
            connection: connection, method: String(decoding: parts[0], as: UTF8.self),
            target: String(decoding: parts[1], as: UTF8.self), version: version, headers: try lines.dropFirst().map(header))
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
