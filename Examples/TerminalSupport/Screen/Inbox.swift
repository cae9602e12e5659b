/// What comes from several places for one who takes it in order, all that is there at a time.
@MainActor package final class Inbox<Event: Sendable> {
    private var events: [Event] = []
    private var reader: CheckedContinuation<Void, Never>?

    package init() {}

    package func put(_ event: Event) {
        events.append(event)
        reader?.resume()
        reader = nil
    }

    /// Everything that came since; waits while that is nothing.
    ///
    /// One reader at a time.
    package func take() async -> [Event] {
        if events.isEmpty { await withCheckedContinuation { reader = $0 } }
        defer { events = [] }
        return events
    }
}
