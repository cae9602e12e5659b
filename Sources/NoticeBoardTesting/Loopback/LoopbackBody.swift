/// A response body that a test sends in chunks while the client reads it.
///
/// ```swift
/// let body = LoopbackBody()
/// let server = try LoopbackServer { _ in .streamed(body, headers: [("Content-Type", "text/event-stream")]) }
/// body.send("data: one\n\n")
/// ```
///
/// If several responses use one body, each gets all of its chunks. Safe to use from any thread.
public final class LoopbackBody: Sendable {
    /// A piece of the body.
    enum Piece: Sendable {
        case bytes([UInt8])
        /// The body is complete, and the connection stays open.
        case end
        /// The connection closes within the body.
        case cut
    }

    /// What was sent so far.
    private let pieces = Watched<[Piece]>([])

    /// Creates an empty body.
    public init() {}

    /// Sends text as one UTF-8 chunk.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes as one chunk; ignores empty bytes.
    public func send(_ bytes: [UInt8]) { if !bytes.isEmpty { add(.bytes(bytes)) } }

    /// Ends the body and keeps the connection.
    public func finish() { add(.end) }

    /// Closes the connection within the body.
    public func cut() { add(.cut) }

    private func add(_ piece: Piece) { pieces.update { $0.append(piece) } }

    /// Waits for the piece at `index`.
    func piece(at index: Int) async -> Piece {
        await pieces.until { $0.count > index }
        let sent = pieces.value
        return index < sent.count ? sent[index] : .cut
    }
}
