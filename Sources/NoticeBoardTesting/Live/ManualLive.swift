public import NoticeBoardBase

/// A stream of live events that connects, breaks and ends as a test says.
///
/// ```swift
/// let live = ManualLive<Topic>()
/// feed.follow(live.steps()) { topic, shown in [.insert(topic)] }
/// feed.open()
/// await live.waitForReaders(1)
/// live.connect()
/// live.send(Topic(id: 7))
/// live.cut()                              // the list is behind
/// live.connect()                          // and reads its head again
/// ```
public final class ManualLive<Event: Sendable>: Sendable {
    /// A stream of steps.
    public typealias Steps = AsyncThrowingStream<LiveStep<Event>, any Error>

    private struct State {
        var readers: [Int: Steps.Continuation] = [:]
        var opened = 0
    }

    private let state = Watched(State())

    /// Creates a source that nobody reads.
    public init() {}

    /// The number of streams that were opened so far.
    public var opened: Int { state.value.opened }

    /// The number of streams that are read now.
    public var readers: Int { state.value.readers.count }

    /// Waits until `count` streams are read; returns at once if the task is cancelled.
    public func waitForReaders(_ count: Int) async { await state.until { $0.readers.count == count } }

    /// Waits until at least `count` streams were opened; returns at once if the task is cancelled.
    public func waitForOpened(_ count: Int) async { await state.until { $0.opened >= count } }

    /// Returns a stream of later steps.
    public func steps() -> Steps {
        let (stream, continuation) = Steps.makeStream()
        let number = state.update { state in
            state.opened += 1
            state.readers[state.opened] = continuation
            return state.opened
        }
        continuation.onTermination = { [weak self] _ in self?.state.update { $0.readers[number] = nil } }
        return stream
    }

    /// Opens a connection: the readers get `connected`.
    public func connect() { yield(.connected) }
    /// Sends an event.
    public func send(_ event: Event) { yield(.event(event)) }
    /// Cuts the connection: the readers get `disconnected`, and wait for the next one.
    public func cut() { yield(.disconnected) }

    /// Ends the streams, by an error if there is one.
    public func end(throwing error: (any Error)? = nil) {
        for reader in state.value.readers.values { reader.finish(throwing: error) }
    }

    private func yield(_ step: LiveStep<Event>) {
        for reader in state.value.readers.values { reader.yield(step) }
    }
}
