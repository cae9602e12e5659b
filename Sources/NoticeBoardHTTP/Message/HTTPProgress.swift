/// Receives the progress of a call, for a progress bar: its upload, then its download.
///
/// Compared by identity: a copy of a request reports to the same bar.
public final class HTTPProgress: Sendable, Hashable {
    /// The progress of a call.
    public struct Update: Sendable, Hashable {
        /// The bytes of the request's body that have been sent.
        public var sent: Int
        /// The bytes to send, if known.
        public var toSend: Int?
        /// The bytes of the response's body that have arrived.
        public var received: Int
        /// The bytes to receive, if the server named them and the body is not compressed.
        public var toReceive: Int?

        /// Creates an update.
        public init(sent: Int = 0, toSend: Int? = nil, received: Int = 0, toReceive: Int? = nil) {
            self.sent = sent
            self.toSend = toSend
            self.received = received
            self.toReceive = toReceive
        }
    }

    private let handler: @Sendable (Update) -> Void

    /// Creates a progress that calls `handler` on any thread, in order, one call at a time.
    ///
    /// The handler must return quickly: on Linux it runs on the transport's only thread and delays all other calls. A redirect or
    /// a retry starts again at zero bytes sent.
    public init(_ handler: @escaping @Sendable (Update) -> Void) { self.handler = handler }

    /// Reports progress to the handler.
    ///
    /// Called by transports.
    public func report(_ update: Update) { handler(update) }

    /// Whether both are the same instance.
    public static func == (left: HTTPProgress, right: HTTPProgress) -> Bool { left === right }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
