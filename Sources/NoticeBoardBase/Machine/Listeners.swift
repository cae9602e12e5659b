/// Closures that are called with values on the main actor, each until its observation ends.
@MainActor package final class Listeners<Value> {
    /// A struct, because a closure passed through a generic lock is wrapped again each time.
    private struct Body { let call: @MainActor (Value) -> Void }

    private struct Listener {
        /// `nil` once its observation has ended.
        let body: Locked<Body?>
        /// The number of values that were sent before it was added, and which it does not get.
        let sentBefore: Int
    }

    private var listeners: [Listener] = []
    private var waiting: [Value] = []
    /// The number of values sent so far.
    private var sent = 0
    private var isNotifying = false

    /// Creates an empty list.
    package init() {}

    /// Calls `body` with every value that is sent from now on, and with none of those that are still being delivered.
    package func add(_ body: @escaping @MainActor (Value) -> Void) -> StateObservation {
        listeners.removeAll { $0.body.withLock { $0 == nil } }
        let listener = Listener(body: Locked(Body(call: body)), sentBefore: sent)
        listeners.append(listener)
        return StateObservation { [body = listener.body] in
            // Released outside of the lock: the closure may own this observation, whose `deinit` ends it again.
            _ = body.take()
        }
    }

    /// Calls `body` with `value` before this returns, then with every later value.
    package func add(now value: Value, _ body: @escaping @MainActor (Value) -> Void) -> StateObservation {
        // Added first, since `body` may cause the next value.
        let observation = add(body)
        body(value)
        return observation
    }

    /// Calls all listeners, in the order in which they were added.
    ///
    /// A value that a listener sends is queued until all have received the current one, so that all see the same order.
    package func notify(_ value: Value) {
        waiting.append(value)
        sent += 1
        guard !isNotifying else { return }
        isNotifying = true
        defer { isNotifying = false }
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            let number = sent - waiting.count
            for listener in listeners where listener.sentBefore < number { listener.body.withLock({ $0 })?.call(next) }
        }
    }
}
