/// A request as it stood on the wire.
struct WireRequest: Sendable {
    var method: String
    var target: String
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// The first value of a header, whatever its case.
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}

/// Reads requests from a connection, one after the other, with a parser of its own.
struct WireReader {
    private let socket: Socket
    private var buffer: [UInt8] = []
    /// Bytes read but not taken yet that a caller gave up on: the request is not one.
    private(set) var isBroken = false

    init(_ socket: Socket) { self.socket = socket }

    /// The next request; nothing when the connection ended, or held what is no request (``isBroken``).
    mutating func next() -> WireRequest? {
        guard let head = headLines(), let request = head.first?.split(separator: " "), request.count == 3 else { return nil }
        var headers: [(name: String, value: String)] = []
        for line in head.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return broken() }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append((name: String(line[..<colon]), value: String(value)))
        }
        var wire = WireRequest(method: String(request[0]), target: String(request[1]), headers: headers, body: [])
        if wire.header("transfer-encoding")?.lowercased() == "chunked" {
            guard let body = chunks() else { return broken() }
            wire.body = body
        } else if let length = wire.header("content-length") {
            guard let count = Int(length), 0...(1 << 30) ~= count, let body = bytes(count) else { return broken() }
            wire.body = body
        }
        return wire
    }

    private mutating func broken() -> WireRequest? {
        isBroken = true
        return nil
    }

    /// The lines up to the empty one.
    private mutating func headLines() -> [String]? {
        var lines: [String] = []
        while let line = line() {
            if line.isEmpty { return lines }
            lines.append(line)
            if lines.count > 1000 { return nil }
        }
        return nil
    }

    private mutating func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                let line = buffer[..<end]
                buffer.removeFirst(end + 1)
                return String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
            }
            guard buffer.count < 1 << 20, receive() else { return nil }
        }
    }

    private mutating func bytes(_ count: Int) -> [UInt8]? {
        while buffer.count < count { guard receive() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private mutating func chunks() -> [UInt8]? {
        var body: [UInt8] = []
        while let size = line().flatMap({ Int($0.prefix { $0 != ";" }, radix: 16) }), size >= 0, body.count + size <= 1 << 30 {
            if size == 0 {
                while let trailer = line() { if trailer.isEmpty { return body } }
                return nil
            }
            guard let chunk = bytes(size), line() == "" else { return nil }
            body += chunk
        }
        return nil
    }

    private mutating func receive() -> Bool {
        let received = socket.read()
        buffer += received
        return !received.isEmpty
    }
}
