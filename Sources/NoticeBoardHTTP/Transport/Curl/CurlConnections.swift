#if os(Linux)
    import NoticeBoardCurl

    /// The connections of a transport, by their ports on this machine: libcurl takes one again on which bytes wait that nobody
    /// asked for, and reads them as the answer to the next request.
    final class CurlConnections {
        private struct Connection {
            var socket: Int32
            /// How many requests are on their way on it.
            var busy = 0
            /// Whether it carries several requests at once, and bytes that belong to none of them.
            var isShared = false
        }

        private var fresh: Set<Int32> = []
        private var byPort: [Int: Connection] = [:]
        private var ports: [Int32: Int] = [:]

        func opened(_ socket: Int32) { fresh.insert(socket) }

        func closed(_ socket: Int32) {
            fresh.remove(socket)
            if let port = ports.removeValue(forKey: socket) { byPort[port] = nil }
        }

        /// A request is about to be sent: false where something can be read that belongs to no request.
        ///
        /// Not asked of a new connection, on which TLS and HTTP/2 may well begin to speak.
        func begin(port: Int) -> Bool {
            guard let connection = byPort[port] else {
                notice(port)
                return true
            }
            let isIdle = connection.busy <= 0 && !connection.isShared
            if isIdle, noticeboard_curl_has_input(connection.socket) != 0 { return false }
            byPort[port]?.busy += 1
            return true
        }

        /// A request on it has ended.
        func end(port: Int, isShared: Bool) {
            byPort[port]?.busy -= 1
            if isShared { byPort[port]?.isShared = true }
        }

        private func notice(_ port: Int) {
            guard let socket = fresh.first(where: { noticeboard_curl_local_port($0) == port }) else { return }
            fresh.remove(socket)
            ports[socket] = port
            byPort[port] = Connection(socket: socket, busy: 1)
        }
    }
#endif
