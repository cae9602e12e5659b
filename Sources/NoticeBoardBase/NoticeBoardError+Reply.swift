public import Foundation

extension NoticeBoardError {
    /// What the server answered to a call that failed.
    ///
    /// Headers and body are kept for the program. They may hold what is secret, so no description or dump shows them.
    public struct Reply: Sendable, Hashable {
        /// The status.
        public var status: Int
        /// The header fields in the order received, names as the server wrote them.
        public var headers: [Header]
        /// The body as it came.
        public var body: Data
        /// What the body says in words, when it is JSON that does.
        public var message: String?
        /// How the client that got the reply reads JSON.
        package var json: Coding?

        /// A `JSONCoding`, which this module does not know; two are always equal.
        package struct Coding: Sendable, Hashable {
            package let value: any Sendable
            package init(_ value: any Sendable) { self.value = value }
            package static func == (left: Self, right: Self) -> Bool { true }
            package func hash(into hasher: inout Hasher) {}
        }

        /// One header field.
        public struct Header: Sendable, Hashable {
            /// The field's name.
            public var name: String
            /// The field's value.
            public var value: String

            /// A header field.
            public init(name: String, value: String) {
                self.name = name
                self.value = value
            }
        }

        /// A server's answer.
        public init(status: Int, headers: [Header] = [], body: Data = Data(), message: String? = nil) {
            self.status = status
            self.headers = headers
            self.body = body
            self.message = message
        }
    }

    /// One time that a call was sent.
    public struct Attempt: Sendable, Hashable {
        /// The status that came back, if one did.
        public var status: Int?
        /// How the attempt failed, if it did without a status.
        public var cause: Code?
        /// How many seconds were waited before it.
        public var delay: Double

        /// An attempt.
        public init(status: Int? = nil, cause: Code? = nil, delay: Double = 0) {
            self.status = status
            self.cause = cause
            self.delay = delay
        }
    }
}

extension NoticeBoardError.Reply: Redacted {
    /// The status and how much came with it.
    public var description: String { "status \(status), \(headers.count) headers, \(body.count) bytes" }
}

extension NoticeBoardError.Reply.Header: Redacted {
    /// The name alone.
    public var description: String { "\(name): …" }
}
