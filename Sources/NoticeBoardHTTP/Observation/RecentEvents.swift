import Foundation
import NoticeBoardBase

/// Keeps the last events of a client, to be sent along with a bug report.
///
/// ```swift
/// let events = RecentEvents()
/// configuration.observers = [events]
/// …
/// report.attach(events.text)
/// ```
///
/// Nothing in it is secret. Safe to use from any thread.
public final class RecentEvents: HTTPObserver {
    private struct Ring {
        var events: [HTTPEvent] = []
        /// The place of the oldest one, once the ring is full.
        var oldest = 0
    }

    private let capacity: Int
    private let ring = Locked(Ring())

    /// Keeps the last `capacity` events, at least one.
    public init(capacity: Int = 200) { self.capacity = max(capacity, 1) }

    /// Keeps `event` in the place of the oldest one.
    public func observe(_ event: HTTPEvent) {
        ring.withLock { ring in
            guard ring.events.count == capacity else { return ring.events.append(event) }
            ring.events[ring.oldest] = event
            ring.oldest = (ring.oldest + 1) % capacity
        }
    }

    /// The events, the oldest first.
    public var events: [HTTPEvent] {
        ring.withLock { Array($0.events[$0.oldest...] + $0.events[..<$0.oldest]) }
    }

    /// The events as text, one a line, the oldest first, each after its moment in UTC.
    public var text: String { events.map { $0.dated + "\n" }.joined() }
}

extension HTTPEvent {
    /// The event as one line of a log that dates nothing by itself: `2026-11-20T08:05:09.123Z GET boards […] started`.
    public var dated: String { "\(RFC3339.text(date) ?? "-") \(self)" }
}
