public import Foundation

extension NoticeBoardError {
    /// The server's response to a call that failed.
    ///
    /// Headers and body are for the program only. They may hold secrets, so no description or dump shows them.
    public struct Reply: Sendable, Hashable, Redacted {
        /// The HTTP status.
        public var status: Int
        /// The header fields in the order received, names as the server wrote them.
        public var headers: [Header]
        /// The body as received.
        public var body: Data
        /// The message in the body, if it is JSON that has one.
        public var message: String?
        /// The JSON coding of the client that got the reply.
        package var json: Coding?

        /// A `JSONCoding`, a type that this module can't see.
        package typealias Coding = Uncompared<any Sendable>

        /// One header field.
        public struct Header: Sendable, Hashable, Redacted {
            /// The field's name.
            public var name: String
            /// The field's value.
            public var value: String

            /// Creates a header field.
            public init(name: String, value: String) { (self.name, self.value) = (name, value) }

            /// Only the name.
            public var description: String { "\(name): …" }
        }

        /// Creates a reply.
        public init(status: Int, headers: [Header] = [], body: Data = Data(), message: String? = nil) {
            self.status = status
            self.headers = headers
            self.body = body
            self.message = message
        }

        /// The status, and the size of the rest.
        public var description: String { "status \(status), \(headers.count) headers, \(body.count) bytes" }
    }

    /// One attempt to send a call.
    public struct Attempt: Sendable, Hashable {
        /// The response's status, if one arrived.
        public var status: Int?
        /// Why the attempt failed without a status.
        public var cause: Code?
        /// The delay before the attempt, in seconds.
        public var delay: Double
        /// Whether a redirect answered the request, so that what failed is only the request for the result.
        package var isAnswered = false

        /// Creates an attempt.
        public init(status: Int? = nil, cause: Code? = nil, delay: Double = 0) {
            self.status = status
            self.cause = cause
            self.delay = delay
        }
    }
}
