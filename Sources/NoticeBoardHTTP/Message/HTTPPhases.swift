/// How long the phases of one request took, as its transport measured them.
///
/// A call that is retried or redirected has several. Times are seconds of each phase alone.
public struct HTTPPhases: Sendable, Hashable, CustomStringConvertible {
    /// Looking up the host's name; `nil` if the request used an open connection.
    public var nameLookup: Double?
    /// Opening the connection; `nil` if the request used an open one.
    public var connect: Double?
    /// The TLS handshake; `nil` on an open connection and without TLS.
    public var tls: Double?
    /// From the start of sending to the first byte of the response; `nil` if none arrived.
    public var firstByte: Double?
    /// From the start of the request to its end; for a stream, to the end of the response's head.
    public var total: Double
    /// The bytes of header and body that were sent.
    public var bytesSent: Int
    /// The bytes of header and body that arrived, before decompression; for a stream, those that came with the head.
    public var bytesReceived: Int
    /// Whether the request used a connection that an earlier one had opened.
    public var reusedConnection: Bool

    /// Creates the phases of a request, for tests of a logger.
    public init(
        nameLookup: Double? = nil, connect: Double? = nil, tls: Double? = nil, firstByte: Double? = nil, total: Double,
        bytesSent: Int = 0, bytesReceived: Int = 0, reusedConnection: Bool = false
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.total = total
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.reusedConnection = reusedConnection
    }

    /// The phases in a few English words: `name 0.012 s, connect 0.03 s, …, 512 bytes sent, 12800 received, in 0.2 s`.
    public var description: String {
        let phases = [("name", nameLookup), ("connect", connect), ("TLS", tls), ("first byte", firstByte)]
        let texts = phases.compactMap { name, seconds in seconds.map { "\(name) \($0.inSeconds)" } }
        let connection = reusedConnection ? ["open connection"] : []
        let bytes = ["\(bytesSent) bytes sent", "\(bytesReceived) received", "in \(total.inSeconds)"]
        return (connection + texts + bytes).joined(separator: ", ")
    }
}
