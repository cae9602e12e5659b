#if os(Linux)
    public import Foundation
    public import NoticeBoardBase

    /// The transport for production on Linux, over the system's libcurl.
    ///
    /// Nothing that a server sends ends the process, a request goes out once, and an answer is limited while it is inflated. One
    /// thread moves the bytes of all calls; it begins with the first and goes after the last copy of the transport and the last
    /// call. Nothing is stored: no cache, no cookies, no credentials.
    ///
    /// A transport belongs to the process that made it: a forked child makes one of its own.
    public struct CurlTransport: StreamingHTTPTransport {
        private let desk: Desk
        private let streams: Desk

        /// A transport with a thread of its own.
        ///
        /// - Parameters:
        ///   - trust: Which servers are trusted under https, and which certificates prove the app to them.
        ///   - proxy: What stands between this machine and the server.
        ///   - connectionsPerHost: The maximum number of connections to one host, at least 1; more requests wait.
        ///   - allowsHTTP2: Whether HTTP/2 is used where a server offers it under TLS. Servers that end an HTTP/2 connection while
        ///     calls are open make those calls fail; what may be repeated is sent again by libcurl then.
        /// - Throws: `unreachable` where the system has no libcurl, or one older than 7.87; `invalidInput` or `fileUnavailable`
        ///   when what is to be trusted cannot be used.
        public init(
            trust: HTTPTrust = .system, proxy: Proxy = .environment, connectionsPerHost: Int = 16, allowsHTTP2: Bool = false
        ) throws(NoticeBoardError) {
            try self.init(trust, proxy, connectionsPerHost, allowsHTTP2, now: TimeSource.system.now)
        }

        /// The same by another clock.
        package init(
            _ trust: HTTPTrust, _ proxy: Proxy, _ connectionsPerHost: Int, _ allowsHTTP2: Bool = false,
            now: @escaping @Sendable () -> Double
        ) throws(NoticeBoardError) {
            var settings = CurlSettings(
                library: try CurlLibrary(for: trust), trust: try trust.checked(), proxy: try proxy.checked(),
                // A host has no more ports than that.
                connectionsPerHost: min(max(connectionsPerHost, 1), 65_535), allowsHTTP2: allowsHTTP2, now: now)
            desk = Desk(settings)
            (settings.isStreaming, settings.allowsHTTP2) = (true, false)
            streams = Desk(settings)
        }

        static let shortage = NoticeBoardError(
            .unreachable, "The system has no memory, thread or file descriptor left for another call.")

        /// Sends `request` and returns its response; a redirect is returned and not followed.
        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            try await desk.response(to: CurlCall(request))
        }

        /// Sends `request` over HTTP/1.1 and returns its response as soon as the head has arrived.
        ///
        /// Streams have connections and a thread of their own, which begins with the first. Of more than `connectionsPerHost`
        /// streams to one host the later ones wait until one ends.
        public func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
            let call = CurlCall(request)
            let body = streams.body(of: call)
            return HTTPStreamedResponse(head: try await streams.response(to: call), body: body)
        }
    }

    /// Ends the thread when the last transport that uses it goes.
    private final class Desk: Sendable {
        private let inbox = CurlInbox()
        private let settings: CurlSettings

        init(_ settings: CurlSettings) { self.settings = settings }

        deinit { inbox.post { $0.isLast = true } }

        /// Sends `call` and waits for its response.
        func response(to call: CurlCall) async throws -> HTTPResponse {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if call.begin(continuation) { add(call) }
                }
            } onCancel: {
                if call.end(.failure(CancellationError())) { inbox.post { $0.departures.append(call) } }
            }
        }

        /// The body of `call`, whose reader talks to the thread.
        ///
        /// The reader holds the inbox alone: the transport may go before the stream ends.
        func body(of call: CurlCall) -> HTTPByteStream {
            let (body, writer) = HTTPByteStream.makeStream(
                onResume: { [inbox, weak call] in if let call { inbox.post { $0.resumptions.append(call) } } },
                onCancel: { [inbox, weak call] in if let call { inbox.post { $0.departures.append(call) } } })
            call.stream = writer
            return body
        }

        private func add(_ call: CurlCall) {
            let isTaken = unsafe inbox.add(call) { unsafe CurlLoop(inbox, settings, multi: $0).start() }
            if !isTaken { call.end(.failure(CurlTransport.shortage)) }
        }
    }

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
