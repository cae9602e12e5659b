/// Queues events from several sources for one reader, which receives them in order and in batches.
@MainActor package final class EventQueue<Event: Sendable> {
    private var events: [Event] = []
    private var reader: CheckedContinuation<Void, Never>?

    package init() {}

    package func append(_ event: Event) {
        events.append(event)
        reader?.resume()
        reader = nil
    }

    /// Removes and returns all queued events; waits while there are none.
    ///
    /// Only one reader may wait at a time.
    package func waitForEvents() async -> [Event] {
        if events.isEmpty { await withCheckedContinuation { reader = $0 } }
        defer { events = [] }
        return events
    }
}
