import Foundation

extension HTTPRequest {
    /// The options of a call, apart from its content.
    ///
    /// `nil` uses the client's ``Defaults``, or else: no timeout, 60 s idle, 32 MiB in memory, files of any size.
    public struct Options: Sendable, Hashable {
        /// Whether the call is authenticated.
        public var authorization: Authorization
        /// Whether the call may be retried after a failure.
        public var retries: Retries
        /// Whether concurrent equal calls share one request.
        public var joinsEqualRequests = false
        /// Whether a redirect (307, 308) may send the body to another origin.
        public var sendsBodyAcrossOrigins = false
        /// The maximum seconds for the call, including redirects and retries.
        public var timeout: Double?
        /// The maximum seconds without a byte before the call throws `timedOut`, rounded up to whole seconds.
        public var idleTimeout: Double?
        /// The maximum response size in memory, in bytes after decompression.
        public var responseLimit: Int?
        /// The maximum size of a download's file, in bytes.
        public var fileLimit: Int?
        /// Header fields that only the base URL's origin may get, besides `Authorization` and `Cookie`.
        public var secretHeaders: Set<HTTPHeaderName> = []
        /// Whether ``HTTPRequest/curl`` hides the body, which holds a password or a token.
        ///
        /// The body of a call without authentication, which may sign in, is hidden in any case.
        public var hasSecretBody = false
        /// Receives the call's progress.
        public var progress: HTTPProgress?

        /// Whether a call is authenticated.
        public enum Authorization: Sendable, Hashable {
            /// Authenticated; throws without sending while no account is signed in to a ``TokenSession``.
            case required
            /// Authenticated if an account is signed in, otherwise anonymous.
            case ifSignedIn
            /// Not authenticated.
            case anonymous
        }

        /// Whether a call may be retried after a failure.
        public enum Retries: Sendable, Hashable {
            /// If the method is idempotent or the call has an `Idempotency-Key`.
            case ifIdempotent
            /// Always: repeating the call does no harm.
            case always
            /// Never, even if the method is idempotent.
            case never
        }

        /// Creates options; those not given use the client's configuration, and further ones are set afterwards.
        public init(
            authorization: Authorization = .required,
            retries: Retries = .ifIdempotent,
            timeout: Double? = nil,
            idleTimeout: Double? = nil,
            responseLimit: Int? = nil,
            progress: HTTPProgress? = nil
        ) {
            self.authorization = authorization
            self.retries = retries
            self.progress = progress
            self.timeout = timeout
            self.idleTimeout = idleTimeout
            self.responseLimit = responseLimit
        }
    }

    /// The maximum response size to buffer, in bytes; transports must enforce it.
    public var responseLimit: Int { options.responseLimit ?? 32 << 20 }
    /// The maximum size to write to ``destination``, in bytes; transports that write there must enforce it.
    public var fileLimit: Int { options.fileLimit ?? .max }

    /// The idle timeout for transports: whole seconds, from 1 to 10⁹.
    ///
    /// FoundationNetworking truncates to whole seconds, fails at once below one, and traps on numbers that no integer holds.
    public var idleTimeout: Double {
        let wanted = options.idleTimeout ?? Self.usualIdleTimeout
        return wanted.isNaN ? Self.usualIdleTimeout : min(max(wanted.rounded(.up), 1), 1e9)
    }

    static let usualIdleTimeout = 60.0
}
