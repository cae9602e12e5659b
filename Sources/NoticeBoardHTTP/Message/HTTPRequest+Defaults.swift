extension HTTPRequest {
    /// The options that a client sets for all its calls; a call's own options take precedence.
    ///
    /// ``Options`` has further ones that only a call can set: whether it is authenticated, retried or shared.
    public struct Defaults: Sendable, Hashable {
        /// The maximum seconds for a call, including redirects and retries; `nil` for no limit.
        public var timeout: Double?
        /// The maximum seconds without a byte before a call throws `timedOut`, rounded up to whole seconds; `nil` for 60.
        public var idleTimeout: Double?
        /// The maximum response size in memory, in bytes after decompression; `nil` for 32 MiB.
        public var responseLimit: Int?
        /// The maximum size of a download's file, in bytes; `nil` for no limit.
        public var fileLimit: Int?
        /// Header fields that only the base URL's origin may get, besides `Authorization`, `Cookie` and those of a call.
        public var secretHeaders: Set<HTTPHeaderName>

        /// Creates defaults for the calls of a client.
        public init(
            timeout: Double? = nil,
            idleTimeout: Double? = nil,
            responseLimit: Int? = nil,
            fileLimit: Int? = nil,
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
    /// Uses `defaults` for options not set, and adds their secret headers.
    mutating func fill(from defaults: HTTPRequest.Defaults) {
        timeout = timeout ?? defaults.timeout
        idleTimeout = idleTimeout ?? defaults.idleTimeout
        responseLimit = responseLimit ?? defaults.responseLimit
        fileLimit = fileLimit ?? defaults.fileLimit
        secretHeaders.formUnion(defaults.secretHeaders)
    }
}
