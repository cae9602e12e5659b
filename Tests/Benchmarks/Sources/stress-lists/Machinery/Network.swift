import NoticeBoardPaging

/// The requests of the list, each of which waits until it is answered by hand.
///
/// Unchecked: the closure of a `Feed` must be `Sendable`, and everything here runs on the main thread (`ManualJobs`).
final class Network: @unchecked Sendable {
    /// A request that was sent and not answered.
    struct Request {
        let number: Int
        let position: PagePosition?
        /// The answer that the service has computed; it is on its way.
        var computed: Answer?
        fileprivate let continuation: UnsafeContinuation<Page<Row>, any Error>

        func answer(with result: Result<Page<Row>, any Error>) { continuation.resume(with: result) }
    }

    private(set) var pending: [Request] = []
    /// The number of calls of the list's closure, each of which gets its number from it.
    private(set) var callCount = 0
    /// The number of calls that became requests: all but those of tasks that were cancelled before.
    private(set) var sentCount = 0
    private var cancelled: [Int] = []

    var isQuiet: Bool { pending.isEmpty }

    /// Sends a request and waits for its answer.
    func load(_ position: PagePosition?) async throws -> Page<Row> {
        callCount += 1
        let number = callCount
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                pending.append(Request(number: number, position: position, continuation: continuation))
                sentCount += 1
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        guard let index = pending.firstIndex(where: { $0.number == number }) else { return }
        cancelled.append(number)
        pending.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Removes a pending request, which the caller answers.
    func take(at index: Int) -> Request { pending.remove(at: index) }

    /// Keeps the answer that the service has computed at this moment, unless it computed one before.
    func setComputed(_ answer: Answer, at index: Int) {
        if pending[index].computed == nil { pending[index].computed = answer }
    }

    /// Returns the numbers of the requests that were cancelled since the last call.
    func takeCancelled() -> [Int] {
        defer { cancelled = [] }
        return cancelled
    }

    /// Cancels every request, so that no task outlives its script.
    func cancelAll() {
        while let request = pending.popLast() { request.continuation.resume(throwing: CancellationError()) }
    }
}
