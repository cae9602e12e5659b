#if os(Linux)
    import Foundation
    import NoticeBoardBase

    /// A running call: turns libcurl's callbacks into a response or a failure.
    ///
    /// Only the transport's thread uses it. A callback that refuses to continue records the reason, since libcurl then only
    /// reports that it was stopped.
    final class CurlTransfer {
        let call: TransportCall
        /// When the transfer times out, by the transport's clock.
        private(set) var idle: CurlIdleTime
        /// The connection in use.
        private(set) var ends: CurlConnections.Ends?
        /// Whether the connection has unrequested input: nothing was sent, so another connection can be used.
        private(set) var wantsFreshConnection = false
        /// Why a callback refused to continue.
        private(set) var refusal: (any Error)?
        /// Receives the body as it arrives; `nil` if it is buffered.
        let stream: HTTPStreamWriter?
        private let settings: CurlSettings
        private var head = ResponseHead()
        private var body: BodyCollector
        private var reader: HTTPBodyReader?
        /// The bytes of the body received so far, as sent on the wire.
        private var wireBytes = 0
        /// Whether the header is complete; trailers may follow.
        private var hasBegun = false

        init(_ call: TransportCall, _ settings: CurlSettings) {
            self.call = call
            self.settings = settings
            stream = call.stream
            idle = CurlIdleTime(timeout: call.request.idleTimeout, now: settings.now())
            reader = call.request.body?.reader()
            body = BodyCollector(call.request)
        }

        /// Whether the caller or the reader has left.
        private var isUnwanted: Bool {
            guard let stream, hasBegun else { return call.isOver }
            return stream.isOver
        }

        // MARK: Callbacks of libcurl; false stops the transfer.

        /// Called before the request is sent on a connection; returns whether to send it.
        ///
        /// A second call means that the first connection was lost or that an HTTP/2 server did not process the request; libcurl
        /// does not know which.
        func mayBegin(on ends: CurlConnections.Ends, of connections: CurlConnections) -> Bool {
            going {
                if self.ends != nil {
                    let mayRepeat = settings.allowsHTTP2 && call.request.mayBeRepeated
                    // A server that rejects `Expect` has not accepted the request, which libcurl repeats without it.
                    guard mayRepeat || head.status == 417 else {
                        throw NoticeBoardError(.connectionLost, "The connection ended before the answer did.")
                    }
                    self.ends = nil
                    hasBegun = false
                    head = ResponseHead()
                    body = BodyCollector(call.request)
                } else {
                    // The error of a call that has ended may say already that nothing was sent.
                    try call.ifRunning { call.request.call?.markSent() }
                }
                wantsFreshConnection = !connections.begin(ends)
                guard !wantsFreshConnection else { throw CancellationError() }
                self.ends = ends
                idle.lastByte = settings.now()
            }
        }

        func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
            going {
                unsafe try head.take(line)
                if head.isComplete, !hasBegun { try beginBody() }
                idle.lastByte = settings.now()
            }
        }

        /// Returns the number of body bytes accepted: all, none, or the value that pauses the transfer.
        func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            let isGoing = going {
                guard !isUnwanted else { throw CancellationError() }
                guard hasBegun else {
                    throw NoticeBoardError(.unreadableResponse, "The answer's header does not end where its body begins.")
                }
                idle.isPaused = stream?.isPaused == true
                guard !idle.isPaused else { return }
                idle.lastByte = settings.now()
                if let stream {
                    unsafe stream.write(Data(bytes))
                    body.progress.received += bytes.count
                } else {
                    unsafe try body.append(bytes)
                }
                call.request.options.progress?.report(body.progress)
            }
            if idle.isPaused { return CurlAnswer.pause.rawValue }
            return isGoing ? bytes.count : 0
        }

        /// Continues after a pause; the idle timeout starts again.
        func resume() {
            idle.isPaused = false
            idle.lastByte = settings.now()
        }

        /// Returns the number of body bytes copied to `buffer`; `nil` if they can't be read.
        func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            var count = 0
            let isGoing = going {
                guard !isUnwanted else { throw CancellationError() }
                if let next = try reader?.read(upTo: buffer.count) { count = unsafe next.copyBytes(to: buffer) }
            }
            return isGoing ? count : nil
        }

        /// Records the bytes transferred so far.
        func moved(sent: Int, received: Int) {
            // Compressed bytes may arrive for a long time without any output.
            if sent != body.progress.sent || received != wireBytes { idle.lastByte = settings.now() }
            wireBytes = received
            guard sent != body.progress.sent, body.progress.toSend != nil else { return }
            body.progress.sent = sent
            call.request.options.progress?.report(body.progress)
        }

        private func beginBody() throws {
            hasBegun = true
            let hasBody = call.request.method != .head && ![204, 304].contains(head.status)
            let length = try head.announcedLength()
            if stream != nil {
                body.progress.toReceive = hasBody ? length : nil
                call.end(.success(HTTPResponse(status: head.status, headers: head.headers)))
                return
            }
            // `length` is the compressed length; only an uncompressed body can be checked before it arrives.
            let known = hasBody && head.headers[.contentEncoding] == nil ? length : nil
            guard !call.isOver else { throw CancellationError() }
            try body.begin(head.status, length: known) { call.isOver }
        }

        // MARK: The end

        /// Returns the response, or throws, after libcurl has ended with `code`.
        func result(code: CurlCode, of handle: CurlHandle) throws -> HTTPResponse {
            if let refusal { throw refusal }
            // A server may refuse the request before the complete body was sent, and close the connection. Its status counts
            // although sending failed: an early 401 renews the token, an early 413 informs the user.
            let isRefusedEarly = head.status.rawValue >= 400 && body.progress.toSend.map { body.progress.sent < $0 } == true
            guard code == .ok || (code.isOfLostConnection && isRefusedEarly && head.isComplete) else {
                throw NoticeBoardError(curl: code, handle, call.request.origin)
            }
            guard head.isComplete else {
                throw NoticeBoardError(.connectionLost, "The connection ended before the answer did.")
            }
            return try body.response(HTTPResponse(status: head.status, headers: head.headers))
        }

        /// Runs `step`; records the first error as the refusal.
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
