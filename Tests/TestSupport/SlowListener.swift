import Dispatch
import NoticeBoardBase
package import NoticeBoardTesting

/// Somebody who listens to a stream on a thread that is busy: whoever tells it something is held until a test says so.
///
/// What else happens meanwhile shows whether the teller holds something that others need. The teller had better have a thread of its
/// own: those that tasks share are as few as there are processors.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class SlowListener: TaskExecutor {
    /// Open when something is told that has not got through.
    package let isBeingTold = Gate()
    private let (isSlow, hasRun) = (Locked(false), Gate())
    private let release = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "NoticeBoard.SlowListener")

    package init() {}

    /// Listens, and gives everything that came when the stream is over; what comes after this returned is held.
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

    /// Lets through what is held.
    package func goOn() { release.signal() }

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
            // A listener that has begun goes on until there is nothing to hear.
            self.hasRun.open()
        }
    }
}
