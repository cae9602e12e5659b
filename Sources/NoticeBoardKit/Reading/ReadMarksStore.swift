import NoticeBoardBase

/// Where the marks of what was read are kept: one store is one account.
///
/// ``InMemoryReadMarks`` and ``FileReadMarks`` ship with the SDK.
public protocol ReadMarksStore: Sendable {
    /// Adds what was read since, and gives everything that is kept then; with an empty log it only reads.
    ///
    /// Nothing that anybody else kept is lost.
    func keep(_ log: ReadLog) async throws -> ReadLog
    /// Forgets everything, without a trace.
    func erase() async throws
    /// Comes whenever somebody else may have kept something.
    func updates() -> AsyncStream<Void>
}

/// Marks that live as long as the object: for tests, previews and apps that keep nothing.
public final class InMemoryReadMarks: ReadMarksStore {
    private let log: Locked<ReadLog>
    private let broadcast = Broadcast<Void>()

    /// Marks that were made by hand, or none.
    public init(_ log: ReadLog = ReadLog()) { self.log = Locked(log) }

    /// Adds what was read since, and gives everything that is kept then.
    public func keep(_ log: ReadLog) async throws -> ReadLog {
        let all = self.log.withLock { kept in
            kept.merge(log)
            return kept
        }
        if !log.isEmpty { broadcast.send(()) }
        return all
    }

    /// Forgets everything.
    public func erase() async throws {
        log.withLock { $0 = ReadLog() }
        broadcast.send(())
    }

    /// Comes whenever somebody keeps something.
    public func updates() -> AsyncStream<Void> { broadcast.stream() }
}
