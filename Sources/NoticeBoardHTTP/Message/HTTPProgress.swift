/// Hears how far a call has come, for a progress bar: its upload, then its download.
///
/// Two are equal when they are the same one: a copy of a request reports to the same bar.
public final class HTTPProgress: Sendable {
    /// How far a call has come.
    public struct Update: Sendable, Hashable {
        /// Bytes of the request's body that have been sent.
        public var sent: Int
        /// How many there are to send, when that is known.
        public var toSend: Int?
        /// Bytes of the answer's body that have arrived.
        public var received: Int
        /// How many are to arrive, when the server said so and does not compress them.
        public var toReceive: Int?

        /// An update.
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
    /// The handler must return quickly: on Linux it runs on the one thread of the transport, and delays all other calls.
    /// A redirect or a retry begins again at nothing sent.
    public init(_ handler: @escaping @Sendable (Update) -> Void) { self.handler = handler }

    /// Tells how far the call has come.
    ///
    /// Transports call it.
    public func report(_ update: Update) { handler(update) }
}

extension HTTPProgress: Hashable {
    /// Whether both are the same one.
    public static func == (left: HTTPProgress, right: HTTPProgress) -> Bool { left === right }
    /// Hashes which one it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
