#if os(Linux)
    /// Options of a transfer, by libcurl's own numbers, which never change.
    enum CurlOption: Int32 {
        // Numbers and switches.
        case noBody = 44
        case upload = 46
        case verifyPeer = 64
        case freshConnect = 74
        case verifyHost = 81
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
        case refuseOldHTTP = 285
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

    /// What can be asked of a transfer that has ended.
    enum CurlInfo: Int32 {
        case systemError = 0x200019
        case tunnelStatus = 0x200016
        case httpVersion = 0x20002E
    }
#endif
