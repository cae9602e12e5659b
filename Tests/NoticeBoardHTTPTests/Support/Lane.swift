import Dispatch
import NoticeBoardBase

/// A single-threaded executor that lets a test wait until all its tasks are suspended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Lane: TaskExecutor {
    private struct State {
        /// The number of queued and running jobs.
        var jobs = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let queue = DispatchQueue(label: "lane")
    private let state = Locked(State())

    func enqueue(_ job: consuming ExecutorJob) {
        state.withLock { $0.jobs += 1 }
        let job = UnownedJob(job)
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            let done = state.withLock { state in
                state.jobs -= 1
                guard state.jobs == 0 else { return [] as [CheckedContinuation<Void, Never>] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in done { continuation.resume() }
        }
    }

    /// Starts `count` tasks and returns them once each has ended or is suspended.
    func start<Value: Sendable>(
        _ count: Int, _ work: @escaping @Sendable () async throws -> Value
    ) async -> [Task<Value, any Error>] {
        let tasks = (0..<count).map { _ in Task(executorPreference: self) { try await work() } }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.jobs > 0 { state.waiting.append(continuation) }
                return state.jobs == 0
            }
            if isIdle { continuation.resume() }
        }
        return tasks
    }
}
