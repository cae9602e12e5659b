/// Keeps a closure being called: as long as somebody holds it, and does not cancel it.
public final class StateObservation: Sendable {
    private let isLive: Locked<Bool>

    init(_ isLive: Locked<Bool>) { self.isLive = isLive }

    deinit { cancel() }

    /// Ends it: a closure of the main actor is called no more once this returns there.
    public func cancel() { isLive.withLock { $0 = false } }
}

/// Closures on the main actor that are told of something, each until its observation ends.
@MainActor package final class Listeners<Value> {
    private var listeners: [(body: @MainActor (Value) -> Void, isLive: Locked<Bool>)] = []
    private var waiting: [Value] = []
    private var isTelling = false

    /// Nobody listens yet.
    package init() {}

    /// Calls `body` with every value that is told from now on.
    package func add(_ body: @escaping @MainActor (Value) -> Void) -> StateObservation {
        forgetEnded()
        let isLive = Locked(true)
        listeners.append((body, isLive))
        return StateObservation(isLive)
    }

    /// Tells everybody, in the order in which they came.
    ///
    /// What a listener tells while it is told waits until all have heard the value before, so that all hear the same order.
    package func tell(_ value: Value) {
        waiting.append(value)
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while !waiting.isEmpty {
            let value = waiting.removeFirst()
            forgetEnded()
            for listener in listeners where listener.isLive.withLock({ $0 }) { listener.body(value) }
        }
    }

    private func forgetEnded() { listeners.removeAll { !$0.isLive.withLock { $0 } } }
}
