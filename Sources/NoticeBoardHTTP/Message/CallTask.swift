import NoticeBoardBase

/// Runs the work of a call in a task, and ends it early.
///
/// These end a call before its response, and nothing else does:
/// - its caller, by the cancellation of its own task;
/// - its timeout (`TimeoutInterceptor`);
/// - the end of its account's session (``AccountCalls``).
///
/// Each of them calls ``cancel(because:)``, and the first reason is the error. In any case the caller waits until the work has
/// ended, so that nothing is sent after it has its error.
final class CallTask: Sendable {
    /// Returns the error of an ended call, when its caller may get it.
    typealias Reason = @Sendable () async -> any Error

    private struct State: Sendable {
        /// The task, while it runs.
        var task: (any Cancellable)?
        var reason: Reason?
        var isOver = false
    }

    private let state = Locked(State())

    /// Runs `work` and returns its result, or throws the reason for which the call was ended.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        // A task that has started runs for a moment, also if its cancellation follows at once.
        try Task.checkCancellation()
        let task = start(work)
        let result = await withTaskCancellationHandler {
            await task?.result
        } onCancel: {
            cancel { CancellationError() }
        }
        if let reason = state.withLock({ $0.reason }) { throw await reason() }
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    /// Starts the task, unless the call was ended before.
    ///
    /// Under the lock, so that a cancellation always finds the task, and a call that was cancelled before it began sends nothing.
    private func start<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error>? {
        state.withLock { state in
            guard state.reason == nil else { return nil }
            let task = Task { [self] in
                defer { finish() }
                return try await work()
            }
            state.task = task
            return task
        }
    }

    private func finish() {
        state.withLock { state in
            state.isOver = true
            state.task = nil
        }
    }

    /// Cancels the task; does nothing if the work has ended.
    ///
    /// The first reason counts. Later ones cancel as well: when a sign-out returns, each of its calls is cancelled, also one whose
    /// timeout is just passing on another thread.
    func cancel(because reason: @escaping Reason) {
        let task = state.withLock { state -> (any Cancellable)? in
            guard !state.isOver else { return nil }
            state.reason = state.reason ?? reason
            return state.task
        }
        task?.cancel()
    }
}

/// A task of any result.
private protocol Cancellable: Sendable {
    func cancel()
}

extension Task: Cancellable {}
