import NoticeBoardBase

/// A logger that keeps the last events in memory, to be sent along with a bug report.
///
/// ```swift
/// let events = RecentEvents()
/// configuration.loggers = [events]
/// …
/// report.attach(events.text)
/// ```
///
/// Safe to use from any thread.
public final class RecentEvents: HTTPLogger {
    private let capacity: Int
    private let kept = Locked<[HTTPEvent]>([])

    /// Creates a logger that keeps `capacity` events, at least one.
    public init(capacity: Int = 200) { self.capacity = max(capacity, 1) }

    /// Keeps `event` in place of the oldest one.
    public func log(_ event: HTTPEvent) {
        kept.withLock { kept in
            if kept.count == capacity { kept.removeFirst() }
            kept.append(event)
        }
    }

    /// The events, the oldest first.
    public var events: [HTTPEvent] { kept.withLock { $0 } }

    /// The events as text, one a line, the oldest first, each with its time in UTC.
    public var text: String { events.map { $0.dated + "\n" }.joined() }
}

extension HTTPEvent {
    /// The event as one line with its date: `2026-11-20T08:05:09.123Z GET boards […] started`.
    public var dated: String { "\(RFC3339.text(date) ?? "-") \(self)" }
}
