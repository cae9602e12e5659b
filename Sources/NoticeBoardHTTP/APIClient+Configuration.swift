public import Foundation
public import NoticeBoardBase

extension APIClient {
    /// Everything that differs between one service, or one environment of it, and another.
    public struct Configuration: Sendable {
        /// The address that every endpoint's path is below.
        public var baseURL: URL
        /// What proves who is asking: a ``TokenSession``, an ``AuthorizationInterceptor``, or a signer of the app's own.
        ///
        /// It stands outside of the retries, so that each call is renewed and replayed once at most, however often it is
        /// retried; what must be made anew for each attempt, such as a signature with a nonce, belongs into
        /// ``attemptInterceptors``.
        public var authorization: (any HTTPInterceptor)?
        /// Header fields of every request.
        public var headers: HTTPHeaders
        /// How the client names itself, by default with the app's name and version: `Notes/2.1 (iOS 18.2) NoticeBoard/0.1`.
        public var userAgent = UserAgent.app
        /// Hosts, other than this machine, that plain http may go to.
        public var plainHTTPHosts: Set<String> = []
        /// Time-outs, limits and secret headers of the calls that say nothing of their own.
        public var defaults: HTTPRequest.Defaults
        /// How many redirects in a row are followed.
        public var redirectLimit = 5
        /// When a call is sent again.
        public var retry: RetryPolicy
        /// What receives the calls' events: a log, a measurement, a bug report.
        public var loggers: [any HTTPLogger]
        /// The app's own interceptors, the first one outermost; inside the timeout, outside of everything that the client does.
        public var interceptors: [any HTTPInterceptor] = []
        /// The app's own interceptors that see each attempt by itself, inside of the retries, where signing and tracing belong.
        ///
        /// With any, ``HTTPRequest/Options/isShared`` has no effect: it is not known whose answer would be shared.
        public var attemptInterceptors: [any HTTPInterceptor] = []
        /// What is asked for only if it has changed; nothing to ask for everything anew.
        ///
        /// With any ``attemptInterceptors`` it has no effect, as sharing has none.
        public var conditional: ConditionalRequests?
        /// Explains an answer whose status the call does not accept, in the service's own terms: the place to read an error body
        /// of its own, and to give the error a code, a remedy or words.
        ///
        /// ```swift
        /// configuration.mapError = { response, error in
        ///     guard let own = error.reply?.value(FormError.self) else { return }
        ///     error.reply?.message = own.words
        ///     error.remedy = .fixInput(Remedy.Input(own.field))
        /// }
        /// ```
        public var mapError: (@Sendable (HTTPResponse, inout NoticeBoardError) -> Void)?
        /// How JSON is written and read: dates, keys, and whatever else Foundation's encoder and decoder can be told.
        public var json = JSONCoding()
        /// How answers become values, where they are no JSON.
        public var decoding: (any ResponseDecoding)?
        /// The language of `localizedDescription` of errors; `nil` uses `Language.preferred`.
        public var language: Language?
        /// What waits between retries and tells when a timeout passes; a test turns it by hand.
        public var time = TimeSource.system
        /// What draws the length of a wait from 0 to 1; a test gives a seeded one.
        package var random: @Sendable () -> Double = { .random(in: 0...1) }

        /// Creates a configuration; what is not given has the value that suits most services.
        ///
        /// A `token` is short for an ``AuthorizationInterceptor`` with it, where there is no `authorization`.
        public init(
            baseURL: URL,
            token: AccessToken? = nil,
            authorization: (any HTTPInterceptor)? = nil,
            headers: HTTPHeaders = [:],
            defaults: HTTPRequest.Defaults = HTTPRequest.Defaults(),
            retry: RetryPolicy = .standard,
            loggers: [any HTTPLogger] = []
        ) {
            self.baseURL = baseURL
            self.authorization = authorization ?? token.map { AuthorizationInterceptor($0) }
            self.headers = headers
            self.defaults = defaults
            self.retry = retry
            self.loggers = loggers
        }
    }
}
