public import Foundation
public import NoticeBoardBase

extension APIClient {
    /// The settings that differ between services, or between environments of one service.
    public struct Configuration: Sendable {
        /// The URL that the paths of all endpoints are relative to.
        public var baseURL: URL
        /// Authenticates the calls: a ``TokenSession``, a ``TokenSource``, or a signer of the app's own.
        ///
        /// It runs outside of the retries, so that a call is renewed and replayed at most once, however often it is retried. Put
        /// values that change with each attempt, such as a signature with a nonce, into ``perAttemptInterceptors``.
        public var authorization: (any HTTPInterceptor)?
        /// Header fields of every request.
        public var headers: HTTPHeaders
        /// The `User-Agent`, by default with the app's name and version: `Notes/2.1 (iOS 18.2) NoticeBoard/0.1`.
        public var userAgent = UserAgent.app
        /// Remote hosts that plain http is allowed for.
        public var plainHTTPHosts: Set<String> = []
        /// Timeouts, limits and secret headers of calls that set none.
        public var defaults: HTTPRequest.Defaults
        /// The maximum number of redirects in a row.
        public var redirectLimit = 5
        /// When a call is sent again.
        public var retry: RetryPolicy
        /// The most requests that the client, and those made from it, send in a period; `nil` for no limit of its own.
        public var rateLimit: RateLimit?
        /// Tells when the network returns, so that calls that wait for it, and event streams between two connections, go on at once.
        ///
        /// `nil` is `SystemNetwork.shared` for calls that wait, by ``RetryPolicy/waitsForNetwork``, and nothing otherwise.
        public var network: (any NetworkStatus)?
        /// Receive the events of calls: a log, metrics, a bug report.
        public var loggers: [any HTTPLogger]
        /// The app's own interceptors, outermost first: inside the timeout, outside everything else that the client does.
        public var interceptors: [any HTTPInterceptor] = []
        /// The app's own interceptors that run for each attempt, inside the retries: for signing and tracing.
        ///
        /// With any of them, ``HTTPRequest/Options/joinsEqualRequests`` has no effect: it is unknown whose response would be shared.
        public var perAttemptInterceptors: [any HTTPInterceptor] = []
        /// Caches responses and loads only changed ones; `nil` loads every response in full.
        ///
        /// Like sharing, it has no effect with ``perAttemptInterceptors``.
        public var cache: HTTPCache?
        /// Maps a response with a status that the call does not accept to the service's own error: decode its error body here,
        /// and set the error's code, remedy or message.
        ///
        /// ```swift
        /// configuration.mapError = { response, error in
        ///     guard let own = error.reply?.value(FormError.self) else { return }
        ///     error.reply?.message = own.words
        ///     error.remedy = .fixInput(Remedy.Input(own.field))
        /// }
        /// ```
        public var mapError: (@Sendable (HTTPResponse, inout NoticeBoardError) -> Void)?
        /// The JSON format of requests and responses: dates, keys, and any option of Foundation's encoder and decoder.
        public var json = JSONCoding()
        /// Decodes responses that are not JSON.
        public var decoding: (any ResponseDecoding)?
        /// The language of `localizedDescription` of errors; `nil` uses `Language.preferred`.
        public var language: Language?
        /// The clock of retries and timeouts; tests replace it.
        public var time = TimeSource.system
        /// The network that is watched, if any.
        var watchedNetwork: (any NetworkStatus)? { network ?? (retry.waitsForNetwork > 0 ? SystemNetwork.shared : nil) }
        /// A random number in 0...1, for the length of waits; tests seed it.
        package var random: @Sendable () -> Double = { .random(in: 0...1) }

        /// Creates a configuration whose calls send `token`; defaults suit most services.
        public init(
            baseURL: URL,
            token: AccessToken? = nil,
            headers: HTTPHeaders = [:],
            defaults: HTTPRequest.Defaults = HTTPRequest.Defaults(),
            retry: RetryPolicy = .standard,
            loggers: [any HTTPLogger] = []
        ) {
            self.init(
                baseURL: baseURL, authorization: token, headers: headers, defaults: defaults, retry: retry, loggers: loggers)
        }

        /// Creates a configuration with a session, a source of tokens or a signer; `nil` authenticates no call.
        public init(
            baseURL: URL,
            authorization: (any HTTPInterceptor)?,
            headers: HTTPHeaders = [:],
            defaults: HTTPRequest.Defaults = HTTPRequest.Defaults(),
            retry: RetryPolicy = .standard,
            loggers: [any HTTPLogger] = []
        ) {
            self.baseURL = baseURL
            self.authorization = authorization
            self.headers = headers
            self.defaults = defaults
            self.retry = retry
            self.loggers = loggers
        }
    }
}
