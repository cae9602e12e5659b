package import Dispatch

/// A queue that runs work one piece at a time, in the order it was added.
///
/// ``add(outlastsEnd:_:)`` is synchronous, so work is in order before the caller continues; an `async` function leaves its
/// caller's actor first. Added work runs even if the queue and the caller are released.
package final class SerialQueue: Sendable {
    private struct Content {
        /// Increased by ``end()`` and ``cancel()``: work of an earlier generation does not start.
        var generation = 0
        var lastNumber = 0
        var last: Task<Void, Never>?
        /// Cancels a piece of work, for each that has not ended.
        var cancels: [Int: Cancel] = [:]
    }

    private struct Cancel { let run: @Sendable () -> Void }

    private let content = Locked(Content())
    /// Runs blocking work, which must not block the threads that tasks share.
    private let thread: DispatchQueue
    private let begin: BeginBlocking

    /// Begins blocking work on a thread, or calls it with the system's refusal.
    package typealias BeginBlocking = @Sendable (DispatchQueue, @escaping @Sendable (NoticeBoardError?) -> Void) -> Void

    /// Creates an empty queue; `label` and `quality` configure the thread of ``addBlocking(_:)``.
    package init(
        _ label: String = "NoticeBoard.SerialQueue", quality: DispatchQoS = .userInitiated,
        begin: @escaping BeginBlocking = { ExpiringActivity.begin(on: $0, $1) }
    ) {
        thread = DispatchQueue(label: label, qos: quality)
        self.begin = begin
    }

    /// Whether all work has ended.
    package var isIdle: Bool { content.withLock { $0.cancels.isEmpty } }

    /// Runs `work` after all work that was added before.
    ///
    /// The task throws `sessionOver` if ``end()`` or ``cancel()`` is called before `work` starts, unless `outlastsEnd`.
    @discardableResult package func add<Value: Sendable>(
        outlastsEnd: Bool = false, _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        content.withLock { content in
            content.lastNumber += 1
            let before = content.last
            let generation = content.generation
            let number = content.lastNumber
            let task = Task { [self] in
                await before?.value
                defer { self.content.withLock { $0.cancels[number] = nil } }
                guard outlastsEnd || self.content.withLock({ $0.generation == generation }) else {
                    throw NoticeBoardError(.sessionOver, "The session ended before the work began.")
                }
                return try await work()
            }
            content.cancels[number] = Cancel { task.cancel() }
            content.last = Task { _ = await task.result }
            return task
        }
    }

    /// Runs work that blocks its thread, such as file access, after all work that was added before.
    ///
    /// iOS does not suspend the app meanwhile; throws `storeBusy` if it is about to.
    @discardableResult package func addBlocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) -> Task<Value, any Error> {
        add { [self] in try await runBlocking(work) }
    }

    /// Runs work that blocks its thread as part of a piece of work of the queue; throws as ``addBlocking(_:)`` does.
    package func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            begin(thread) { refusal in
                continuation.resume(with: refusal.map { .failure($0) } ?? Result(catching: work))
            }
        }
    }

    /// Drops work that has not started.
    ///
    /// Running work finishes; work added later follows it.
    package func end() { content.withLock { $0.generation += 1 } }

    /// Drops work that has not started, and cancels running work.
    package func cancel() {
        let cancels = content.withLock { content in
            content.generation += 1
            return content.cancels.values.map(\.run)
        }
        // Unlocked: a cancellation handler may use the queue.
        for cancel in cancels { cancel() }
    }

    /// Returns when all work that was added so far has ended.
    package func drained() async { await content.withLock { $0.last }?.value }
}
