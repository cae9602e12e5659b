/// The loopback server's answer to a request: steps that are played in order.
///
/// The predefined answers cover correct and faulty servers; write any other answer step by step:
///
/// ```swift
/// let answer = LoopbackAnswer([.text("HTTP/1.1 200 OK\r\n"), .hold(gate), .text("Content-Length: 0\r\n\r\n"), .close])
/// ```
///
/// After the last step the connection stays open, unless a step closed it or the request asked for that
/// (`Connection: close`).
public struct LoopbackAnswer: Sendable {
    /// One action of the server.
    public enum Step: Sendable {
        /// Sends bytes unchanged.
        case send([UInt8])
        /// Sends bytes of a body: skipped for a HEAD request.
        case body([UInt8])
        /// Sends bytes of a body repeatedly, without holding them all in memory.
        case repeatedBody([UInt8], times: Int)
        /// Sends chunks as a test adds them, until the test ends the body.
        case streamed(LoopbackBody)
        /// Waits for seconds of the system's clock.
        case delay(Double)
        /// Waits at a gate.
        case hold(Gate)
        /// Closes the connection.
        case close
        /// Resets the connection.
        case reset

        /// Waits without end.
        public static var wait: Step { .hold(Gate()) }

        /// Sends text as UTF-8.
        public static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    /// The steps, in order.
    public var steps: [Step]

    /// Creates an answer from steps.
    public init(_ steps: [Step]) { self.steps = steps }

    /// Returns the same answer, held until `gate` opens.
    public func held(at gate: Gate) -> LoopbackAnswer { LoopbackAnswer([.hold(gate)] + steps) }

    /// Returns the same answer after a delay on the system's clock.
    public func delayed(_ seconds: Double) -> LoopbackAnswer { LoopbackAnswer([.delay(seconds)] + steps) }
}
