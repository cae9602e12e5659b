#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardCurl

    /// The settings that all requests of a transport share.
    struct CurlSettings: Sendable {
        let trust: HTTPTrust
        /// The proxy of every server; `nil` uses the environment's.
        let proxy: URL?
        let connectionsPerHost: Int
        var allowsHTTP2 = false
        let now: @Sendable () -> Double
        /// Whether the transfers are streams, which have their own thread and multi handle.
        ///
        /// A multi handle's connection limit counts all its transfers: sixteen idle streams would make every call wait.
        var isStreaming = false
    }

    /// The functions of libcurl.
    var curl: noticeboard_curl { unsafe noticeboard_curl().pointee }

    /// The system's libcurl, found at run time: the one that FoundationNetworking has loaded, or `libcurl.so.4`.
    enum CurlLibrary {
        /// The minimum version: in older ones, a slow name lookup blocks all transfers that end during it.
        static let leastVersion: UInt32 = 0x075700

        /// Finds libcurl; throws if it is missing or too old, or cannot use the certificates of `trust`.
        static func open(for trust: HTTPTrust) throws(NoticeBoardError) {
            let library = unsafe noticeboard_curl_open()
            let version = unsafe library?.pointee.version_num ?? 0
            guard version >= Self.leastVersion else {
                let found = unsafe library?.pointee.version.map { unsafe "the one that is there is \(String(cString: $0))" }
                throw NoticeBoardError(
                    .unreachable, "libcurl 7.87 or newer is needed, and \(found ?? "none was found").",
                    remedy: .contactAdministrator)
            }
            let tls = unsafe library?.pointee.ssl_version.map { unsafe String(cString: $0) } ?? "none"
            // libcurl with other TLS libraries accepts the option and ignores it.
            guard trust.clientCertificates.isEmpty || tls.utf8.starts(with: "OpenSSL/".utf8) else {
                throw NoticeBoardError(
                    invalid: "clientCertificates",
                    "This system's libcurl uses \(tls), which takes no PKCS#12 certificate from memory.")
            }
        }
    }

    /// Transfer options, by libcurl's own numbers, which never change.
    enum CurlOption: Int32 {
        // Numbers and switches.
        case noBody = 44
        case upload = 46
        case freshConnect = 74
        case noProgress = 43
        case tlsVersion = 32
        case httpVersion = 84
        case bufferSize = 98
        case noSignal = 99
        case connectTimeout = 156
        case keepAlive = 213
        case waitForContinue = 227
        case headersForProxyApart = 229
        case pathAsIs = 234
        case waitForSharedConnection = 237
        case silentTunnel = 265
        case refuseUserInAddress = 278
        case quickExit = 322
        // Texts and other pointers.
        case address = 10002
        case proxy = 10004
        case errorText = 10010
        case header = 10023
        case method = 10036
        case authorities = 10065
        case authorityFolder = 10097
        case share = 10100
        case acceptedCodings = 10102
        case proxyExceptions = 10177
        case keyPassword = 10026
        case certificateType = 10086
        case pins = 10230
        case protocols = 10318
        // Bytes.
        case certificate = 40291
        // Sizes.
        case uploadLength = 30115
    }

    /// Options of a multi handle.
    enum CurlMultiOption: Int32 {
        case idleConnections = 6
        case connectionsPerHost = 7
    }

    /// The version of HTTP to use, or that was used.
    enum CurlHTTPVersion: Int {
        case http11 = 2
        case http2 = 3
        case http2OverTLS = 4
    }

    /// The oldest version of TLS to use.
    enum CurlTLSVersion: Int {
        case tls12OrLater = 6
    }

    /// What a callback answers in place of a number of bytes.
    enum CurlAnswer: Int {
        case abortUpload = 0x1000_0000
        case pause = 0x1000_0001
    }

    /// What a message of a multi handle is about.
    enum CurlMessageKind: Int32 {
        case ended = 1
    }

    /// Sizes in bytes, and times in microseconds since the transfer began.
    enum CurlSize: Int32 {
        case bodyBytesSent = 0x600007
        case bodyBytesReceived = 0x600008
        case total = 0x600032
        case nameFound = 0x600033
        case connected = 0x600034
        case readyToSend = 0x600035
        case firstByte = 0x600036
        case secured = 0x600038
    }

    /// Information about an ended transfer.
    enum CurlInfo: Int32 {
        case systemError = 0x200019
        case tunnelStatus = 0x200016
        case httpVersion = 0x20002E
        case responseHeaderBytes = 0x20000B
        case requestHeaderBytes = 0x20000C
        case newConnections = 0x20001A
    }
#endif
