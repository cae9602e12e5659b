/// Work that is done once for all who ask for it at the same time.
///
/// Each of them leaves alone: one that is cancelled goes at once and disturbs nobody. What is left without anybody waiting is
/// cancelled, or goes on to its end where that matters, as with a new token that the server hands out only once.
///
/// Inlinable as ``Locked`` is: made for any value, it asks for types at every step of every call.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Flight {
        @usableFromInline let number: Int
        @usableFromInline var task: Task<Void, Never>?
        @usableFromInline var waiting: [(number: Int, continuation: CheckedContinuation<Value, any Error>)]

        @inlinable init(_ number: Int, _ ticket: Int, _ first: CheckedContinuation<Value, any Error>) {
            (self.number, waiting) = (number, [(ticket, first)])
        }
    }

    @usableFromInline struct State {
        @usableFromInline var flights: [Key: Flight] = [:]
        /// Of flights and of those who wait: none is given twice.
        @usableFromInline var lastNumber = 0

        @inlinable init() {}

        @inlinable mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    @usableFromInline let state: Locked<State>
    @usableFromInline let endsWhenAbandoned: Bool
    @usableFromInline let beginsHere: Bool

    /// Flights that are cancelled when nobody waits for them any more, or go on to their end; begun on the thread of who asks
    /// first, where that may be kept busy.
    @inlinable package init(endsWhenAbandoned: Bool, beginsHere: Bool = false) {
        state = Locked(State())
        (self.endsWhenAbandoned, self.beginsHere) = (endsWhenAbandoned, beginsHere)
    }

    /// What the work of `key` comes to: the work that is on its way, or `work`, begun now.
    ///
    /// Joins or begins before it leaves the caller's actor.
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

    /// Sends everybody away with `error` who waits for a key that `isOver`, and cancels that work.
    @inlinable package func end(_ error: any Error, where isOver: (Key) -> Bool) {
        let ended = state.withLock { state in
            state.flights.keys.filter(isOver).compactMap { state.flights.removeValue(forKey: $0) }
        }
        for flight in ended {
            flight.task?.cancel()
            for waiter in flight.waiting { waiter.continuation.resume(throwing: error) }
        }
    }

    @inlinable func join(
        _ key: Key, _ ticket: Int, _ continuation: CheckedContinuation<Value, any Error>,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        let (isCancelled, begun) = state.withLock { state -> (Bool, Int?) in
            // A task is marked as cancelled before its handler runs, which then finds nobody to send away.
            if Task.isCancelled { return (true, nil) }
            guard state.flights[key] == nil else {
                state.flights[key]?.waiting.append((ticket, continuation))
                return (false, nil)
            }
            let number = state.nextNumber()
            state.flights[key] = Flight(number, ticket, continuation)
            return (false, number)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        guard let begun else { return }
        let fly: @Sendable () async -> Void = { [self] in
            do { land(key, begun, .success(try await work())) } catch { land(key, begun, .failure(error)) }
        }
        let task = beginsHere ? Task.begun { await fly() } : Task { await fly() }
        let isOver = state.withLock { state in
            if state.flights[key]?.number == begun { state.flights[key]?.task = task }
            return state.flights[key]?.number != begun
        }
        // Landed already, or left by everybody.
        if isOver { task.cancel() }
    }

    @inlinable func leave(_ key: Key, _ ticket: Int) {
        let (continuation, task) = state.withLock { state in
            guard let place = state.flights[key]?.waiting.firstIndex(where: { $0.number == ticket }) else {
                return (nil, nil) as (CheckedContinuation<Value, any Error>?, Task<Void, Never>?)
            }
            let continuation = state.flights[key]?.waiting.remove(at: place).continuation
            guard endsWhenAbandoned, state.flights[key]?.waiting.isEmpty == true else { return (continuation, nil) }
            // Taken out here, so that who comes now begins anew and is not sent away with the others.
            return (continuation, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    @inlinable func land(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        let flight = state.withLock { state in
            // Another may be under way by now, after this one was abandoned.
            state.flights[key]?.number == number ? state.flights.removeValue(forKey: key) : nil
        }
        for waiter in flight?.waiting ?? [] { waiter.continuation.resume(with: result) }
    }
}
