#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardCurl

    /// libcurl's handle for one transfer.
    ///
    /// Never reused. Some versions of libcurl, and packages patched without a new version number, keep a pointer to the freed
    /// last header line of the previous response and append to it when the next response's first line begins with a blank.
    /// Connections belong to the multi handle and TLS sessions to the share handle, so both outlive it.
    @safe final class CurlHandle {
        let easy: UnsafeMutableRawPointer
        let transfer: CurlTransfer
        private let connections: CurlConnections
        private let settings: CurlSettings
        private var lines: UnsafeMutableRawPointer?
        /// Whether the phases were recorded.
        var hasPhases = false
        /// libcurl's error message; it names hosts, so it is never shown.
        private let errorText: UnsafeMutablePointer<CChar>

        /// Prepares `transfer` to be added to a multi handle.
        ///
        /// `connections` must outlive every connection of the handle.
        init(
            _ transfer: CurlTransfer, _ settings: CurlSettings, _ connections: CurlConnections
        ) throws(NoticeBoardError) {
            guard let easy = curl.easy_init() else { throw CurlTransport.shortage }
            unsafe self.easy = easy
            self.transfer = transfer
            self.settings = settings
            self.connections = connections
            unsafe errorText = UnsafeMutablePointer.allocate(capacity: 256)
            unsafe errorText.pointee = 0
            unsafe withUnsafePointer(to: Self.callbacks) {
                unsafe noticeboard_curl_set_callbacks(
                    easy, $0, Unmanaged.passUnretained(self).toOpaque(), Unmanaged.passUnretained(connections).toOpaque())
            }
            setCommonOptions()
            try setRequest()
        }

        deinit {
            unsafe curl.easy_cleanup(easy)
            unsafe curl.slist_free_all(lines)
            unsafe errorText.deallocate()
        }

        func set(_ option: CurlOption, _ value: Int) { _ = unsafe noticeboard_curl_set_long(easy, option.rawValue, value) }

        /// Sets a string, which libcurl copies; `nil` keeps libcurl's default.
        private func set(_ option: CurlOption, _ text: String?) {
            unsafe text?.withCString { _ = unsafe noticeboard_curl_set_pointer(easy, option.rawValue, $0) }
        }

        /// Shares TLS sessions with the other handles of `share`, which must outlive this one.
        func use(_ share: UnsafeMutableRawPointer) {
            _ = unsafe noticeboard_curl_set_pointer(easy, CurlOption.share.rawValue, share)
        }

        /// The address of libcurl's handle, by which libcurl names a transfer that has ended.
        var address: UInt { unsafe UInt(bitPattern: easy) }

        func get(_ info: CurlInfo) -> Int { unsafe noticeboard_curl_get_long(easy, info.rawValue) }

        /// Takes a line of the response's head; returns whether to go on.
        private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
            // The head ends the call of a stream, whose caller logs at once.
            let isBlank = line.count <= 2
            if isBlank, transfer.stream != nil { recordPhases() }
            return unsafe transfer.takeHeader(line)
        }

        var socket: Int32 { unsafe noticeboard_curl_socket(easy) }

        var error: String { unsafe String(cString: errorText) }

        private func setRequest() throws(NoticeBoardError) {
            let request = transfer.call.request
            try request.method.check()
            if request.method != .get { set(.method, request.method.rawValue) }
            if request.method == .head { set(.noBody, 1) }
            if settings.allowsHTTP2 {
                set(.httpVersion, CurlHTTPVersion.http2OverTLS.rawValue)
                // With a smaller buffer libcurl 7.88 stalls for seconds on a header of more than 16 KB.
                set(.bufferSize, 102_400)
                // Only TLS tells at once whether a connection can be shared; without it, all calls would wait for the first
                // response.
                set(.waitForSharedConnection, request.origin.isSecure ? 1 : 0)
            } else {
                set(.httpVersion, CurlHTTPVersion.http11.rawValue)
            }
            set(.address, request.origin.text + request.target)
            // `nil` uses the environment's proxy, which requests to this machine never use.
            set(.proxy, settings.proxy?.absoluteString ?? (request.origin.isThisMachine ? "" : nil))
            set(.pins, settings.trust.pins[request.origin.host]?.sorted().map { "sha256//\($0)" }.joined(separator: ";"))
            if let certificate = settings.trust.clientCertificates[request.origin.host] { try show(certificate) }
            // Also divides the time among a host's addresses. libcurl accepts at most three weeks.
            set(.connectTimeout, Int(min(transfer.idle.timeout * 1000, Double(Int32.max))))
            if request.body != nil || [.post, .put, .patch].contains(request.method) {
                set(.upload, 1)
                _ = unsafe noticeboard_curl_set_size(easy, CurlOption.uploadLength.rawValue, Int64(request.body?.length ?? 0))
            }
            try setLines(of: request)
        }

        /// Presents a certificate if the server asks for one.
        private func show(_ certificate: HTTPTrust.ClientCertificate) throws(NoticeBoardError) {
            let code = unsafe certificate.data.withUnsafeBytes { bytes in
                unsafe noticeboard_curl_set_blob(easy, CurlOption.certificate.rawValue, bytes.baseAddress, bytes.count)
            }
            guard code == CurlCode.ok.rawValue else { throw HTTPTrust.badCertificate }
            set(.certificateType, "P12")
            set(.keyPassword, certificate.password)
        }

        /// Sets the header fields; libcurl adds the framing of the body itself.
        private func setLines(of request: HTTPRequest) throws(NoticeBoardError) {
            // Asks the server before a large body is sent: a server that refuses closes the connection, and its status would be
            // lost while the body is being sent.
            let asksFirst = request.body.map { $0.length > 1 << 20 } ?? false
            // In milliseconds, after which the body is sent anyway.
            if asksFirst { set(.waitForContinue, 300) }
            add(asksFirst ? "Expect: 100-continue" : "Expect:")
            try request.headers.checkValues()
            for field in request.headers where !Self.ownedNames.contains(field.name) {
                let isBlank = field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 }
                add(isBlank ? field.name.text + ";" : field.name.text + ": " + field.value)
            }
            if request.body != nil, request.headers[.contentType] == nil { add("Content-Type: application/octet-stream") }
            _ = unsafe noticeboard_curl_set_pointer(easy, CurlOption.header.rawValue, lines)
        }

        /// Adds a line to the header, of which libcurl makes a copy.
        private func add(_ line: String) { unsafe lines = unsafe curl.slist_append(lines, line) ?? lines }

        /// Headers that libcurl adds itself.
        private static let ownedNames: [HTTPHeaderName] = [.contentLength, .transferEncoding, "Expect"]

        private func setCommonOptions() {
            set(.noSignal, 1)
            set(.noProgress, 0)
            set(.protocols, "http,https")
            set(.refuseUserInAddress, 1)
            set(.pathAsIs, 1)
            set(.quickExit, 1)
            set(.silentTunnel, 1)
            set(.headersForProxyApart, 1)
            if settings.isStreaming {
                // One connection per stream: libcurl buffers up to 25 MB for each paused stream of a shared connection.
                // Compressed bytes would be inflated ahead of the reader.
                set(.bufferSize, 64 << 10)
                // An event stream may be silent for hours.
                set(.keepAlive, 1)
            } else {
                // All that the library can decode.
                set(.acceptedCodings, "")
            }
            set(.tlsVersion, CurlTLSVersion.tls12OrLater.rawValue)
            // Otherwise the environment's exceptions would also apply to this proxy.
            if settings.proxy != nil { set(.proxyExceptions, "") }
            if let file = settings.trust.authorities {
                set(.authorities, file.path)
                _ = unsafe noticeboard_curl_set_pointer(easy, CurlOption.authorityFolder.rawValue, nil)
            }
            _ = unsafe noticeboard_curl_set_pointer(easy, CurlOption.errorText.rawValue, errorText)
        }

        // MARK: Callbacks of libcurl

        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
            unsafe context.map { unsafe Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
        }

        private static let callbacks = unsafe noticeboard_curl_callbacks(
            header: { bytes, one, count, context in
                let line = unsafe UnsafeRawBufferPointer(start: bytes, count: one * count)
                guard let handle = unsafe of(context), unsafe handle.takeHeader(line) else { return 0 }
                return count * one
            },
            body: { bytes, one, count, context in
                let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: one * count)
                return unsafe of(context)?.transfer.takeBody(piece) ?? 0
            },
            upload: { bytes, one, count, context in
                let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: one * count)
                return unsafe of(context)?.transfer.giveBody(buffer) ?? CurlAnswer.abortUpload.rawValue
            },
            progress: { context, _, received, _, sent in
                unsafe of(context)?.transfer.moved(sent: Int(clamping: sent), received: Int(clamping: received))
                return 0
            },
            before_request: { context, remote, local, remotePort, localPort in
                guard let handle = unsafe of(context), let remote = unsafe remote, let local = unsafe local else { return 1 }
                let ends = unsafe "\(String(cString: local)) \(localPort) \(String(cString: remote)) \(remotePort)"
                return handle.transfer.mayBegin(on: ends, of: handle.connections) ? 0 : 1
            },
            close_socket: { connections, socket in
                if let connections = unsafe connections {
                    unsafe Unmanaged<CurlConnections>.fromOpaque(connections).takeUnretainedValue().closed(socket)
                }
                return close(socket)
            })
    }
#endif
