#if os(Linux)
    import Foundation
    public import NoticeBoardBase

    /// The transport for production on Linux, over the system's libcurl.
    ///
    /// Nothing that a server sends ends the process, a request goes out once, and an answer is limited while it is inflated. One
    /// thread moves the bytes of all calls; it begins with the first and goes after the last copy of the transport and the last
    /// call. Nothing is stored: no cache, no cookies, no credentials.
    ///
    /// A transport belongs to the process that made it: in a forked child it refuses to send.
    public struct CurlTransport: HTTPTransport {
        private let desk: Desk

        /// A transport with a thread of its own.
        ///
        /// - Parameters:
        ///   - trust: Which servers are believed under https.
        ///   - proxy: What stands between this machine and the server.
        ///   - connectionsPerHost: How many connections to one host there are at once; more requests wait.
        ///   - headerLimit: How many header fields an answer may have.
        /// - Throws: `unreachable` where the system has no libcurl, or one older than 7.87; `invalidInput` or `fileUnavailable`
        ///   when what is to be trusted cannot be used.
        public init(
            trust: Trust = .system, proxy: Proxy = .environment, connectionsPerHost: Int = 16, headerLimit: Int = 256
        ) throws(NoticeBoardError) {
            try self.init(trust, proxy, connectionsPerHost, headerLimit, now: Pause.system.now)
        }

        /// The same by another clock.
        package init(
            _ trust: Trust, _ proxy: Proxy, _ connectionsPerHost: Int, _ headerLimit: Int,
            now: @escaping @Sendable () -> Double
        ) throws(NoticeBoardError) {
            desk = Desk(
                CurlSettings(
                    library: try CurlLibrary(), trust: try trust.checked(), proxy: try proxy.checked(),
                    connectionsPerHost: max(connectionsPerHost, 1), headerLimit: headerLimit, now: now))
        }

        /// Sends `request` and returns the response to it, redirects included.
        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let call = try CurlCall(request)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if call.begin(continuation) { desk.add(call) }
                }
            } onCancel: {
                if call.giveUp() { desk.remove(call) }
            }
        }
    }

    /// Ends the thread when the last transport that uses it goes.
    private final class Desk: Sendable {
        private let inbox = CurlInbox()
        private let settings: CurlSettings
        private let process = getpid()

        init(_ settings: CurlSettings) { self.settings = settings }

        // In a forked child there is no thread, and a lock may be held for ever.
        deinit { if process == getpid() { inbox.end() } }

        func add(_ call: CurlCall) {
            guard process == getpid() else {
                let detail = "The transport was made before this process was forked from another: make one of its own."
                return call.end(.failure(NoticeBoardError(.invalidInput, detail, remedy: .fixInput("transport"))))
            }
            let isTaken = unsafe inbox.add(call) { multi in
                let start = unsafe CurlStart(inbox: inbox, settings: settings, multi: multi)
                Thread.detachNewThread { start.run() }
            }
            if !isTaken { call.end(.failure(NoticeBoardError(.unreachable, "There is no memory for another call."))) }
        }

        func remove(_ call: CurlCall) { if process == getpid() { inbox.remove(call) } }
    }

    /// What the thread begins with.
    @safe private struct CurlStart: @unchecked Sendable {
        // Sendable: the handle is the thread's alone from here on, but for being woken under the inbox's lock.
        let inbox: CurlInbox
        let settings: CurlSettings
        let multi: UnsafeMutableRawPointer

        func run() { unsafe CurlLoop(inbox, settings, multi: multi).run() }
    }
#endif
