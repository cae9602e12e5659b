import NoticeBoardBase
package import NoticeBoardHTTP

/// A logger that keeps all events of its clients.
package final class RecentEvents: HTTPLogger {
    private let kept = Locked<[HTTPEvent]>([])

    package init() {}

    package func log(_ event: HTTPEvent) { kept.withLock { $0.append(event) } }

    /// The events, the oldest first.
    package var events: [HTTPEvent] { kept.withLock { $0 } }
    /// The events as text, one per line.
    package var text: String { events.map { $0.dated + "\n" }.joined() }
}
