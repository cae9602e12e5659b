#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardCurl

    /// The thread of a transport: takes calls from the inbox, lets libcurl transfer them, and ends them.
    ///
    /// It ends when no more calls can come and the last one has ended.
    @safe final class CurlLoop {
        private let inbox: CurlInbox
        private let settings: CurlSettings
        private let multi: UnsafeMutableRawPointer
        /// Caches TLS sessions; without it each connection makes a full handshake.
        private let share: UnsafeMutableRawPointer?
        private let connections = CurlConnections()
        private let sockets: UnsafeMutablePointer<noticeboard_curl_sockets>
        private var underway: [ObjectIdentifier: CurlHandle] = [:]
        /// No call times out before this time.
        private var nextLook = Double.infinity

        init(_ inbox: CurlInbox, _ settings: CurlSettings, multi: UnsafeMutableRawPointer) {
            self.inbox = inbox
            self.settings = settings
            unsafe self.multi = multi
            unsafe share = noticeboard_curl_share()
            unsafe sockets = UnsafeMutablePointer.allocate(capacity: 1)
            unsafe sockets.initialize(
                to: noticeboard_curl_sockets(
                    opened: { unsafe CurlLoop.connections(of: $0)?.opened($1) },
                    closed: { unsafe CurlLoop.connections(of: $0)?.closed($1) },
                    context: Unmanaged.passUnretained(connections).toOpaque()))
            let limits = [(7, settings.connectionsPerHost), (6, max(settings.connectionsPerHost * 4, 64))]
            for (option, limit) in limits { _ = unsafe noticeboard_curl_multi_set_long(multi, Int32(option), limit) }
        }

        deinit {
            // Closes the connections, and calls `closed` for each.
            unsafe noticeboard_curl_multi_free(multi)
            if let share = unsafe share { unsafe noticeboard_curl_share_free(share) }
            unsafe sockets.deallocate()
        }

        private static func connections(of context: UnsafeMutableRawPointer?) -> CurlConnections? {
            unsafe context.map { unsafe Unmanaged<CurlConnections>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Runs the loop on a new thread; returns `false` if the system can start none, which `Thread` does not report.
        func start() -> Bool {
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
            while true {
                let mail = inbox.collect()
                for call in mail.departures { drop(call) }
                for call in mail.resumptions { resume(call) }
                for call in mail.arrivals where !call.isOver { start(CurlTransfer(call, settings)) }
                // Taken before bytes are transferred, so that those received by then count.
                let now = settings.now()
                _ = unsafe noticeboard_curl_multi_perform(multi)
                // Once for all bytes that were transferred: waking a reader costs as much as reading many pieces.
                for handle in underway.values where settings.isStreaming { handle.transfer.wakeReader() }
                let before = underway.count
                finishWhatEnded()
                endWhatIsLate(at: now)
                // An ended call frees its connection for a waiting one, which libcurl only notices when it transfers again, not
                // while it sleeps.
                if underway.count < before, !underway.isEmpty { continue }
                if mail.isLast, underway.isEmpty, inbox.close() { return }
                // Returns at once if mail has come since it was collected.
                _ = unsafe noticeboard_curl_multi_poll(multi, milliseconds)
            }
        }

        /// The time to sleep until the next call may time out, rounded up.
        private var milliseconds: Int32 {
            Int32(min(max((nextLook - settings.now()) * 1000, 0).rounded(.up), 60_000))
        }

        private func start(_ transfer: CurlTransfer, onFreshConnection isFresh: Bool = false) {
            do throws(NoticeBoardError) {
                let handle = try unsafe CurlHandle(transfer, settings, connections, sockets)
                if let share = unsafe share { unsafe handle.use(share) }
                if isFresh { handle.set(.freshConnect, 1) }
                guard unsafe noticeboard_curl_multi_add(multi, handle.easy) == 0 else { throw CurlTransport.shortage }
                if settings.isStreaming { noteQueue(transfer) }
                underway[ObjectIdentifier(transfer.call)] = handle
                nextLook = min(nextLook, transfer.due)
            } catch {
                transfer.call.finish(.failure(error))
            }
        }

        private func finishWhatEnded() {
            while case let ended = unsafe noticeboard_curl_multi_next(multi), let context = unsafe ended.context {
                let handle = unsafe Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
                let transfer = handle.transfer
                if transfer.wantsFreshConnection {
                    transfer.clearRefusal()
                    release(handle)
                    start(transfer, onFreshConnection: true)
                    continue
                }
                let result = Result { try transfer.result(code: unsafe ended.code, of: handle) }
                release(handle)
                transfer.call.finish(result)
            }
        }

        /// Resumes a paused stream.
        private func resume(_ call: TransportCall) {
            guard let handle = underway[ObjectIdentifier(call)] else { return }
            handle.transfer.resume()
            nextLook = min(nextLook, handle.transfer.due)
            let code = unsafe noticeboard_curl_resume(handle.easy)
            guard code != 0 else { return }
            // libcurl would continue a transfer whose callback has refused here.
            let result = Result { try handle.transfer.result(code: code, of: handle) }
            release(handle)
            handle.transfer.call.finish(result)
        }

        /// Records why a stream beyond the limit waits, for the error of its timeout.
        private func noteQueue(_ transfer: CurlTransfer) {
            let origin = transfer.call.request.origin
            let open = underway.values.count { $0.transfer.call.request.origin == origin }
            guard open >= settings.connectionsPerHost else { return }
            let reason =
                "The request waits: the host has as many open streams as the limit allows (\(settings.connectionsPerHost))."
            transfer.call.request.call?.notes.withLock { $0.queueReason = reason }
        }

        private func endWhatIsLate(at now: Double) {
            guard now >= nextLook else { return }
            for handle in Array(underway.values) where handle.transfer.due <= now {
                let reason = handle.transfer.call.request.call?.notes.withLock { $0.queueReason }
                handle.transfer.call.finish(
                    .failure(NoticeBoardError(.timedOut, "Nothing was received in time." + (reason.map { " \($0)" } ?? ""))))
                release(handle)
            }
            nextLook = underway.values.reduce(.infinity) { min($0, $1.transfer.due) }
        }

        private func drop(_ call: TransportCall) {
            if let handle = underway[ObjectIdentifier(call)] { release(handle) }
        }

        private func release(_ handle: CurlHandle) {
            // Versions from 3 on are HTTP/2 and later.
            if let ends = handle.transfer.ends { connections.end(ends, isShared: handle.get(.httpVersion) >= 3) }
            _ = unsafe noticeboard_curl_multi_remove(multi, handle.easy)
            underway[ObjectIdentifier(handle.transfer.call)] = nil
        }
    }

    /// The open connections of a transport.
    ///
    /// libcurl reuses a connection with unrequested input, and reads that as the response to the next request.
    final class CurlConnections {
        /// Both ends of a connection.
        ///
        /// The local port alone is not unique: connections to different servers may share one.
        struct Ends: Hashable {
            let localIP: String
            let localPort: Int
            let remoteIP: String
            let remotePort: Int
        }

        private struct Connection {
            let socket: Int32
            /// The number of running requests.
            var busy = 1
            /// Whether it multiplexes requests: then bytes may arrive that belong to no request.
            var isShared = false
        }

        /// Sockets that no request has used yet.
        private var fresh: Set<Int32> = []
        private var connections: [Ends: Connection] = [:]
        private var ends: [Int32: Ends] = [:]

        /// Records a socket that libcurl opened.
        func opened(_ socket: Int32) { fresh.insert(socket) }

        /// Removes a socket that libcurl closes.
        func closed(_ socket: Int32) {
            fresh.remove(socket)
            if let ends = ends.removeValue(forKey: socket) { connections[ends] = nil }
        }

        /// Begins a request; returns `false` if an idle connection has input that no request asked for.
        ///
        /// A new connection is not checked: TLS and HTTP/2 servers may speak first.
        func begin(_ place: Ends) -> Bool {
            guard let connection = connections[place] else {
                notice(place)
                return true
            }
            let isIdle = connection.busy <= 0 && !connection.isShared
            if isIdle, noticeboard_curl_has_input(connection.socket) != 0 { return false }
            connections[place]?.busy += 1
            return true
        }

        /// Ends a request.
        func end(_ place: Ends, isShared: Bool) {
            connections[place]?.busy -= 1
            if isShared { connections[place]?.isShared = true }
        }

        private func notice(_ place: Ends) {
            let socket = fresh.first {
                unsafe noticeboard_curl_is_between(
                    $0, place.localIP, Int32(place.localPort), place.remoteIP, Int32(place.remotePort)) != 0
            }
            guard let socket else { return }
            fresh.remove(socket)
            ends[socket] = place
            connections[place] = Connection(socket: socket)
        }
    }
#endif
