#if os(Linux)
    import Foundation
    import NoticeBoardBase

    /// What every request of a transport has in common.
    struct CurlSettings: Sendable {
        let library: CurlLibrary
        let trust: HTTPTrust
        let proxy: CurlTransport.Proxy
        let connectionsPerHost: Int
        var allowsHTTP2 = false
        let headerLimit: Int
        let now: @Sendable () -> Double
        /// Whether the transfers are streams, which have a thread and a multi handle of their own.
        ///
        /// A multi handle's limit of connections counts all of its transfers: sixteen idle streams would make every call wait.
        var isStreaming = false

        /// The keys of a host as libcurl takes them; nothing where none were named.
        func pins(for origin: HTTPOrigin) -> String? {
            trust.pins[origin.host].map { pins in pins.sorted().map { "sha256//\($0)" }.joined(separator: ";") }
        }

        /// The proxy of a request as libcurl takes it: nothing lets the environment decide, an empty text means none.
        ///
        /// What goes to this machine goes there directly, whatever the environment says.
        func proxyAddress(for origin: HTTPOrigin) -> String? {
            switch proxy {
            case .address(let url): url.absoluteString
            case .environment where !origin.isThisMachine: nil
            case .environment, .none: ""
            }
        }
    }
#endif
