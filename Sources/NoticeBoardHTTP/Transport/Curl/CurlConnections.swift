#if os(Linux)
    import NoticeBoardCurl

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
