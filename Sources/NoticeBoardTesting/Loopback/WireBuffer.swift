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
