#if os(Linux)
    import Foundation
    import NoticeBoardBase

    /// One call and the caller who waits for it: ends exactly once, with whatever comes first.
    final class CurlCall: Sendable {
        private struct State {
            var continuation: CheckedContinuation<HTTPResponse, any Error>?
            var isOver = false
            var stream: HTTPStreamWriter?
        }

        let request: HTTPRequest
        private let state = Locked(State())

        init(_ request: HTTPRequest) { self.request = request }

        var isOver: Bool { state.withLock(\.isOver) }

        /// Where the body goes while it arrives; `nil` for a call that buffers it.
        ///
        /// With it the call ends with the head.
        var stream: HTTPStreamWriter? {
            get { state.withLock(\.stream) }
            set { state.withLock { $0.stream = newValue } }
        }

        /// Whether it may begin; a caller who was cancelled before it got here is sent away.
        func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
            let mayBegin = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return !state.isOver
            }
            if !mayBegin { continuation.resume(throwing: CancellationError()) }
            return mayBegin
        }

        /// What `work` comes to; the call does not end meanwhile, and nothing is done for one that has ended.
        func whileWanted<Value>(_ work: () throws -> Value) throws -> Value {
            try state.withLock { state in
                guard !state.isOver else { throw CancellationError() }
                return try work()
            }
        }

        /// The caller leaves at once; what is left of the call is cleared away behind it.
        ///
        /// Returns `false` when there is nothing to clear away, since it was over before.
        @discardableResult func end(_ result: Result<HTTPResponse, any Error>) -> Bool {
            let (continuation, wasOver) = state.withLock { state in
                defer { (state.continuation, state.isOver) = (nil, true) }
                return (state.continuation, state.isOver)
            }
            continuation?.resume(with: result)
            return !wasOver
        }
    }

    /// A call on its way: what libcurl tells of it becomes an answer or a failure.
    ///
    /// Only the thread of the transport touches it. What refuses to go on notes why, since libcurl then only says that it was
    /// told to stop.
    final class CurlTransfer {
        let call: CurlCall
        /// When the last byte moved, by the transport's clock.
        private(set) var lastByte: Double
        /// How many seconds may pass without one.
        let idleTimeout: Double
        /// The connection that carries it.
        private(set) var ends: CurlConnections.Ends?
        /// Whether the connection that was taken has bytes on it that nobody asked for: nothing was sent, another one will do.
        private(set) var wantsFreshConnection = false
        /// Why it was refused to go on.
        private(set) var refusal: (any Error)?
        /// Where the body goes while it arrives; `nil` when it is buffered.
        let stream: HTTPStreamWriter?
        /// Whether bytes have come that a waiting reader was not woken for.
        private(set) var hasUnflushedBytes = false
        private var isPaused = false
        private let settings: CurlSettings
        private var head = ResponseHead()
        private var body = Data()
        private var sink: FileSink?
        private var reader: HTTPBodyReader?
        private var progress = HTTPProgress.Update()
        /// The largest body that is taken, once it is known where it goes.
        private var limit = 0
        /// How many bytes of the body have come, as they were on the wire.
        private var wireBytes = 0
        /// Whether the header is behind it; trailers may follow.
        private var hasBegun = false

        init(_ call: CurlCall, _ settings: CurlSettings) {
            self.call = call
            self.settings = settings
            stream = call.stream
            idleTimeout = call.request.idleTimeout
            lastByte = settings.now()
            reader = call.request.body?.reader()
            progress.toSend = call.request.body?.length
        }

        /// When it is late if nothing more moves.
        ///
        /// A transfer that waits for its reader is never late.
        var due: Double { isPaused ? .infinity : lastByte + idleTimeout }

        /// Whether nobody waits for it any more.
        private var isUnwanted: Bool {
            guard let stream, hasBegun else { return call.isOver }
            return stream.isOver
        }

        // MARK: What libcurl asks and tells; false stops it.

        /// Called just before the request is sent on a connection.
        ///
        /// A second call means that the first connection is gone or that an HTTP/2 server did not process the request; libcurl does
        /// not know which.
        func mayBegin(on ends: CurlConnections.Ends, of connections: CurlConnections) -> Bool {
            going {
                if let former = self.ends {
                    let mayRepeat = settings.allowsHTTP2 && call.request.mayBeRepeated
                    // A server that knows no `Expect` has not taken the request, which libcurl sends again without it.
                    guard mayRepeat || head.status == 417 else {
                        throw NoticeBoardError(.connectionLost, "The connection ended before the answer did.")
                    }
                    connections.end(former, isShared: settings.allowsHTTP2)
                    (self.ends, hasBegun, body) = (nil, false, Data())
                    head = ResponseHead()
                    progress.received = 0
                }
                wantsFreshConnection = !connections.begin(ends)
                guard !wantsFreshConnection else { throw CancellationError() }
                self.ends = ends
                lastByte = settings.now()
                if stream != nil { call.request.call?.queueReason = nil }
            }
        }

        /// Forgets that it was stopped, for another connection.
        func beginAnew() { (refusal, wantsFreshConnection) = (nil, false) }

        func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
            going {
                unsafe try head.take(line)
                if head.isComplete, !hasBegun { try beginBody() }
                lastByte = settings.now()
            }
        }

        /// How many bytes of the body were taken: all, none or a number that pauses the transfer.
        func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            let isGoing = going {
                guard !isUnwanted else { throw CancellationError() }
                guard hasBegun else {
                    throw NoticeBoardError(.unreadableResponse, "The answer's header does not end where its body begins.")
                }
                if let stream { return try unsafe offer(bytes, to: stream) }
                // A file may be larger than an integer counts.
                guard bytes.count <= limit - progress.received else { throw tooLarge }
                progress.received += bytes.count
                if let sink { unsafe try sink.append(Data(bytes)) } else { unsafe body.append(contentsOf: bytes) }
                lastByte = settings.now()
                call.request.options.progress?.report(progress)
            }
            let pause = 0x1000_0001
            return isPaused ? pause : isGoing ? bytes.count : 0
        }

        private func offer(_ bytes: UnsafeRawBufferPointer, to stream: HTTPStreamWriter) throws {
            switch unsafe stream.offer(bytes) {
            case .paused: isPaused = true
            case .over: throw CancellationError()
            case .taken:
                hasUnflushedBytes = true
                lastByte = settings.now()
                progress.received += bytes.count
                call.request.options.progress?.report(progress)
            }
        }

        /// Wakes a reader that waits for bytes which have come.
        func flush() {
            hasUnflushedBytes = false
            stream?.flush()
        }

        /// Goes on after a pause; the idle time begins anew.
        func resume() { (isPaused, lastByte) = (false, settings.now()) }

        /// How many bytes of the body were put into `buffer`; nothing when they cannot be read.
        func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            var count = 0
            let isGoing = going {
                guard !isUnwanted else { throw CancellationError() }
                count = unsafe try reader?.read(into: buffer) ?? 0
            }
            return isGoing ? count : nil
        }

        /// How much has moved so far on the wire.
        func moved(sent: Int, received: Int) {
            // Compressed bytes may come for long without anything to show for it.
            if sent != progress.sent || received != wireBytes { lastByte = settings.now() }
            wireBytes = received
            guard sent != progress.sent, progress.toSend != nil else { return }
            progress.sent = sent
            call.request.options.progress?.report(progress)
        }

        private func beginBody() throws {
            hasBegun = true
            let hasBody = call.request.method != .head && ![204, 304].contains(head.status)
            let length = try head.announcedLength()
            if stream != nil {
                progress.toReceive = hasBody ? length : nil
                call.end(.success(HTTPResponse(status: head.status, headers: head.headers)))
                return
            }
            let place = call.request.place(for: head.status)
            limit = place.limit
            // The length on the wire is the compressed one; only an uncompressed body can be judged before it arrives.
            if hasBody, let length, head.headers[.contentEncoding] == nil {
                guard length <= limit else { throw tooLarge }
                progress.toReceive = length
                // What a server claims is believed as far as it costs little.
                body.reserveCapacity(min(length, 1 << 20))
            }
            // Whoever leaves clears the file away: to open it after that would make it anew.
            if let file = place.file { sink = try call.whileWanted { try FileSink(file) } }
        }

        // MARK: The end

        /// Ends the call, or a stream whose head ended it.
        func end(_ result: Result<HTTPResponse, any Error>) {
            if case .failure(let error) = result { stream?.finish(throwing: error) } else { stream?.finish() }
            call.end(result)
        }

        /// The answer, once libcurl has none of it left to give.
        func answer() throws -> HTTPResponse {
            guard head.isComplete else {
                throw NoticeBoardError(.connectionLost, "The connection ended before the answer did.")
            }
            let file = sink == nil ? nil : call.request.destination
            try sink?.finish()
            return HTTPResponse(status: head.status, headers: head.headers, body: body, file: file)
        }

        /// Whether the server refused the request before the whole body was sent, and closed the connection.
        ///
        /// Its status counts although sending failed: an early 401 renews the token, an early 413 is what the user has to know.
        var isRefusedEarly: Bool {
            head.isComplete && head.status.rawValue >= 400 && progress.toSend.map { progress.sent < $0 } == true
        }

        private var tooLarge: NoticeBoardError {
            NoticeBoardError(.responseTooLarge, "The answer is larger than \(limit) bytes.")
        }

        /// Notes the first reason for not going on.
        private func going(_ step: () throws -> Void) -> Bool {
            do {
                try step()
                return true
            } catch {
                refusal = refusal ?? error
                return false
            }
        }
    }
#endif
