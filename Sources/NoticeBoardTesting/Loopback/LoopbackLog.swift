/// A server's connections and requests; the server closes the open ones when it stops.
final class LoopbackLog: Sendable {
    struct Entries {
        var connections = 0
        /// The open connections; `nil` once the server has stopped.
        var open: [ObjectIdentifier: Socket]? = [:]
        var finished = 0
        var requests: [LoopbackRequest] = []
    }

    let entries = Watched(Entries())

    /// Counts a new connection and returns its number; shuts it down if the server has stopped.
    func connected(_ socket: Socket) -> Int {
        entries.update { entries in
            entries.connections += 1
            if entries.open == nil { socket.shutDown() }
            entries.open?[ObjectIdentifier(socket)] = socket
            return entries.connections
        }
    }

    func disconnected(_ socket: Socket) {
        entries.update { entries in
            entries.open?[ObjectIdentifier(socket)] = nil
            entries.finished += 1
        }
    }

    /// Returns the open connections once; `nil` after that.
    func endAll() -> [Socket]? {
        entries.update { entries in
            defer { entries.open = nil }
            return entries.open.map { Array($0.values) }
        }
    }

    /// Numbers and stores a request that came on a connection.
    func record(_ request: LoopbackRequest, on connection: Int) -> LoopbackRequest {
        entries.update { entries in
            var request = request
            request.number = entries.requests.count + 1
            request.connection = connection
            entries.requests.append(request)
            return request
        }
    }
}
