#if os(Linux)
    /// How a transfer ended, by libcurl's own numbers and names, which never change.
    enum CurlCode: Int32 {
        case ok = 0
        case unsupportedProtocol = 1
        case malformedAddress = 3
        case cannotResolveProxy = 5
        case cannotResolveHost = 6
        case cannotConnect = 7
        case weirdServerReply = 8
        case http2Framing = 16
        case partialFile = 18
        case writeError = 23
        case outOfMemory = 27
        case timedOut = 28
        case tlsHandshake = 35
        case badFunctionArgument = 43
        case sendError = 55
        case receiveError = 56
        case clientCertificate = 58
        case tlsCipher = 59
        case untrustedCertificate = 60
        case badContentEncoding = 61
        case cannotRewind = 65
        case certificateAuthorities = 77
        case revocationList = 82
        case certificateIssuer = 83
        case pinnedKey = 90
        case certificateStatus = 91
        case http2Stream = 92
        case proxyHandshake = 97
        case clientCertificateRequired = 98
        case tooLarge = 100
        /// A number without a meaning of its own here.
        case other = -1

        /// Creates the code with one of libcurl's numbers, of which newer versions have more.
        init(number: Int32) { self = CurlCode(rawValue: number) ?? .other }

        /// Whether the connection ended while the request was being sent, which says nothing about a response that came before.
        var isOfLostConnection: Bool {
            switch self {
            case .http2Framing, .partialFile, .sendError, .receiveError, .cannotRewind, .http2Stream: true
            default: false
            }
        }

        /// Whether the server is not trusted.
        var isOfTrust: Bool {
            switch self {
            case .tlsHandshake, .tlsCipher, .untrustedCertificate, .certificateAuthorities, .revocationList, .certificateIssuer,
                .pinnedKey, .certificateStatus, .clientCertificateRequired:
                true
            default: false
            }
        }
    }
#endif
