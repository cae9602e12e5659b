public import Foundation
public import NoticeBoardHTTP

extension LinkClient {
    /// Everything that differs between one Link service and another.
    public struct Configuration: Sendable {
        /// What every client has: the address, who observes, how often is retried.
        ///
        /// Who is signed in is not set here: a ``LinkSession`` puts itself there.
        public var http: APIClient.Configuration
        /// The product whose posts the client reads and writes; nothing for those of every product.
        public var productID: String?
        /// What becomes of files before they are sent: they are looked at, and pictures lose what cameras write into them.
        public var uploads = LinkUploadRule.cleaned

        /// A configuration of the service at `baseURL`, whose calls carry `key` as their `SesacKey`.
        ///
        /// The service is spoken to in plain http, where anyone on the way reads the tokens: it is refused unless the service
        /// runs on this machine or `allowsPlainHTTP` says that its host may be spoken to so. No other host is allowed by it.
        public init(baseURL: URL, key: String, productID: String? = nil, allowsPlainHTTP: Bool = false) {
            http = APIClient.Configuration(baseURL: baseURL, headers: [.sesacKey: key])
            if allowsPlainHTTP, let host = HTTPOrigin(baseURL)?.host { http.plainHTTPHosts = [host] }
            self.productID = productID
        }
    }
}
