/// A value with any number of subscribers, each reading it as a stream.
///
/// A subscriber gets the current value, then later ones; a slow one only the newest. The streams finish with the broadcast and do
/// not keep it alive.
package final class Broadcast<Value: Sendable>: Sendable {
    /// A subscriber, and the count of values when it was last notified or subscribed.
    private typealias Subscriber = (continuation: AsyncStream<Value>.Continuation, known: Int)

    private struct State {
        var current: Value?
        /// The number of values so far.
        var count = 0
        var subscribers: [Int: Subscriber] = [:]
        var nextNumber = 0
        var isFinished = false
        /// Whether a ``notify()`` is running, which delivers later values, too.
        var isNotifying = false

        /// Returns the next delivery: the newest value, or `nil` to finish the streams, and its subscribers.
        ///
        /// Returns `nil` and ends notifying once every subscriber is up to date.
        mutating func next() -> (value: Value?, subscribers: [Subscriber])? {
            let behind = subscribers.filter { $0.value.known != count }
            if !behind.isEmpty {
                for number in behind.keys { subscribers[number]?.known = count }
                return (current, Array(behind.values))
            }
            guard isFinished, !subscribers.isEmpty else {
                isNotifying = false
                return nil
            }
            defer { subscribers = [:] }
            return (nil, Array(subscribers.values))
        }
    }

    private let state: Locked<State>

    /// Creates a broadcast whose subscribers get `value` first; with `nil` they wait for the first ``send(_:)``.
    package init(_ value: Value? = nil) { state = Locked(State(current: value)) }

    deinit { finish() }

    /// Whether there are subscribers; check it before making an expensive value.
    package var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty && !$0.isFinished } }

    /// Sends `value` to all subscribers, and keeps it for later ones.
    package func send(_ value: Value) {
        keep(value)
        notify()
    }

    /// Keeps `value` for later subscribers; current ones get it at the next ``notify()``.
    ///
    /// For callers that make values in order under a lock: they must release it before they notify.
    package func keep(_ value: Value) {
        // The former value is released outside of the lock: its `deinit` may use the broadcast.
        _ = state.withLock { state -> Value? in
            guard !state.isFinished else { return nil }
            defer {
                state.current = value
                state.count += 1
            }
            return state.current
        }
    }

    /// Delivers the newest kept value to every subscriber that lacks it; a running call does so for later ones.
    ///
    /// Never call it under a lock: resuming a task that is being cancelled waits for its cancellation handlers, which may take
    /// any lock, including this class's.
    package func notify() {
        let isFirst = state.withLock { state in
            defer { state.isNotifying = true }
            return !state.isNotifying
        }
        guard isFirst else { return }
        while let news = state.withLock({ $0.next() }) {
            for subscriber in news.subscribers {
                if let value = news.value { subscriber.continuation.yield(value) } else { subscriber.continuation.finish() }
            }
        }
    }

    /// Returns a stream of `first` or else the current value, then later ones; a slow reader gets only the newest.
    ///
    /// Give a `first` only under the lock under which values are kept: one that was kept before is never delivered.
    package func stream(startingWith first: Value? = nil) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            if let value = first ?? state.current { continuation.yield(value) }
            state.nextNumber += 1
            state.subscribers[state.nextNumber] = (continuation, state.count)
            return state.nextNumber
        }
        if let number {
            // Set after the subscriber is listed: a finished stream calls it at once.
            continuation.onTermination = { [weak self] _ in
                // Released outside of the lock, with the value that was not read.
                _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// Finishes every stream, including later ones.
    package func finish() {
        state.withLock { $0.isFinished = true }
        notify()
    }
}
