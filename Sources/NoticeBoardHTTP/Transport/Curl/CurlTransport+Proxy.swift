#if os(Linux)
    public import Foundation
    import NoticeBoardBase

    extension CurlTransport {
        /// What stands between this machine and the server.
        public enum Proxy: Sendable, Hashable {
            /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say; this machine itself is reached directly.
            case environment
            /// Nothing, whatever the environment says.
            case none
            /// The proxy at this address, for every server, whatever the environment says.
            case address(URL)
        }
    }

    extension CurlTransport.Proxy {
        func checked() throws(NoticeBoardError) -> Self {
            guard case .address(let url) = self else { return self }
            guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
                throw NoticeBoardError(.invalidInput, "The proxy's address has no host.", remedy: .fixInput("proxy"))
            }
            return self
        }
    }
#endif
