import Dispatch

/// A thread for a test that computes for seconds or blocks.
///
/// Swift's tasks share one thread per processor. A test that occupies a thread for seconds delays all others: on two processors,
/// two such tests block the sockets of other tests until they time out.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OwnThread: TaskExecutor {
    /// A serial queue gets a thread outside of the shared pool; a concurrent queue doesn't.
    private let lane = DispatchQueue(label: "org.noticeboard.testing.own-thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lane.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs `body` on a thread of its own instead of the shared threads, and returns its result.
///
/// On systems without task executors it runs on the caller's threads.
package func withOwnThread<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
) async rethrows -> Value {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await body() }
    return try await withTaskExecutorPreference(OwnThread(), operation: body)
}
