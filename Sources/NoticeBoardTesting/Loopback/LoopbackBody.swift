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
    /// What was sent so far; `nil` is the end.
    private let steps = Watched<[LoopbackAnswer.Step?]>([])

    /// Creates an empty body.
    public init() {}

    /// Sends text as one UTF-8 chunk.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes as one chunk; ignores empty bytes.
    public func send(_ bytes: [UInt8]) { if !bytes.isEmpty { add(.send(LoopbackAnswer.chunk(bytes))) } }

    /// Ends the body and keeps the connection.
    public func finish() { add(.text("0\r\n\r\n"), nil) }

    /// Closes the connection within the body.
    public func cut() { add(.close) }

    private func add(_ more: LoopbackAnswer.Step?...) { steps.update { $0 += more } }

    /// Waits for the step at `index`; `nil` ends the body.
    func step(at index: Int) async -> LoopbackAnswer.Step? {
        await steps.until { $0.count > index }
        let sent = steps.value
        return index < sent.count ? sent[index] : .close
    }
}

extension LoopbackAnswer {
    /// Returns a response with these headers whose chunks a test sends through `body`.
    public static func streamed(
        _ body: LoopbackBody, status: Int = 200, headers: [(String, String)] = []
    ) -> LoopbackAnswer {
        LoopbackAnswer([head(status, headers + [("Transfer-Encoding", "chunked")]), .streamed(body)])
    }
}
