#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardCurl

    /// The thread of a transport: takes calls from the inbox, lets libcurl move their bytes, and ends them.
    ///
    /// It goes when nobody can send any more and the last call has ended.
    @safe final class CurlLoop {
        private let inbox: CurlInbox
        private let settings: CurlSettings
        private let multi: UnsafeMutableRawPointer
        private let connections = CurlConnections()
        private let sockets: UnsafeMutablePointer<noticeboard_curl_sockets>
        private var underway: [ObjectIdentifier: CurlHandle] = [:]
        private var spare: [CurlHandle] = []
        /// No call is late before this.
        private var nextLook = Double.infinity

        init(_ inbox: CurlInbox, _ settings: CurlSettings, multi: UnsafeMutableRawPointer) {
            self.inbox = inbox
            self.settings = settings
            unsafe self.multi = multi
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
            spare = []
            // Closes the connections, and tells of it.
            unsafe noticeboard_curl_multi_free(multi)
            unsafe sockets.deallocate()
        }

        private static func connections(of context: UnsafeMutableRawPointer?) -> CurlConnections? {
            unsafe context.map { unsafe Unmanaged<CurlConnections>.fromOpaque($0).takeUnretainedValue() }
        }

        func run() {
            noticeboard_curl_begin_thread()
            while true {
                let mail = inbox.collect()
                for call in mail.departures { drop(call) }
                for call in mail.arrivals where !call.isOver { start(call) }
                // From before the bytes are looked at: what had come by then counts.
                let now = settings.now()
                _ = unsafe noticeboard_curl_multi_perform(multi)
                let before = underway.count
                finishWhatEnded()
                endWhatIsLate(at: now)
                // A call that ended leaves its connection to one that waits for it, which libcurl looks for when it moves bytes again
                // and not in its sleep.
                if underway.count < before, !underway.isEmpty { continue }
                if mail.isLast, underway.isEmpty, inbox.close() { return }
                if inbox.fallAsleep() { _ = unsafe noticeboard_curl_multi_poll(multi, milliseconds) }
            }
        }

        /// How long to sleep: until the next call may be late, rounded up.
        private var milliseconds: Int32 {
            Int32(min(max((nextLook - settings.now()) * 1000, 0).rounded(.up), 60_000))
        }

        private func start(_ call: CurlCall) {
            guard let handle = unsafe spare.popLast() ?? CurlHandle(settings, connections, sockets) else {
                return call.end(.failure(NoticeBoardError(.unreachable, "There is no memory for another call.")))
            }
            let transfer = CurlTransfer(call, settings)
            do throws(NoticeBoardError) {
                try handle.carry(transfer)
            } catch {
                spare.append(handle)
                return call.end(.failure(error))
            }
            underway[ObjectIdentifier(call)] = handle
            nextLook = min(nextLook, transfer.due)
            _ = unsafe noticeboard_curl_multi_add(multi, handle.easy)
        }

        private func finishWhatEnded() {
            while case let ended = unsafe noticeboard_curl_multi_next(multi), let context = unsafe ended.context {
                let handle = unsafe Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
                guard let transfer = handle.transfer else { continue }
                if transfer.wantsFreshConnection {
                    transfer.beginAnew()
                    handle.set(.freshConnect, 1)
                    _ = unsafe noticeboard_curl_multi_remove(multi, handle.easy)
                    _ = unsafe noticeboard_curl_multi_add(multi, handle.easy)
                    continue
                }
                let result = Result { try transfer.result(code: unsafe ended.code, of: handle) }
                release(handle, transfer)
                transfer.call.end(result)
            }
        }

        private func endWhatIsLate(at now: Double) {
            guard now >= nextLook else { return }
            for handle in Array(underway.values) {
                guard let transfer = handle.transfer, transfer.due <= now else { continue }
                transfer.call.end(.failure(NoticeBoardError(.timedOut, "Nothing was received in time.")))
                release(handle, transfer)
            }
            nextLook = underway.values.reduce(.infinity) { min($0, $1.transfer?.due ?? .infinity) }
        }

        private func drop(_ call: CurlCall) {
            guard let handle = underway[ObjectIdentifier(call)], let transfer = handle.transfer else { return }
            release(handle, transfer)
        }

        /// Takes a call's handle back for the next one.
        private func release(_ handle: CurlHandle, _ transfer: CurlTransfer) {
            // HTTP/2 and later have numbers from 3 on.
            if let port = transfer.port { connections.end(port: port, isShared: handle.get(.httpVersion) >= 3) }
            _ = unsafe noticeboard_curl_multi_remove(multi, handle.easy)
            handle.transfer = nil
            underway[ObjectIdentifier(transfer.call)] = nil
            if spare.count < settings.connectionsPerHost * 4 { spare.append(handle) }
        }
    }
#endif
