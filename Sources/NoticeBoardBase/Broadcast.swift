/// A value that many watch: each gets the current one first, then every later one, and a slow one only the newest.
///
/// Its streams end with it, and do not keep it alive.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct Subscriber {
        let continuation: AsyncStream<Value>.Continuation
        /// The number of the value that it was told last, or came with.
        var known: Int
    }

    private struct State {
        var current: Value?
        /// How many values there have been.
        var count = 0
        var subscribers: [Int: Subscriber] = [:]
        var nextNumber = 0
        var isFinished = false
        /// Whether somebody is telling, who will tell what comes meanwhile, too.
        var isNotifying = false

        /// Who has to be told now, and what: the newest value, or nothing when there will be none.
        ///
        /// When nobody has to, nobody is telling any more.
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
    /// How many listen, apart from the state: asked for at every change, mostly where nobody does.
    private let listening = Locked(0)

    /// A broadcast whose subscribers get `value` first, or nothing until the first ``send(_:)``.
    package init(_ value: Value? = nil) { state = Locked(State(current: value)) }

    deinit { finish() }

    /// Whether anybody is listening, so that a value that costs something need not be made for nobody.
    package var hasSubscribers: Bool { listening.withLock { $0 > 0 } }

    /// Gives `value` to everybody who listens, and keeps it for those who come.
    package func send(_ value: Value) {
        keep(value)
        notify()
    }

    /// Keeps `value` for those who come, and for those who listen until ``notify()``.
    ///
    /// For whoever makes the values under a lock, and so in their order: with the lock held nobody may be told.
    package func keep(_ value: Value) {
        state.withLock { state in
            guard !state.isFinished else { return }
            state.current = value
            state.count += 1
        }
    }

    /// Tells those who listen what was kept, each in its order and no more than the newest; if somebody is at it already, that one
    /// does.
    ///
    /// No lock is held meanwhile. Whoever is told is resumed, and while it is being cancelled elsewhere it cannot be: its handlers
    /// run first, this class's among them and those of whoever uses it, and may need any of the locks.
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

    /// The current value, or `first` where one is given, then every later one that there was time for.
    package func stream(startingWith first: Value? = nil) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            if let value = first ?? state.current { continuation.yield(value) }
            state.nextNumber += 1
            state.subscribers[state.nextNumber] = Subscriber(continuation: continuation, known: state.count)
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
        state.withLock { state in
            state.isFinished = true
            listening.withLock { $0 = 0 }
        }
        notify()
    }

    private func leave(_ number: Int) {
        state.withLock { state in
            state.subscribers[number] = nil
            if !state.isFinished { listening.withLock { $0 = state.subscribers.count } }
        }
    }
}
