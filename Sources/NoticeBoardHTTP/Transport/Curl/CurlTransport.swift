#if os(Linux)
    public import Foundation
    public import NoticeBoardBase
    import NoticeBoardCurl

    /// The production transport on Linux, over the system's libcurl.
    ///
    /// No server input ends the process, a request is sent only once, and the response limit applies during decompression. One
    /// thread transfers all calls; it starts with the first call and ends after the last copy of the transport and the last call.
    /// Nothing is stored: no cache, no cookies, no credentials.
    ///
    /// A transport belongs to the process that created it: a forked child must create its own.
    public struct CurlTransport: StreamingHTTPTransport {
        private let calls: CallThread
        private let streams: CallThread

        /// Creates a transport with its own thread.
        ///
        /// - Parameters:
        ///   - trust: The servers to trust under https, and the certificates that identify the app to them.
        ///   - proxy: The proxy of every server; `nil` uses `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the environment,
        ///     but none for this machine itself.
        ///   - connectionsPerHost: The maximum number of connections to one host, at least 1; more requests wait.
        ///   - allowsHTTP2: Whether to use HTTP/2 if a server offers it under TLS. If a server closes an HTTP/2 connection with
        ///     open calls, these fail, except for repeatable ones, which libcurl sends again.
        /// - Throws: `unreachable` if the system has no libcurl, or one older than 7.87; `invalidInput` or `fileUnavailable` if
        ///   `trust` cannot be used.
        public init(
            trust: HTTPTrust = .system, proxy: URL? = nil, connectionsPerHost: Int = 16, allowsHTTP2: Bool = false
        ) throws(NoticeBoardError) {
            try self.init(trust, proxy, connectionsPerHost, allowsHTTP2, now: TimeSource.system.now)
        }

        /// The same with another clock.
        package init(
            _ trust: HTTPTrust, _ proxy: URL?, _ connectionsPerHost: Int, _ allowsHTTP2: Bool = false,
            now: @escaping @Sendable () -> Double
        ) throws(NoticeBoardError) {
            try CurlLibrary.open(for: trust)
            if let proxy, !["http", "https"].contains(proxy.scheme?.lowercased()) || proxy.host?.isEmpty != false {
                throw NoticeBoardError(invalid: "proxy", "The proxy's address has no host.")
            }
            var settings = CurlSettings(
                trust: try trust.checked(), proxy: proxy,
                // The number of ports of a host.
                connectionsPerHost: min(max(connectionsPerHost, 1), 65_535), allowsHTTP2: allowsHTTP2, now: now)
            calls = CallThread(settings)
            settings.isStreaming = true
            settings.allowsHTTP2 = false
            streams = CallThread(settings)
        }

        static let shortage = NoticeBoardError(
            .unreachable, "The system has no memory, thread or file descriptor left for another call.")

        /// Sends `request` and returns its response, without following redirects.
        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            try await calls.response(to: TransportCall(request))
        }

        /// Sends `request` over HTTP/1.1 and returns its response as soon as the head has arrived.
        ///
        /// Streams have their own connections and thread, which starts with the first stream. Beyond `connectionsPerHost` streams
        /// to one host, later ones wait until one ends.
        public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
            let call = TransportCall(request)
            let body = streams.body(of: call)
            return HTTPStreamedResponse(head: try await streams.response(to: call), body: body)
        }
    }

    /// Sends calls to a thread, and ends it when the last transport goes.
    private final class CallThread: Sendable {
        private let inbox = CurlInbox()
        private let settings: CurlSettings

        init(_ settings: CurlSettings) { self.settings = settings }

        deinit { inbox.end() }

        /// Sends `call` and waits for its response.
        func response(to call: TransportCall) async throws -> HTTPResponse {
            call.request.call?.markWaiting()
            return try await call.response(start: { add(call) }, onCancel: { inbox.post { $0.drop(call) } })
        }

        /// Returns the body of `call`, whose reader reports to the thread.
        ///
        /// The reader retains only the inbox: the transport may be released before the stream ends.
        func body(of call: TransportCall) -> HTTPByteStream {
            let (body, writer) = HTTPByteStream.makeStream(
                onResume: { [inbox, weak call] in if let call { inbox.post { $0.resume(call) } } },
                onCancel: { [inbox, weak call] in if let call { inbox.post { $0.drop(call) } } })
            call.stream = writer
            return body
        }

        private func add(_ call: TransportCall) {
            let isTaken = inbox.post({ $0.start(call) }) { [inbox, settings] in
                unsafe CurlLoop(inbox, settings, multi: $0).startThread()
            }
            if !isTaken { call.end(.failure(CurlTransport.shortage)) }
        }
    }
#endif
