/// Work that somebody else may end: who waits for it goes on at once, and the work is cancelled behind it.
///
/// A task group would wait: work that ignores its cancellation then holds the caller for ever, which is what a deadline is
/// there to prevent. Inlinable as ``Locked`` is: made for any value, it asks for types at every step of every call.
package struct Race<Value: Sendable>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var continuation: CheckedContinuation<Value, any Error>?
        @usableFromInline var result: Result<Value, any Error>?
        @usableFromInline var task: Task<Void, Never>?
        /// Whether what the work comes to counts no more.
        @usableFromInline var isStopped = false

        @inlinable init() {}
    }

    @usableFromInline let state: Locked<State>

    /// A race that has not begun.
    @inlinable package init() { state = Locked(State()) }

    /// What `work` gives or throws, or what the race was ended with before.
    ///
    /// Ask for it once. Begins nothing for a caller who is cancelled already, nor once the race is over. Cancelling the caller cancels the work
    /// and returns at once.
    @inlinable package func value(of work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard begin(continuation) else { return }
                let task = Task.begun {
                    do { land(.success(try await work())) } catch { land(.failure(error)) }
                }
                let isLate = state.withLock { state in
                    if state.result == nil, !state.isStopped { state.task = task }
                    return state.task == nil
                }
                // Behind the caller here, too.
                if isLate { Task { task.cancel() } }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Ends the race, unless it is over: the caller first, then what still runs.
    ///
    /// To cancel is to run what others have hung on it. Were that to wait for something, the caller would wait along.
    @inlinable package func end(_ result: Result<Value, any Error>) {
        let (continuation, task) = state.withLock { state in
            guard state.result == nil else { return (nil, nil) as (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) }
            state.result = result
            defer { (state.continuation, state.task) = (nil, nil) }
            return (state.continuation, state.task)
        }
        continuation?.resume(with: result)
        task?.cancel()
    }

    /// Cancels the work, which comes to nothing from now on: the caller waits for ``end(_:)``.
    @inlinable package func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }

    /// False when there is nothing to begin.
    @inlinable func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let (early, isStopped) = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return (state.result, state.isStopped)
        }
        if let early { continuation.resume(with: early) }
        return early == nil && !isStopped
    }

    @inlinable func land(_ result: Result<Value, any Error>) {
        guard !state.withLock({ $0.isStopped }) else { return }
        end(result)
    }
}

extension Task where Success == Void, Failure == Never {
    /// A task that begins at once on this thread, where the system can do that, and gives it back when it first waits.
    ///
    /// Else somebody would have to wake another thread, for work that often is over before that is awake. Work that keeps its
    /// thread busy before it first waits keeps the caller, too.
    @inlinable package static func begun(_ work: sending @escaping @isolated(any) () async -> Void) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return .immediate(operation: work) }
        return Task(operation: work)
    }
}
