/// A server's connections and requests.
final class LoopbackLog: Sendable {
    private struct Entries {
        var connections = 0
        var finished = 0
        var requests = Newest<LoopbackRequest>()
    }

    private let entries = Watched(Entries())

    var connections: Int { entries.value.connections }
    var finished: Int { entries.value.finished }
    var requests: [LoopbackRequest] { entries.value.requests.kept }

    /// Counts a new connection and returns its number.
    func connected() -> Int {
        entries.update { entries in
            entries.connections += 1
            return entries.connections
        }
    }

    func disconnected() { entries.update { $0.finished += 1 } }

    /// Numbers and stores a request.
    func record(_ request: LoopbackRequest) -> LoopbackRequest {
        entries.update { entries in
            var request = request
            request.number = entries.requests.count + 1
            entries.requests.append(request)
            return request
        }
    }

    func waitForRequests(_ count: Int) async { await entries.until { $0.requests.count >= count } }
    func accepted(_ count: Int) async { await entries.until { $0.connections >= count } }
    func finished(_ count: Int) async { await entries.until { $0.finished >= count } }
}
