import NoticeBoardBase

/// A page request in flight: a task that loads the page, and the callers that wait for it.
///
/// Waiting ends immediately when the waiting task is cancelled, even if the load ignores cancellation. Awaiting the task's
/// `value` would wait for the load.
final class PageFlight<Item: Sendable>: Sendable {
    private struct State {
        var result: Result<Page<Item>, any Error>?
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var task: Task<Void, Never>?
        var visitors = 0
    }

    let position: PagePosition?
    private let state = Locked(State())

    /// Starts a request.
    init(_ position: PagePosition?, _ load: @escaping @Sendable (PagePosition?) async throws -> Page<Item>) {
        self.position = position
        let task = Task {
            do { land(.success(try await load(position))) } catch { land(.failure(error)) }
        }
        state.withLock { if $0.result == nil { $0.task = task } }
    }

    /// Cancels the load; its cancellation handlers have run when this returns.
    func cancel() { state.withLock { $0.task }?.cancel() }

    /// Waits for the page; throws `CancellationError` when cancelled.
    func page() async throws -> Page<Item> {
        let number = state.withLock { state in
            state.visitors += 1
            return state.visitors
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                let waits = state.withLock { state in
                    // The cancellation handler may have run already, and found no continuation to resume.
                    guard state.result == nil, !Task.isCancelled else { return false }
                    state.waiting[number] = wake
                    return true
                }
                if !waits { wake.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
        guard let result = state.withLock({ $0.result }) else { throw CancellationError() }
        return try result.get()
    }

    private func land(_ result: Result<Page<Item>, any Error>) {
        let waiting = state.withLock { state in
            state.result = result
            state.task = nil
            defer { state.waiting = [:] }
            return state.waiting
        }
        for wake in waiting.values { wake.resume() }
    }
}
