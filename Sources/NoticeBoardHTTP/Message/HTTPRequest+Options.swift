import Foundation

extension HTTPRequest {
    /// What an endpoint says of its call beyond its bytes.
    ///
    /// `nil` uses the client's configuration.
    public struct Options: Sendable, Hashable {
        /// Whether the call proves who is asking (authentication).
        public var authorization: Authorization
        /// Whether the call may be sent a second time when the first one failed.
        public var retries: Retries
        /// Whether equal calls at the same time are sent once, for all of them.
        public var isShared: Bool
        /// Whether a redirect (307, 308) may take the body to another origin, which then reads it.
        public var sendsBodyAcrossOrigins: Bool
        /// How many seconds the whole call may take, with every redirect and retry.
        public var timeout: Double?
        /// The seconds that may pass without a byte before the call throws `timedOut`, rounded up to whole seconds.
        public var idleTimeout: Double?
        /// The largest answer in bytes, after decompression, that is taken; of a download, the largest file.
        public var responseLimit: Int?
        /// The largest answer that is kept in a file, where that is another one.
        var fileLimit: Int?
        /// Header fields that only the origin of the base URL may see, beyond `Authorization` and `Cookie`.
        public var secretHeaders: Set<HTTPHeaderName>
        /// Who hears how far the call has come.
        public var progress: HTTPProgress?

        /// Whether a call proves who is asking.
        public enum Authorization: Sendable, Hashable {
            /// It does, and nothing is sent while no account is signed in to a ``TokenSession``.
            case required
            /// It does if an account is signed in, and goes without proof otherwise.
            case ifSignedIn
            /// It does not.
            case anonymous
        }

        /// Whether a call may be sent a second time when the first one failed.
        public enum Retries: Sendable, Hashable {
            /// When its method is idempotent, or when it carries an `Idempotency-Key`.
            case ifIdempotent
            /// Always: twice has the effect of once.
            case always
            /// Never: twice is not once, whatever its method says.
            case never
        }

        /// Options; what is not given is as the client's configuration says.
        public init(
            authorization: Authorization = .required,
            retries: Retries = .ifIdempotent,
            isShared: Bool = false,
            sendsBodyAcrossOrigins: Bool = false,
            timeout: Double? = nil,
            idleTimeout: Double? = nil,
            responseLimit: Int? = nil,
            secretHeaders: Set<HTTPHeaderName> = [],
            progress: HTTPProgress? = nil
        ) {
            self.authorization = authorization
            self.retries = retries
            self.isShared = isShared
            self.sendsBodyAcrossOrigins = sendsBodyAcrossOrigins
            self.timeout = timeout
            self.idleTimeout = idleTimeout
            self.responseLimit = responseLimit
            self.secretHeaders = secretHeaders
            self.progress = progress
        }
    }

    /// What a client says for all calls that say nothing of their own.
    public struct Defaults: Sendable, Hashable {
        /// How many seconds a whole call may take, with every redirect and retry; nothing for as long as it takes.
        public var timeout: Double?
        /// The seconds that may pass without a byte before a call throws `timedOut`, rounded up to whole seconds.
        public var idleTimeout: Double
        /// The largest answer in bytes, after decompression, that is taken into memory.
        public var responseLimit: Int
        /// The largest answer in bytes, after decompression, that is kept in a file.
        public var fileLimit: Int
        /// Header fields that only the origin of the base URL may see, beyond `Authorization` and `Cookie`.
        public var secretHeaders: Set<HTTPHeaderName>

        /// Defaults; what is not given suits most services: no timeout, 60 s, 32 MiB in memory, any file.
        public init(
            timeout: Double? = nil, idleTimeout: Double = 60, responseLimit: Int = 32 << 20, fileLimit: Int = .max,
            secretHeaders: Set<HTTPHeaderName> = []
        ) {
            self.timeout = timeout
            self.idleTimeout = idleTimeout
            self.responseLimit = responseLimit
            self.fileLimit = fileLimit
            self.secretHeaders = secretHeaders
        }
    }
}

extension HTTPRequest.Options {
    /// Takes over from `defaults` what is not said here.
    mutating func fill(from defaults: HTTPRequest.Defaults) {
        timeout = timeout ?? defaults.timeout
        idleTimeout = idleTimeout ?? defaults.idleTimeout
        responseLimit = responseLimit ?? defaults.responseLimit
        if secretHeaders.isEmpty {
            secretHeaders = defaults.secretHeaders
        } else {
            secretHeaders.formUnion(defaults.secretHeaders)
        }
    }
}

extension HTTPRequest {
    /// The maximum response size to buffer, in bytes; transports must enforce it.
    public var responseLimit: Int { options.responseLimit ?? Defaults().responseLimit }
    /// The largest answer in bytes that is put into the ``destination``: what a transport holds itself to that does that.
    public var fileLimit: Int { options.fileLimit ?? responseLimit }

    /// Whether the body of an answer with `status` is kept in the ``destination``, and how large it may be where it is kept.
    func place(for status: HTTPStatus) -> (file: URL?, limit: Int) {
        guard let destination, status.isSuccess else { return (nil, responseLimit) }
        return (destination, fileLimit)
    }

    /// The idle timeout that a transport waits: whole seconds, from 1 to 10⁹.
    ///
    /// FoundationNetworking cuts timeouts to whole seconds, fails at once below one, and traps on a number that no integer holds.
    public var idleTimeout: Double {
        let wanted = options.idleTimeout ?? Defaults().idleTimeout
        return wanted.isNaN ? Defaults().idleTimeout : min(max(wanted.rounded(.up), 1), 1e9)
    }
}
