import NoticeBoardBase

/// Stores the read marks of one account.
package protocol ReadMarksStore: Sendable {
    /// Applies changes to the stored log and returns the result.
    func apply(_ changes: [ReadLog.Change]) async throws -> ReadLog
    /// Erases everything without a trace.
    func erase() async throws
    /// A stream with an element whenever another object or process may have written.
    func updates() -> AsyncStream<Void>
}

/// Writes the marks of one account in order, even if its ``ReadMarks`` is released.
final class ReadMarksKeeper: Sendable {
    private struct Content {
        /// Changes that are not stored yet.
        var changes: [ReadLog.Change] = []
        /// The number of erasures so far.
        var erasures = 0
    }

    let store: any ReadMarksStore
    private let content = Locked(Content())
    private let queue = SerialQueue()

    init(_ store: any ReadMarksStore) { self.store = store }

    /// Changes that are not stored yet.
    var unsaved: [ReadLog.Change] { content.withLock { $0.changes } }

    /// Stores a change together with those that failed before, and reports the stored log; without a change it reads the log.
    func save(
        _ change: ReadLog.Change? = nil, report: @escaping @MainActor @Sendable (Result<ReadLog, NoticeBoardError>) -> Void
    ) {
        let erasures = content.withLock { content in
            if let change { content.changes.append(change) }
            return content.erasures
        }
        queue.add { [self] in
            let changes: [ReadLog.Change] = content.withLock { content in
                // Changes after an erasure are stored after it.
                guard content.erasures == erasures else { return [] }
                defer { content.changes = [] }
                return content.changes
            }
            // An earlier call stored this change as well.
            if changes.isEmpty, change != nil { return }
            do { await report(.success(try await store.apply(changes))) } catch {
                content.withLock { if $0.erasures == erasures { $0.changes = changes + $0.changes } }
                await report(.failure(NoticeBoardError(wrapping: error)))
            }
        }
    }

    /// Erases everything after pending writes; later changes are stored after the erasure.
    func beginErasing() -> Task<Void, any Error> {
        content.withLock { content in
            content.changes = []
            content.erasures += 1
        }
        return queue.add { [store] in try await store.erase() }
    }
}
