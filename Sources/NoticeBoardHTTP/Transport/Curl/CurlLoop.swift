#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardCurl

    /// The thread of a transport: takes messages from the inbox, lets libcurl transfer them, and ends them.
    ///
    /// It ends when no more calls can come and the last one has ended.
    @safe final class CurlLoop {
        private let inbox: CurlInbox
        private let settings: CurlSettings
        private let multi: UnsafeMutableRawPointer
        /// Caches TLS sessions; without it each connection makes a full handshake.
        private let share: UnsafeMutableRawPointer?
        private let connections = CurlConnections()
        /// The running transfers by the address of libcurl's handle, so that one that has ended is found at once.
        private var underway: [UInt: CurlHandle] = [:]
        /// No call times out before this time.
        private var nextLook = Double.infinity

        init(_ inbox: CurlInbox, _ settings: CurlSettings, multi: UnsafeMutableRawPointer) {
            self.inbox = inbox
            self.settings = settings
            unsafe self.multi = multi
            unsafe share = noticeboard_curl_share()
            set(.connectionsPerHost, settings.connectionsPerHost)
            set(.idleConnections, max(settings.connectionsPerHost * 4, 64))
        }

        private func set(_ option: CurlMultiOption, _ value: Int) {
            _ = unsafe noticeboard_curl_multi_set_long(multi, option.rawValue, value)
        }

        deinit {
            // Closes the connections, and reports each to `connections`.
            _ = unsafe curl.multi_cleanup(multi)
            if let share = unsafe share { _ = unsafe curl.share_cleanup(share) }
        }

        /// Runs the loop on a new thread; returns `false` if the system can start none, which `Thread` does not report.
        func startThread() -> Bool {
            let me = unsafe Unmanaged.passRetained(self)
            var thread = pthread_t()
            let code = unsafe pthread_create(
                &thread, nil,
                { me in
                    if let me = unsafe me { unsafe Unmanaged<CurlLoop>.fromOpaque(me).takeRetainedValue().run() }
                    return nil
                }, me.toOpaque())
            guard code == 0 else {
                unsafe me.release()
                return false
            }
            pthread_detach(thread)
            return true
        }

        private func run() {
            noticeboard_curl_begin_thread()
            var messages: [CurlInbox.Message] = []
            while true {
                let isLast = inbox.collect(&messages)
                for message in messages { message(self) }
                messages.removeAll(keepingCapacity: messages.count < 1_000)
                // Taken before bytes are transferred, so that those received by then count.
                let now = settings.now()
                var running: Int32 = 0
                _ = unsafe curl.multi_perform(multi, &running)
                let before = underway.count
                finishWhatEnded()
                endWhatIsLate(at: now)
                // An ended call frees its connection for a waiting one, which libcurl only notices when it transfers again, not
                // while it sleeps.
                if underway.count < before, !underway.isEmpty { continue }
                if isLast, underway.isEmpty, inbox.close() { return }
                // Until the next call may time out, rounded up. Returns at once if a message has come since they were collected.
                let milliseconds = min(max((nextLook - settings.now()) * 1000, 0).rounded(.up), 60_000)
                _ = unsafe curl.multi_poll(multi, nil, 0, Int32(milliseconds), nil)
            }
        }

        /// Starts a call, unless its caller has left already.
        func start(_ call: TransportCall) {
            if !call.isOver { start(CurlTransfer(call, settings)) }
        }

        private func start(_ transfer: CurlTransfer, onFreshConnection isFresh: Bool = false) {
            do throws(NoticeBoardError) {
                let handle = try CurlHandle(transfer, settings, connections)
                if let share = unsafe share { unsafe handle.use(share) }
                if isFresh { handle.set(.freshConnect, 1) }
                guard unsafe curl.multi_add_handle(multi, handle.easy) == 0 else { throw CurlTransport.shortage }
                underway[handle.address] = handle
                nextLook = min(nextLook, transfer.idle.due)
            } catch {
                transfer.call.finish(.failure(error))
            }
        }

        private func finishWhatEnded() {
            var left: Int32 = 0
            while let message = unsafe curl.multi_info_read(multi, &left) {
                let ended = unsafe message.pointee
                guard unsafe ended.kind == CurlMessageKind.ended.rawValue,
                    let handle = underway[unsafe UInt(bitPattern: ended.easy)]
                else { continue }
                let transfer = handle.transfer
                let code = CurlCode(number: unsafe ended.data.code)
                if transfer.wantsFreshConnection {
                    release(handle)
                    start(CurlTransfer(transfer.call, settings), onFreshConnection: true)
                    continue
                }
                let result = Result { try transfer.result(code: code, of: handle) }
                handle.recordPhases()
                release(handle)
                transfer.call.finish(result)
            }
        }

        /// Resumes a paused stream.
        func resume(_ call: TransportCall) {
            guard let handle = handle(of: call) else { return }
            handle.transfer.resume()
            nextLook = min(nextLook, handle.transfer.idle.due)
            let code = CurlCode(number: unsafe curl.easy_pause(handle.easy, 0))
            guard code != .ok else { return }
            // libcurl would continue a transfer whose callback has refused here.
            let result = Result { try handle.transfer.result(code: code, of: handle) }
            release(handle)
            handle.transfer.call.finish(result)
        }

        private func endWhatIsLate(at now: Double) {
            guard now >= nextLook else { return }
            for handle in Array(underway.values) where handle.transfer.idle.due <= now {
                // A call may wait for a free connection. libcurl itself limits the time to open one.
                guard handle.transfer.ends != nil else {
                    handle.transfer.resume()
                    continue
                }
                handle.recordPhases()
                handle.transfer.call.finish(.failure(NoticeBoardError(.timedOut, "Nothing was received in time.")))
                release(handle)
            }
            nextLook = underway.values.reduce(.infinity) { min($0, $1.transfer.idle.due) }
        }

        /// Ends the transfer of a call whose caller or reader has left.
        func drop(_ call: TransportCall) {
            if let handle = handle(of: call) { release(handle) }
        }

        /// Searches for the transfer of a call, which is only needed when a caller leaves or a reader has caught up.
        private func handle(of call: TransportCall) -> CurlHandle? {
            underway.values.first { $0.transfer.call === call }
        }

        private func release(_ handle: CurlHandle) {
            if let ends = handle.transfer.ends, handle.get(.httpVersion) < CurlHTTPVersion.http2.rawValue {
                connections.end(ends, on: handle.socket)
            }
            _ = unsafe curl.multi_remove_handle(multi, handle.easy)
            underway[handle.address] = nil
        }
    }
#endif
