import NoticeBoardBase

/// Runs the signed-in user's writes in order; only sign-out cancels them.
///
/// ```swift
/// writes.begin(note.id) { .deleted(try await service.delete(note.id)) }
/// ```
///
/// Writes of one key run one after another, in parallel with other keys. A write returns a change, which all observers get before
/// `done` is called. A write continues when its screen closes, or the queue is released: the user wanted it.
@MainActor public final class WriteQueue<Change: Sendable> {
    private let changes: ChangeBus<Change>
    private let endings = Listeners<Void>()
    /// A serial queue for each key with writes, and the number of its writes.
    private var queues: [AnyHashable: (queue: SerialQueue, count: Int)] = [:]
    /// Whether ``end()`` was called, since the user signed out.
    public private(set) var isEnded = false

    /// Creates a queue that sends its changes on a bus.
    public init(_ changes: ChangeBus<Change>) { self.changes = changes }

    /// Runs a write after all earlier writes of the same key.
    ///
    /// Does nothing after ``end()``.
    ///
    /// `done` is called on the main actor when the write ends, but never after ``end()``.
    public func begin(
        _ key: some Hashable & Sendable, _ write: @escaping @Sendable () async throws -> Change?,
        done: @escaping @MainActor (Result<Change?, any Error>) -> Void = { _ in }
    ) {
        begin(key, write, change: { $0 }, done: done)
    }

    /// Runs a write that returns more than the change.
    func begin<Answer: Sendable>(
        _ key: some Hashable & Sendable, _ write: @escaping @Sendable () async throws -> Answer,
        change: @escaping @MainActor (Answer) -> Change?, done: @escaping @MainActor (Result<Answer, any Error>) -> Void
    ) {
        guard !isEnded else { return }
        let key = AnyHashable(key)
        let queue = queues[key]?.queue ?? SerialQueue()
        queues[key] = (queue, (queues[key]?.count ?? 0) + 1)
        // Retains the queue: a write outlives the screen that started it.
        queue.add { @MainActor [self] in
            let result: Result<Answer, any Error>
            do { result = .success(try await write()) } catch { result = .failure(error) }
            guard !isEnded else { return }
            queues[key]?.count -= 1
            if queues[key]?.count == 0 { queues[key] = nil }
            if case .success(let answer) = result, let change = change(answer) { changes.send(change) }
            // An observer of the change may have ended the queue.
            if !isEnded { done(result) }
        }
    }

    /// Ends all writes, because the user signed out.
    ///
    /// Running writes are cancelled; neither observers nor `done` are called for them.
    public func end() {
        guard !isEnded else { return }
        isEnded = true
        let ended = queues.values.map(\.queue)
        queues = [:]
        for queue in ended { queue.cancel() }
        endings.notify(())
    }

    /// Calls `body` when the queue ends.
    func observeEnd(_ body: @escaping @MainActor () -> Void) -> StateObservation { endings.add { _ in body() } }
}
