import Dispatch

/// A thread for work that keeps it for long: a random test that computes for seconds, or something that blocks.
///
/// All of Swift's tasks share as many threads as there are processors. A test that uses one for seconds delays all others, and
/// on two processors two such tests stop the sockets of other tests until they time out.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OwnThread: TaskExecutor {
    /// A serial queue has a thread beside the shared ones; a concurrent queue would not.
    private let lane = DispatchQueue(label: "org.noticeboard.testing.own-thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lane.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs `body` outside of the threads that all tasks share, and returns its result.
///
/// On systems older than task executors it runs where its caller does.
package func withOwnThread<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
) async rethrows -> Value {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await body() }
    return try await withTaskExecutorPreference(OwnThread(), operation: body)
}
