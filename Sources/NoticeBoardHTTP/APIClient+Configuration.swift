public import Foundation
public import NoticeBoardBase

extension APIClient {
    /// Everything that differs between one service, or one environment of it, and another.
    public struct Configuration: Sendable {
        /// The address that every endpoint's path is below.
        public var baseURL: URL
        /// What proves who is asking.
        public var token: AccessToken?
        /// Header fields of every request.
        public var headers: HTTPHeaders
        /// How the client names itself.
        public var userAgent: String
        /// Hosts, other than this machine, that plain http may go to.
        public var plainHTTPHosts: Set<String>
        /// Time-outs, limits and secret headers of the calls that say nothing of their own.
        public var options: HTTPRequest.Options
        /// How many redirects in a row are followed.
        public var redirectLimit: Int
        /// The app's own interceptors, the first one outermost; all stand before the client's.
        public var interceptors: [any HTTPInterceptor]
        /// How answers become values.
        public var decoding: any ResponseDecoding
        /// The language in which errors describe themselves; the user's own when there is none.
        public var language: Language?
        /// What waits and tells the time; a test turns it by hand.
        package var pause = Pause.system

        /// A configuration; what is not given has the value that suits most services.
        public init(
            baseURL: URL,
            token: AccessToken? = nil,
            headers: HTTPHeaders = [:],
            userAgent: String = "NoticeBoard-Swift/0.1",
            plainHTTPHosts: Set<String> = [],
            options: HTTPRequest.Options = HTTPRequest.Options(),
            redirectLimit: Int = 5,
            interceptors: [any HTTPInterceptor] = [],
            decoding: any ResponseDecoding = JSONResponseDecoder(),
            language: Language? = nil
        ) {
            self.baseURL = baseURL
            self.token = token
            self.headers = headers
            self.userAgent = userAgent
            self.plainHTTPHosts = plainHTTPHosts
            self.options = options
            self.redirectLimit = redirectLimit
            self.interceptors = interceptors
            self.decoding = decoding
            self.language = language
        }
    }
}
