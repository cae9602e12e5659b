/// The peer ended within a request.
struct EarlyEnd: Error {}

/// A buffer for received bytes, read by lines or by count, that scans each byte once.
struct WireBuffer {
    private let receive: () -> [UInt8]
    private var bytes: [UInt8] = []
    /// The offset of unread bytes: removing read bytes each time would be quadratic for large bodies.
    private var start = 0

    /// Creates a buffer that `receive` fills; empty data is the end.
    init(receive: @escaping () -> [UInt8]) { self.receive = receive }

    /// Returns the bytes up to a line feed, without it and a carriage return before it.
    mutating func line(limit: Int) throws -> [UInt8] {
        var scanned = start
        while true {
            if let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[start..<end]
                start = end + 1
                guard line.count <= limit else { throw WireFault(reason: "a line too long") }
                return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            }
            let seen = bytes.count - start
            guard seen <= limit else { throw WireFault(reason: "a line too long") }
            try fill()
            scanned = start + seen
        }
    }

    /// Returns the next `count` bytes.
    mutating func bytes(_ count: Int) throws -> [UInt8] {
        var taken = Array(bytes[start..<min(start + count, bytes.count)])
        start += taken.count
        while taken.count < count {
            try fill()
            let more = bytes[start..<min(start + count - taken.count, bytes.count)]
            taken += more
            start += more.count
        }
        return taken
    }

    private mutating func fill() throws {
        bytes.removeFirst(start)
        start = 0
        let received = receive()
        guard !received.isEmpty else { throw EarlyEnd() }
        bytes += received
    }
}
