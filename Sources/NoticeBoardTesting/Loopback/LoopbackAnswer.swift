/// What the loopback server does once it has a request: steps, played one after the other.
///
/// The ready-made answers cover a server's right and wrong behaviour; whatever they do not cover is written by hand:
///
/// ```swift
/// let answer = LoopbackAnswer([.text("HTTP/1.1 200 OK\r\n"), .hold(gate), .text("Content-Length: 0\r\n\r\n"), .close])
/// ```
///
/// After the last step the connection stays open for the next request, unless a step ended it or the request asked for the
/// end (`Connection: close`).
public struct LoopbackAnswer: Sendable {
    /// One thing that the server does.
    public enum Step: Sendable {
        /// Sends bytes as they are.
        case send([UInt8])
        /// Sends bytes that belong to a body: left out where the request was a HEAD.
        case body([UInt8])
        /// Sends bytes that belong to a body so many times over, without holding them all in memory.
        case repeatedBody([UInt8], times: Int)
        /// Sends a body in chunks as a test adds them, until the test ends it.
        case pieces(LoopbackBody)
        /// Waits so many seconds of the system's clock.
        case pause(Double)
        /// Arrives at a gate and waits there.
        case hold(Gate)
        /// Never goes on.
        case wait
        /// Ends the connection in order.
        case close
        /// Ends the connection with a reset.
        case reset

        /// Sends a text's UTF-8.
        public static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    /// What is done, in order.
    public var steps: [Step]

    /// An answer of these steps.
    public init(_ steps: [Step]) { self.steps = steps }

    /// The same answer, held back at `gate` until the gate opens.
    public func held(at gate: Gate) -> LoopbackAnswer { LoopbackAnswer([.hold(gate)] + steps) }

    /// The same answer, after so many seconds of the system's clock.
    public func delayed(_ seconds: Double) -> LoopbackAnswer { LoopbackAnswer([.pause(seconds)] + steps) }

    /// The same answer after interim ones (1xx), one for each status.
    public func preceded(by interim: Int...) -> LoopbackAnswer {
        LoopbackAnswer(interim.map { .text("HTTP/1.1 \($0) \(ReasonPhrase.text($0))\r\n\r\n") } + steps)
    }
}
