import NoticeBoardBase

/// Where the marks of what was read are kept: one store is one account.
package protocol ReadMarksStore: Sendable {
    /// Applies changes to what is stored, whoever stored it, and returns all that is stored then.
    func apply(_ changes: [ReadLog.Change]) async throws -> ReadLog
    /// Forgets everything, without a trace.
    func erase() async throws
    /// Comes whenever another object or process may have stored something.
    func updates() -> AsyncStream<Void>
}

/// Marks that live as long as the object.
package final class InMemoryReadMarks: ReadMarksStore {
    private let log: Locked<ReadLog>
    private let broadcast = Broadcast<Void>()

    package init(_ log: ReadLog = ReadLog()) { self.log = Locked(log) }

    package func apply(_ changes: [ReadLog.Change]) async throws -> ReadLog {
        let all = log.withLock { log in
            for change in changes { change(&log) }
            return log
        }
        if !changes.isEmpty { broadcast.send(()) }
        return all
    }

    package func erase() async throws {
        log.withLock { $0 = ReadLog() }
        broadcast.send(())
    }

    package func updates() -> AsyncStream<Void> { broadcast.stream() }
}

/// Brings the marks of one account to its store, in order; what was marked is stored also when its ``ReadMarks`` goes meanwhile.
final class ReadMarksKeeper: Sendable {
    private struct Content {
        /// What is not stored yet.
        var changes: [ReadLog.Change] = []
        /// How often everything was erased.
        var erasures = 0
    }

    let store: any ReadMarksStore
    private let content = Locked(Content())
    private let queue = SerialQueue()

    init(_ store: any ReadMarksStore) { self.store = store }

    /// What is not stored yet.
    var unsaved: [ReadLog.Change] { content.withLock { $0.changes } }

    /// Stores a change with what could not be stored before, and reports what is stored then before it stores the next.
    ///
    /// Without changes to be stored it does nothing, unless `reloads` is set.
    func save(
        _ change: ReadLog.Change? = nil, reloads: Bool = false,
        report: @escaping @MainActor @Sendable (Result<ReadLog, NoticeBoardError>) -> Void
    ) {
        let erasures = content.withLock { content in
            if let change { content.changes.append(change) }
            return content.erasures
        }
        queue.add { [self] in
            let changes: [ReadLog.Change] = content.withLock { content in
                // What was marked after an erasing began is stored after it.
                guard content.erasures == erasures else { return [] }
                defer { content.changes = [] }
                return content.changes
            }
            if changes.isEmpty && !reloads { return }
            do { await report(.success(try await store.apply(changes))) } catch {
                content.withLock { if $0.erasures == erasures { $0.changes = changes + $0.changes } }
                await report(.failure(NoticeBoardError(wrapping: error)))
            }
        }
    }

    /// Erases everything, once what is being stored is; what is marked after this returns is stored after that.
    func beginErasing() -> Task<Void, any Error> {
        content.withLock { content in
            content.changes = []
            content.erasures += 1
        }
        return queue.add { [store] in try await store.erase() }
    }
}
