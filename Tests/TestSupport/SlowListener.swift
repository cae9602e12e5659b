import Dispatch
import NoticeBoardBase
package import NoticeBoardTesting

/// A subscriber of a stream on a busy thread: the sender of an element is blocked until the test continues.
///
/// While it is blocked, calls of the test show whether the sender holds a lock. Run the sender on a thread of its own, because tasks
/// share one thread per processor.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class SlowListener: TaskExecutor {
    /// Opens when a sender is blocked.
    package let isBeingTold = Gate()
    private let (isSlow, hasRun) = (Locked(false), Gate())
    private let release = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "NoticeBoard.SlowListener")

    package init() {}

    /// Subscribes and returns a task with all elements of the stream.
    ///
    /// From then on the next sender is blocked.
    package func hearing<Value: Sendable>(_ stream: AsyncStream<Value>) async throws -> Task<[Value], Never> {
        let hearing = Task(executorPreference: self) {
            var received: [Value] = []
            for await value in stream { received.append(value) }
            return received
        }
        try await hasRun.pass()
        isSlow.withLock { $0 = true }
        return hearing
    }

    /// Lets the blocked sender continue.
    package func resume() { release.signal() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isHeld = isSlow.withLock { isSlow in
            defer { isSlow = false }
            return isSlow
        }
        if isHeld {
            isBeingTold.open()
            release.wait()
        }
        queue.async {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            // The subscriber has reached its next suspension: it is subscribed and waits for an element.
            self.hasRun.open()
        }
    }
}
