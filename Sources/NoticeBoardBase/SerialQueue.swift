package import Dispatch

/// Runs work one piece after the other, in the order in which it was added.
///
/// ``add(_:)`` is synchronous: a piece has its place in the order before the caller goes on, which an `async` function that leaves
/// its caller's actor can't promise. Work that is added is done even when the queue and the caller go meanwhile.
package final class SerialQueue: Sendable {
    private struct Content {
        /// Grows with every ``end()``: a piece of an earlier generation does not begin.
        var generation = 0
        var lastNumber = 0
        var last: Task<Void, Never>?
        /// Cancels a piece, for each piece that has not ended.
        var cancels: [Int: Cancel] = [:]
    }

    private struct Cancel { let run: @Sendable () -> Void }

    private let content = Locked(Content())
    /// Runs blocking work, which may hold none of the threads that tasks share.
    package let thread: DispatchQueue

    /// Creates an empty queue; `label` and `quality` belong to the thread of ``addBlocking(_:)``.
    package init(_ label: String = "NoticeBoard.SerialQueue", quality: DispatchQoS = .userInitiated) {
        thread = DispatchQueue(label: label, qos: quality)
    }

    /// Whether every piece has ended.
    package var isIdle: Bool { content.withLock { $0.cancels.isEmpty } }

    /// Runs `work` after everything that was added before.
    ///
    /// The task throws `sessionOver` where ``end()`` or ``cancel()`` is called before `work` begins, unless `outlastsEnd`.
    @discardableResult package func add<Value: Sendable>(
        outlastsEnd: Bool = false, _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        content.withLock { content in
            content.lastNumber += 1
            let (before, generation, number) = (content.last, content.generation, content.lastNumber)
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

    /// Runs work that blocks its thread, a file's for example, after everything that was added before.
    @discardableResult package func addBlocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) -> Task<Value, any Error> {
        add { [thread] in
            try await withCheckedThrowingContinuation { continuation in
                thread.async { continuation.resume(with: Result(catching: work)) }
            }
        }
    }

    /// Drops what has not begun; what runs is finished, and what is added from now on follows it.
    package func end() { content.withLock { $0.generation += 1 } }

    /// Drops what has not begun, and cancels what runs.
    package func cancel() {
        let cancels = content.withLock { content in
            content.generation += 1
            return content.cancels.values.map(\.run)
        }
        // A cancellation handler may call the queue.
        for cancel in cancels { cancel() }
    }

    /// Returns when everything that was added so far has ended.
    package func drained() async { await content.withLock { $0.last }?.value }
}
