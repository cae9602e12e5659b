/// What the first of two pieces of work to end gives or throws; the other is cancelled and not waited for.
///
/// A task group would wait: work that ignores its cancellation then holds the caller for ever, which is what a deadline is
/// there to prevent. Cancelling the caller cancels both and returns at once.
package func firstOf<Value: Sendable>(
    _ one: @escaping @Sendable () async throws -> Value, _ other: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await Race().value(of: [one, other])
}

/// Work that whoever holds the race may end: who waits for it goes on at once, and what still runs is cancelled behind it.
package final class Race<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var result: Result<Value, any Error>?
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Locked(State())

    /// A race that has not begun.
    package init() {}

    /// What the first of `runners` to end gives or throws, or what the race was ended with.
    ///
    /// Begins nothing for a caller who is cancelled already, nor once the race is over. Ask for it once.
    package func value(of runners: [@Sendable () async throws -> Value]) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard begin(continuation) else { return }
                for runner in runners {
                    add(
                        Task {
                            do { end(.success(try await runner())) } catch { end(.failure(error)) }
                        })
                }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Ends the race, unless it is over: the caller first, then what still runs.
    ///
    /// To cancel is to run what others have hung on it. Were that to wait for something, the caller would wait along.
    package func end(_ result: Result<Value, any Error>) {
        let (continuation, tasks) = state.withLock { state in
            guard state.result == nil else { return (nil, []) as (CheckedContinuation<Value, any Error>?, [Task<Void, Never>]) }
            state.result = result
            defer { (state.continuation, state.tasks) = (nil, []) }
            return (state.continuation, state.tasks)
        }
        continuation?.resume(with: result)
        for task in tasks { task.cancel() }
    }

    private func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let early = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let early { continuation.resume(with: early) }
        return early == nil
    }

    private func add(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if state.result == nil { state.tasks.append(task) }
            return state.result != nil
        }
        if isOver { task.cancel() }
    }
}
