import NoticeBoardBase

/// What a signed-in person writes: in order, and cancelled by nothing but signing out.
///
/// ```swift
/// writes.begin(note.id) { .deleted(try await service.delete(note.id)) }
/// ```
///
/// Writes of one key follow each other; others run beside them. What a write brings is a change, which everybody hears of before
/// it counts as done. A write goes on when the screen that began it goes, and when this object is let go: the person wanted it.
@MainActor public final class WriteQueue<Change: Sendable> {
    private let changes: ChangeBus<Change>
    private let endings = Listeners<Void>()
    /// A queue for each key that has a write, with the number of its writes.
    private var queues: [AnyHashable: (queue: SerialQueue, count: Int)] = [:]
    /// Whether they are over, since the person signed out.
    public private(set) var isEnded = false

    /// Writes whose changes are told on a bus.
    public init(_ changes: ChangeBus<Change>) { self.changes = changes }

    /// Writes something after all that was begun under the same key before; nothing is written once they have ended.
    ///
    /// `done` is called on the main actor when the write is over, and never after ``end()``.
    public func begin(
        _ key: some Hashable & Sendable, _ write: @escaping @Sendable () async throws -> Change?,
        done: @escaping @MainActor (Result<Change?, any Error>) -> Void = { _ in }
    ) {
        begin(key, write, change: { $0 }, done: done)
    }

    /// The same for an answer that holds more than the change.
    func begin<Answer: Sendable>(
        _ key: some Hashable & Sendable, _ write: @escaping @Sendable () async throws -> Answer,
        change: @escaping @MainActor (Answer) -> Change?, done: @escaping @MainActor (Result<Answer, any Error>) -> Void
    ) {
        guard !isEnded else { return }
        let key = AnyHashable(key)
        let queue = queues[key]?.queue ?? SerialQueue()
        queues[key] = (queue, (queues[key]?.count ?? 0) + 1)
        // Holds this object: a write outlives the screen that began it.
        queue.add { @MainActor [self] in
            let result: Result<Answer, any Error>
            do { result = .success(try await write()) } catch { result = .failure(error) }
            guard !isEnded else { return }
            queues[key]?.count -= 1
            if queues[key]?.count == 0 { queues[key] = nil }
            if case .success(let answer) = result, let change = change(answer) { changes.send(change) }
            done(result)
        }
    }

    /// Gives up everything: the person signed out.
    ///
    /// What is still on its way is cancelled, and nobody hears of it.
    public func end() {
        guard !isEnded else { return }
        isEnded = true
        let ended = queues.values.map(\.queue)
        queues = [:]
        for queue in ended { queue.cancel() }
        endings.notify(())
    }

    /// Calls `body` once they have ended.
    func observeEnd(_ body: @escaping @MainActor () -> Void) -> StateObservation { endings.add { _ in body() } }
}
