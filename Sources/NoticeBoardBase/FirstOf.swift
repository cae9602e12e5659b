/// What the first of two pieces of work to end gives or throws; the other is cancelled and not waited for.
///
/// A task group would wait: work that ignores its cancellation then holds the caller for ever, which is what a deadline is
/// there to prevent. Cancelling the caller cancels both and returns at once.
package func firstOf<Value: Sendable>(
    _ one: @escaping @Sendable () async throws -> Value, _ other: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let race = Race<Value>()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            race.begin(continuation)
            for work in [one, other] {
                race.add(
                    Task {
                        do { race.end(.success(try await work())) } catch { race.end(.failure(error)) }
                    })
            }
        }
    } onCancel: {
        race.end(.failure(CancellationError()))
    }
}

/// Resumes the caller once, with whatever comes first, and cancels the rest.
private final class Race<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var result: Result<Value, any Error>?
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Locked(State())

    func begin(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let early { continuation.resume(with: early) }
    }

    func add(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            state.tasks.append(task)
            return state.result != nil
        }
        if isOver { task.cancel() }
    }

    func end(_ result: Result<Value, any Error>) {
        let (continuation, tasks) = state.withLock { state in
            guard state.result == nil else { return (nil, []) as (CheckedContinuation<Value, any Error>?, [Task<Void, Never>]) }
            state.result = result
            defer { state.continuation = nil }
            return (state.continuation, state.tasks)
        }
        for task in tasks { task.cancel() }
        continuation?.resume(with: result)
    }
}
