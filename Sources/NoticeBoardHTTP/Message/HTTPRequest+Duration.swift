import NoticeBoardBase

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
extension HTTPRequest.Options {
    /// Creates options with a timeout for the whole call: `HTTPRequest.Options(timeout: .seconds(20))`.
    public init(
        authorization: Authorization = .required,
        retries: Retries = .ifIdempotent,
        timeout: Duration,
        idleTimeout: Duration? = nil,
        responseLimit: Int? = nil,
        progress: HTTPProgress? = nil
    ) {
        self.init(
            authorization: authorization, retries: retries, timeout: timeout.inSeconds, idleTimeout: idleTimeout?.inSeconds,
            responseLimit: responseLimit, progress: progress)
    }

    /// Creates options with a timeout for the time without a byte: `HTTPRequest.Options(idleTimeout: .seconds(20))`.
    public init(
        authorization: Authorization = .required,
        retries: Retries = .ifIdempotent,
        idleTimeout: Duration,
        responseLimit: Int? = nil,
        progress: HTTPProgress? = nil
    ) {
        self.init(
            authorization: authorization, retries: retries, idleTimeout: idleTimeout.inSeconds, responseLimit: responseLimit,
            progress: progress)
    }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
extension HTTPRequest.Defaults {
    /// Creates defaults with a timeout for each call: `HTTPRequest.Defaults(timeout: .seconds(20))`.
    public init(
        timeout: Duration,
        idleTimeout: Duration? = nil,
        responseLimit: Int? = nil,
        fileLimit: Int? = nil,
        secretHeaders: Set<HTTPHeaderName> = []
    ) {
        self.init(
            timeout: timeout.inSeconds, idleTimeout: idleTimeout?.inSeconds, responseLimit: responseLimit, fileLimit: fileLimit,
            secretHeaders: secretHeaders)
    }
}
