/// What happened at a server so far.
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

    /// The number of a connection that was just accepted.
    func connected() -> Int {
        entries.update { entries in
            entries.connections += 1
            return entries.connections
        }
    }

    func disconnected() { entries.update { $0.finished += 1 } }

    /// Gives the request its number and keeps it.
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
