import NoticeBoardBase
import NoticeBoardKit

/// A store of read marks that several objects share.
final class InMemoryReadMarks: ReadMarksStore {
    private let log: Locked<ReadLog>
    private let broadcast = Broadcast<Void>()

    init(_ log: ReadLog = ReadLog()) { self.log = Locked(log) }

    func apply(_ changes: [ReadLog.Change]) async throws -> ReadLog {
        let all = log.withLock { log in
            for change in changes { change(&log) }
            return log
        }
        if !changes.isEmpty { broadcast.send(()) }
        return all
    }

    func erase() async throws {
        log.withLock { $0 = ReadLog() }
        broadcast.send(())
    }

    func updates() -> AsyncStream<Void> { broadcast.stream() }
}
