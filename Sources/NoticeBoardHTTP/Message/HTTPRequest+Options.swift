public import Foundation

extension HTTPRequest {
    /// What a call is, for whoever handles it on its way.
    ///
    /// What is nothing is as the client's configuration says.
    public struct Options: Sendable, Hashable {
        /// The call as a template that is safe to log: `boards/{}/posts`.
        public var label: String
        /// Tells this call from others in logs and errors; the client gives each call its own.
        public var requestID: String
        /// Whether the call proves who is asking.
        public var requiresAuthorization: Bool
        /// Whether the call may be sent a second time when the first one failed.
        public var repeating: Repeating
        /// Whether equal calls at the same time are sent once, for all of them.
        public var isShared: Bool
        /// How many seconds the whole call may take, with every redirect and retry.
        public var deadline: Double?
        /// How many seconds may pass without a byte before the call is given up; counted in whole seconds on Linux.
        public var idleTimeout: Double?
        /// The largest answer in bytes, after decompression, that is taken.
        public var responseLimit: Int?
        /// Header fields that only the origin of the base URL may see, beyond `Authorization` and `Cookie`.
        public var secretHeaders: Set<HTTPHeaderName>
        /// Where a successful answer's body is to be kept, instead of in memory.
        public var destination: URL?
        /// Who hears how far the call has come.
        public var progress: HTTPProgress?
        /// Who hears what becomes of the call.
        package var observation: Observation?
        /// When the deadline passes, by the clock of the client.
        package var due: Double?
        /// What the error of the deadline is to tell of.
        package var trail: AttemptTrail?

        /// Whether a call may be sent a second time when the first one failed.
        public enum Repeating: Sendable, Hashable {
            /// When its method is idempotent, or when it carries an `Idempotency-Key`.
            case byMethod
            /// Always: twice has the effect of once.
            case always
            /// Never: twice is not once, whatever its method says.
            case never
        }

        /// Options; what is not given is as the client's configuration says.
        public init(
            label: String = "",
            requestID: String = "",
            requiresAuthorization: Bool = false,
            repeating: Repeating = .byMethod,
            isShared: Bool = false,
            deadline: Double? = nil,
            idleTimeout: Double? = nil,
            responseLimit: Int? = nil,
            secretHeaders: Set<HTTPHeaderName> = [],
            destination: URL? = nil,
            progress: HTTPProgress? = nil
        ) {
            self.label = label
            self.requestID = requestID
            self.requiresAuthorization = requiresAuthorization
            self.repeating = repeating
            self.isShared = isShared
            self.deadline = deadline
            self.idleTimeout = idleTimeout
            self.responseLimit = responseLimit
            self.secretHeaders = secretHeaders
            self.destination = destination
            self.progress = progress
        }
    }
}

extension HTTPRequest.Options {
    /// What is taken when neither the call nor the client says anything else: 32 MiB.
    package static let usualResponseLimit = 32 << 20
    /// What is waited for when neither the call nor the client says anything else.
    package static let usualIdleTimeout = 60.0

    /// Takes over from `defaults` what is not said here.
    mutating func fill(from defaults: HTTPRequest.Options) {
        deadline = deadline ?? defaults.deadline
        idleTimeout = idleTimeout ?? defaults.idleTimeout
        responseLimit = responseLimit ?? defaults.responseLimit
        if secretHeaders.isEmpty {
            secretHeaders = defaults.secretHeaders
        } else {
            secretHeaders.formUnion(defaults.secretHeaders)
        }
    }
}
