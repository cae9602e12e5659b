/// Keeps a closure being called: as long as somebody holds it, and does not cancel it.
public final class StateObservation: Sendable {
    private let end: @Sendable () -> Void

    package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends it: a closure of the main actor is called no more once this returns there, and what it holds is let go.
    public func cancel() { end() }
}

/// Closures on the main actor that are told of something, each until its observation ends.
@MainActor package final class Listeners<Value> {
    /// A closure in a struct: one that a generic lock lends by itself is wrapped once more each time.
    private struct Body { let call: @MainActor (Value) -> Void }
    /// Nil once its observation has ended.
    private typealias Listener = Locked<Body?>

    private var listeners: [Listener] = []
    private var waiting: [Value] = []
    private var isNotifying = false

    /// Nobody listens yet.
    package init() {}

    /// Calls `body` with every value that is told from now on.
    package func add(_ body: @escaping @MainActor (Value) -> Void) -> StateObservation {
        forgetEnded()
        let listener = Listener(Body(call: body))
        listeners.append(listener)
        return StateObservation {
            // Let go outside of the lock: with the closure may go what holds this very observation, and ends it again.
            _ = listener.withLock { body in
                defer { body = nil }
                return body
            }
        }
    }

    /// The same for what has a value now: `body` is called with that before this returns.
    package func add(now value: Value, _ body: @escaping @MainActor (Value) -> Void) -> StateObservation {
        // Added first: what `body` does about the value may bring the next one.
        let observation = add(body)
        body(value)
        return observation
    }

    /// Tells everybody, in the order in which they came.
    ///
    /// What a listener tells while it is told waits until all have heard the value before, so that all hear the same order.
    package func notify(_ value: Value) {
        guard !isNotifying else {
            waiting.append(value)
            return
        }
        isNotifying = true
        defer { isNotifying = false }
        var next: Value? = value
        while let value = next {
            var hasEnded = false
            for listener in listeners {
                if let body = listener.withLock({ $0 }) { body.call(value) } else { hasEnded = true }
            }
            if hasEnded { forgetEnded() }
            next = waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }

    private func forgetEnded() { listeners.removeAll { $0.withLock { $0 == nil } } }
}
