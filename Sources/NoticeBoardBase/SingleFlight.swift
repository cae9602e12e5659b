/// Shares one running operation among all concurrent callers with the same key.
///
/// A cancelled caller returns at once and does not disturb the others. An operation without callers is cancelled, or finished
/// where its result must not be lost, such as a new token that the server hands out only once.
///
/// Inlinable like ``Locked``: unspecialized code looks up the types' metadata at every step of every call.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Flight: Sendable {
        @usableFromInline let number: Int
        @usableFromInline let task: Task<Void, Never>
        /// The highest priority that a caller has lent to the task.
        @usableFromInline var priority: TaskPriority
        @usableFromInline var waiting: [(number: Int, continuation: CheckedContinuation<Value, any Error>)]

        @inlinable init(_ number: Int, _ task: Task<Void, Never>) {
            (self.number, self.task) = (number, task)
            (priority, waiting) = (Task.currentPriority, [])
        }
    }

    @usableFromInline struct State: Sendable {
        @usableFromInline var flights: [Key: Flight] = [:]
        /// Counts flights and callers together, so every number is unique.
        @usableFromInline var lastNumber = 0

        @inlinable init() {}

        @inlinable mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    @usableFromInline let state = Locked(State())
    @usableFromInline let endsWhenAbandoned: Bool

    /// Creates an empty group; `endsWhenAbandoned` cancels an operation when its last caller leaves.
    @inlinable package init(endsWhenAbandoned: Bool) { self.endsWhenAbandoned = endsWhenAbandoned }

    /// Returns the result of the running operation for `key`, or of `work`, which it starts.
    ///
    /// Joins or starts before it leaves the caller's actor. The operation runs at the priority of its most urgent caller.
    @inlinable package func value(
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
    @inlinable package func end(_ error: any Error, where isOver: (Key) -> Bool) {
        let ended = state.withLock { state in
            state.flights.keys.filter(isOver).compactMap { state.flights.removeValue(forKey: $0) }
        }
        for flight in ended {
            flight.task.cancel()
            for waiter in flight.waiting { waiter.continuation.resume(throwing: error) }
        }
    }

    @inlinable func join(
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
    @inlinable func begin(
        _ key: Key, _ state: inout State, _ work: @escaping @Sendable () async throws -> Value
    ) -> Flight {
        let number = state.nextNumber()
        return Flight(
            number,
            Task { [self] in
                do { land(key, number, .success(try await work())) } catch { land(key, number, .failure(error)) }
            })
    }

    @inlinable func leave(_ key: Key, _ ticket: Int) {
        let (continuation, task) = state.withLock { state in
            guard let place = state.flights[key]?.waiting.firstIndex(where: { $0.number == ticket }) else {
                return (nil, nil) as (CheckedContinuation<Value, any Error>?, Task<Void, Never>?)
            }
            let continuation = state.flights[key]?.waiting.remove(at: place).continuation
            guard endsWhenAbandoned, state.flights[key]?.waiting.isEmpty == true else { return (continuation, nil) }
            // Removed here, so that the next caller starts a new operation instead of joining a cancelled one.
            return (continuation, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    @inlinable func land(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        let flight = state.withLock { state in
            // Another operation may be running by now, after this one was abandoned.
            state.flights[key]?.number == number ? state.flights.removeValue(forKey: key) : nil
        }
        for waiter in flight?.waiting ?? [] { waiter.continuation.resume(with: result) }
    }
}
