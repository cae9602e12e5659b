/// Work that is done once for all who ask for it at the same time.
///
/// Each of them leaves alone: one that is cancelled goes at once and disturbs nobody. What is left without anybody waiting is
/// cancelled, or goes on to its end where that matters, as with a new token that the server hands out only once.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Ticket: Sendable {}

    private struct Flight {
        let ticket = Ticket()
        var task: Task<Void, Never>?
        var waiting: [(ticket: Ticket, continuation: CheckedContinuation<Value, any Error>)] = []
    }

    private let flights = Locked<[Key: Flight]>([:])
    private let endsWhenAbandoned: Bool

    /// Flights that are cancelled when nobody waits for them any more, or go on to their end.
    package init(endsWhenAbandoned: Bool) { self.endsWhenAbandoned = endsWhenAbandoned }

    /// What the work of `key` comes to: the work that is on its way, or `work`, begun now.
    package func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let ticket = Ticket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { join(key, ticket, $0, work) }
        } onCancel: {
            leave(key, ticket)
        }
    }

    /// Sends everybody away with `error` who waits for a key that `isOver`, and cancels that work.
    package func end(_ error: any Error, where isOver: (Key) -> Bool) {
        let ended = flights.withLock { flights in
            flights.keys.filter(isOver).compactMap { flights.removeValue(forKey: $0) }
        }
        for flight in ended {
            flight.task?.cancel()
            for waiter in flight.waiting { waiter.continuation.resume(throwing: error) }
        }
    }

    private func join(
        _ key: Key, _ ticket: Ticket, _ continuation: CheckedContinuation<Value, any Error>,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        let isCancelled = flights.withLock { flights in
            // A task is marked as cancelled before its handler runs, which then finds nobody to send away.
            if Task.isCancelled { return true }
            var flight = flights[key] ?? Flight()
            flight.waiting.append((ticket, continuation))
            if flight.task == nil {
                flight.task = Task { [flightTicket = flight.ticket] in
                    do { land(key, flightTicket, .success(try await work())) } catch { land(key, flightTicket, .failure(error)) }
                }
            }
            flights[key] = flight
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    private func leave(_ key: Key, _ ticket: Ticket) {
        let (continuation, task) = flights.withLock { flights in
            guard let place = flights[key]?.waiting.firstIndex(where: { $0.ticket === ticket }) else {
                return (nil, nil) as (CheckedContinuation<Value, any Error>?, Task<Void, Never>?)
            }
            let continuation = flights[key]?.waiting.remove(at: place).continuation
            guard endsWhenAbandoned, flights[key]?.waiting.isEmpty == true else { return (continuation, nil) }
            // Taken out here, so that who comes now begins anew and is not sent away with the others.
            return (continuation, flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    private func land(_ key: Key, _ ticket: Ticket, _ result: Result<Value, any Error>) {
        let flight = flights.withLock { flights in
            // Another may be under way by now, after this one was abandoned.
            flights[key]?.ticket === ticket ? flights.removeValue(forKey: key) : nil
        }
        for waiter in flight?.waiting ?? [] { waiter.continuation.resume(with: result) }
    }
}
