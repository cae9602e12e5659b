import NoticeBoardBase

/// A response body that a test writes piece by piece while the client reads it.
///
/// ```swift
/// let body = LoopbackBody()
/// let server = try LoopbackServer { _ in .streamed(body, headers: [("Content-Type", "text/event-stream")]) }
/// body.send("data: one\n\n")
/// ```
///
/// A server that answers several requests with one body sends each all of its pieces. Safe to use from any thread.
public final class LoopbackBody: Sendable {
    enum Piece: Sendable {
        case bytes([UInt8])
        case end
        case cut
    }

    private struct State {
        var pieces: [Piece] = []
        /// What wakes the threads that wait for another piece.
        var waiting: [Alarm] = []
    }

    private let state = Locked(State())

    /// Creates a body without a piece.
    public init() {}

    /// Sends a text's UTF-8 as a chunk of its own.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes as a chunk of their own; no bytes are no chunk.
    public func send(_ bytes: [UInt8]) { if !bytes.isEmpty { add(.bytes(bytes)) } }

    /// Ends the body; the connection is kept.
    public func finish() { add(.end) }

    /// Ends the connection in the middle of the body.
    public func cut() { add(.cut) }

    private func add(_ piece: Piece) {
        let waiting = state.withLock { state in
            state.pieces.append(piece)
            defer { state.waiting = [] }
            return state.waiting
        }
        for alarm in waiting { alarm.ring() }
    }

    /// Returns the piece at `index`, or `nil` if it was not sent yet: then `alarm` rings at the next one.
    func piece(at index: Int, alarm: Alarm) -> Piece? {
        state.withLock { state in
            if index < state.pieces.count { return state.pieces[index] }
            state.waiting.append(alarm)
            return nil
        }
    }
}

extension LoopbackAnswer {
    /// A response whose chunks a test sends by `body`, with these headers.
    public static func streamed(
        _ body: LoopbackBody, status: Int = 200, headers: [(String, String)] = []
    ) -> LoopbackAnswer {
        LoopbackAnswer([head(status, headers + [("Transfer-Encoding", "chunked")]), .pieces(body)])
    }
}
