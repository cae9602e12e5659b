/// A value that many watch: each gets the current one first, then every later one, and a slow one only the newest.
///
/// Its streams end with it, and do not keep it alive.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var current: Value?
        var subscribers: [Int: AsyncStream<Value>.Continuation] = [:]
        var nextNumber = 0
        var isFinished = false
    }

    private let state: Locked<State>
    /// How many listen, apart from the state: asked for at every change, mostly where nobody does.
    private let listening = Locked(0)

    /// A broadcast whose subscribers get `value` first, or nothing until the first ``send(_:)``.
    package init(_ value: Value? = nil) { state = Locked(State(current: value)) }

    deinit { finish() }

    /// Whether anybody is listening, so that a value that costs something need not be made for nobody.
    package var hasSubscribers: Bool { listening.withLock { $0 > 0 } }

    /// Gives `value` to everybody who listens, and keeps it for those who come.
    package func send(_ value: Value) {
        state.withLock { state in
            guard !state.isFinished else { return }
            state.current = value
            // Under the lock, so that two values reach everybody in the same order. A yield runs nobody's code.
            for subscriber in state.subscribers.values { subscriber.yield(value) }
        }
    }

    /// The current value, or `first` where one is given, then every later one that there was time for.
    package func stream(startingWith first: Value? = nil) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            if let value = first ?? state.current { continuation.yield(value) }
            state.nextNumber += 1
            state.subscribers[state.nextNumber] = continuation
            listening.withLock { $0 = state.subscribers.count }
            return state.nextNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        // Set when the subscriber is listed: a stream that is already over calls it at once.
        continuation.onTermination = { [weak self] _ in self?.leave(number) }
        return stream
    }

    /// Ends every stream, those to come too.
    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            listening.withLock { $0 = 0 }
            defer { state.subscribers = [:] }
            return state.subscribers.values
        }
        // Outside the lock: ending a stream calls ``leave(_:)``.
        for subscriber in subscribers { subscriber.finish() }
    }

    private func leave(_ number: Int) {
        state.withLock { state in
            state.subscribers[number] = nil
            listening.withLock { $0 = state.subscribers.count }
        }
    }
}
