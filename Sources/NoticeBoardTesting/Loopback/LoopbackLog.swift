/// What happened at a server so far.
final class LoopbackLog: Sendable {
    /// A server that runs for days must not keep every body it ever got.
    static let keptRequests = 10_000

    private struct Entries {
        var connections = 0
        var finished = 0
        var requestCount = 0
        var requests: [LoopbackRequest] = []
    }

    private let entries = Watched(Entries())

    var connections: Int { entries.value.connections }
    var finished: Int { entries.value.finished }
    var requests: [LoopbackRequest] { entries.value.requests.suffix(Self.keptRequests) }

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
            entries.requestCount += 1
            var request = request
            request.number = entries.requestCount
            // Half of it goes at a time, so that a full log costs no more than an empty one.
            if entries.requests.count >= 2 * Self.keptRequests { entries.requests.removeFirst(Self.keptRequests) }
            entries.requests.append(request)
            return request
        }
    }

    func received(_ count: Int) async { await entries.until { $0.requestCount >= count } }
    func accepted(_ count: Int) async { await entries.until { $0.connections >= count } }
    func finished(_ count: Int) async { await entries.until { $0.finished >= count } }
}
