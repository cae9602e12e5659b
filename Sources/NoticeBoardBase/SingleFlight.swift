/// Shares one running operation among all concurrent callers with the same key.
///
/// A cancelled caller returns at once and does not disturb the others. An operation without callers is cancelled, or finished
/// where its result must not be lost, such as a new token that the server hands out only once.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    struct Flight: Sendable {
        let number: Int
        let task: Task<Void, Never>
        /// The highest priority that a caller has lent to the task.
        var priority: TaskPriority
        var waiting: [(number: Int, continuation: CheckedContinuation<Value, any Error>)]

        init(_ number: Int, _ task: Task<Void, Never>) {
            self.number = number
            self.task = task
            priority = Task.currentPriority
            waiting = []
        }
    }

    struct State: Sendable {
        var flights: [Key: Flight] = [:]
        /// Counts flights and callers together, so every number is unique.
        var lastNumber = 0

        init() {}

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    let state = Locked(State())
    private let endsWhenAbandoned: Bool

    /// Creates an empty group; `endsWhenAbandoned` cancels an operation when its last caller leaves.
    package init(endsWhenAbandoned: Bool) { self.endsWhenAbandoned = endsWhenAbandoned }

    /// Returns the result of the running operation for `key`, or of `work`, which it starts.
    ///
    /// Joins or starts before it leaves the caller's actor. The operation soon runs at the priority of its most urgent caller.
    package func value(
        for key: Key, isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let ticket = state.withLock { $0.nextNumber() }
        return try await withTaskCancellationHandler {
            // Naming the actor keeps this closure on it; otherwise the closure would leave the actor before it joins.
            try await withCheckedThrowingContinuation(isolation: isolation) { join(key, ticket, $0, work) }
        } onCancel: {
            leave(key, ticket)
        }
    }

    /// Throws `error` to the callers of each key that matches `isOver`, and cancels the operations.
    package func end(_ error: any Error, where isOver: (Key) -> Bool) {
        let ended = state.withLock { state in
            state.flights.keys.filter(isOver).compactMap { state.flights.removeValue(forKey: $0) }
        }
        for flight in ended {
            flight.task.cancel()
            for waiter in flight.waiting { waiter.continuation.resume(throwing: error) }
        }
    }

    private func join(
        _ key: Key, _ ticket: Int, _ continuation: CheckedContinuation<Value, any Error>,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        let priority = Task.currentPriority
        let (isCancelled, slower) = state.withLock { state -> (Bool, Task<Void, Never>?) in
            // A cancelled caller is not listed: its handler may have run already.
            if Task.isCancelled { return (true, nil) }
            var flight = state.flights[key] ?? begin(key, &state, work)
            flight.waiting.append((ticket, continuation))
            let slower = flight.priority < priority ? flight.task : nil
            if slower != nil { flight.priority = priority }
            state.flights[key] = flight
            return (false, slower)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        // A continuation lends no priority, and a caller that awaits the task could not leave, so a separate task awaits it.
        if let slower { Task(priority: priority) { await slower.value } }
    }

    /// Starts the operation under the lock, so that `leave` and `end` find its task.
    private func begin(
        _ key: Key, _ state: inout State, _ work: @escaping @Sendable () async throws -> Value
    ) -> Flight {
        let number = state.nextNumber()
        return Flight(
            number,
            Task { [self] in
                do { land(key, number, .success(try await work())) } catch { land(key, number, .failure(error)) }
            })
    }

    private func leave(_ key: Key, _ ticket: Int) {
        let departure = state.withLock { state in
            guard let index = state.flights[key]?.waiting.firstIndex(where: { $0.number == ticket }) else { return Departure() }
            var departure = Departure(continuation: state.flights[key]?.waiting.remove(at: index).continuation)
            guard endsWhenAbandoned, state.flights[key]?.waiting.isEmpty == true else { return departure }
            // Removed here, so that the next caller starts a new operation instead of joining a cancelled one.
            departure.abandoned = state.flights.removeValue(forKey: key)?.task
            return departure
        }
        departure.abandoned?.cancel()
        departure.continuation?.resume(throwing: CancellationError())
    }

    /// What the departure of a caller ends.
    private struct Departure: Sendable {
        var continuation: CheckedContinuation<Value, any Error>?
        /// The operation, if this was its last caller.
        var abandoned: Task<Void, Never>?
    }

    private func land(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        let flight = state.withLock { state in
            // Another operation may be running by now, after this one was abandoned.
            state.flights[key]?.number == number ? state.flights.removeValue(forKey: key) : nil
        }
        for waiter in flight?.waiting ?? [] { waiter.continuation.resume(with: result) }
    }
}
