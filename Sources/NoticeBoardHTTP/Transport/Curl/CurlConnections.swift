#if os(Linux)
    import Foundation

    /// The open connections of a transport.
    ///
    /// libcurl reuses a connection with unrequested input, and reads that as the response to the next request.
    final class CurlConnections {
        /// Both ends of a connection, as text.
        ///
        /// The local port alone is not unique: connections to different servers may share one.
        typealias Ends = String

        /// The connections that no request uses.
        ///
        /// Those that multiplex requests are not among them: bytes that belong to no request may arrive on them.
        private var idle: [Ends: Int32] = [:]

        /// Removes a socket that libcurl closes.
        func closed(_ socket: Int32) { idle = idle.filter { $0.value != socket } }

        /// Begins a request; returns `false` if an idle connection has input that no request asked for.
        ///
        /// A new connection is not checked: TLS and HTTP/2 servers may speak first.
        func begin(_ ends: Ends) -> Bool {
            guard let socket = idle.removeValue(forKey: ends) else { return true }
            var input = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&input, 1, 0) <= 0
        }

        /// Ends a request on a connection that multiplexes none; the socket is negative if the connection is closed.
        func end(_ ends: Ends, on socket: Int32) { if socket >= 0 { idle[ends] = socket } }
    }
#endif
