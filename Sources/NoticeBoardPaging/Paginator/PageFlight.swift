import NoticeBoardBase

/// A page request in flight.
///
/// Waiting ends immediately when the waiting task is cancelled, even if the load ignores cancellation. Awaiting the task's
/// `value` would wait for the load.
final class PageFlight<Item: Sendable>: Sendable {
    let position: PagePosition?
    private let task: Task<Page<Item>, any Error>
    /// All waiting tasks share one wait, under one key.
    private let waiting = SingleFlight<Bool, Page<Item>>(endsWhenAbandoned: true)

    /// Starts a request.
    init(_ position: PagePosition?, _ load: @escaping @Sendable (PagePosition?) async throws -> Page<Item>) {
        self.position = position
        task = Task { try await load(position) }
    }

    /// Whether the load was cancelled.
    var isCancelled: Bool { task.isCancelled }

    /// Cancels the load; its cancellation handlers have run when this returns.
    func cancel() { task.cancel() }

    /// Waits for the page; throws `CancellationError` when cancelled.
    func page() async throws -> Page<Item> { try await waiting.value(for: true) { [task] in try await task.value } }
}
