/// Runs an operation once for all callers that ask for it at the same time.
///
/// Each caller leaves alone: a cancelled one returns at once and does not disturb the others. An operation without callers is
/// cancelled, or finished where that matters, as with a new token that the server hands out only once.
///
/// Inlinable as ``Locked`` is: unspecialized code asks for the types' metadata at every step of every call.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Flight {
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

    @usableFromInline struct State {
        @usableFromInline var flights: [Key: Flight] = [:]
        /// Of flights and callers: no number is used twice.
        @usableFromInline var lastNumber = 0

        @inlinable init() {}

        @inlinable mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    @usableFromInline let state = Locked(State())
    @usableFromInline let endsWhenAbandoned: Bool

    /// Creates flights that are cancelled when their last caller leaves, or go on to their end.
    @inlinable package init(endsWhenAbandoned: Bool) { self.endsWhenAbandoned = endsWhenAbandoned }

    /// Returns the result of the operation for `key` that is underway, or of `work`, begun now.
    ///
    /// Joins or begins before it leaves the caller's actor. The operation runs at the priority of its most urgent caller.
    @inlinable package func value(
        for key: Key, isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let ticket = state.withLock { $0.nextNumber() }
        return try await withTaskCancellationHandler {
            // Naming the actor here keeps this closure on it; it would leave the actor before it joins otherwise.
            try await withCheckedThrowingContinuation(isolation: isolation) { join(key, ticket, $0, work) }
        } onCancel: {
            leave(key, ticket)
        }
    }

    /// Throws `error` to the callers of each key that `isOver`, and cancels their operation.
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
            // A task is marked as cancelled before its handler runs, which then finds no caller to resume.
            if Task.isCancelled { return (true, nil) }
            var flight = state.flights[key] ?? begin(key, &state, work)
            flight.waiting.append((ticket, continuation))
            let slower = flight.priority < priority ? flight.task : nil
            if slower != nil { flight.priority = priority }
            state.flights[key] = flight
            return (false, slower)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        // A continuation lends no priority, and a task that awaits another one cannot leave: so a third one awaits it.
        if let slower { Task(priority: priority) { await slower.value } }
    }

    /// Begins the operation under the lock, so that whoever leaves or ends it finds its task.
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
            // Removed here, so that the next caller begins anew instead of being cancelled as well.
            return (continuation, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    @inlinable func land(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        let flight = state.withLock { state in
            // Another one may be underway by now, after this one was abandoned.
            state.flights[key]?.number == number ? state.flights.removeValue(forKey: key) : nil
        }
        for waiter in flight?.waiting ?? [] { waiter.continuation.resume(with: result) }
    }
}
