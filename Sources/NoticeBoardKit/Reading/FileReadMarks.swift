public import Foundation
package import NoticeBoardBase

/// Keeps read marks in a small file, which survives crashes, full disks and other processes.
///
/// ```swift
/// let marks = ReadMarks(FileReadMarks(directory: folder, scope: account))
/// ```
///
/// Creating one does not touch the disk. The marks of several processes are merged. An unreadable file is set aside and written
/// again from memory; a file of a newer version stays as it is.
public final class FileReadMarks: Sendable {
    private let file: Result<SmallFile, any Error>
    private let lockTimeout: Double
    /// The content of the file at the last access.
    private let known = Locked<StoredReading?>(nil)
    private let pending = Locked(Pending())
    private let queue = SerialQueue()
    let broadcast = Broadcast<Void>()
    private let watch = Locked<(any Sendable & AnyObject)?>(nil)

    private struct Pending {
        /// Changes that are not stored yet.
        var changes: [ReadLog.Change] = []
        /// The number of erasures so far.
        var erasures = 0
    }

    /// Creates a store for `scope`, for example an opaque account number; the folder is created when it is needed.
    public convenience init(directory: URL, scope: String = "reading", lockTimeout: TimeInterval = 5) {
        self.init(directory: directory, scope: scope, lockTimeout: lockTimeout, files: POSIXFileSystem())
    }

    /// Every file of the marks that may exist on the disk.
    var files: [URL] { (try? file.get().paths) ?? [] }

    package init(directory: URL, scope: String = "reading", lockTimeout: Double = 5, files: any FileSystem) {
        file = Result {
            guard !scope.isEmpty else {
                throw NoticeBoardError(invalid: .scope, "The scope's name is empty.")
            }
            return SmallFile(directory: directory, name: scope.asFileName + ".read", .ordered, files: files)
        }
        self.lockTimeout = lockTimeout
    }

    // MARK: - Storing
    // The changes of the user are stored in order, even if every ``ReadMarks`` is released.

    /// Changes that are not stored yet.
    var unsaved: [ReadLog.Change] { pending.withLock { $0.changes } }

    /// Stores a change together with those that failed before, and reports the stored log; without a change it reads the log.
    func save(
        _ change: ReadLog.Change? = nil, report: @escaping @MainActor @Sendable (Result<ReadLog, NoticeBoardError>) -> Void
    ) {
        let erasures = pending.withLock { pending in
            if let change { pending.changes.append(change) }
            return pending.erasures
        }
        queue.add { [self] in
            let changes: [ReadLog.Change] = pending.withLock { pending in
                // Changes after an erasure are stored after it.
                guard pending.erasures == erasures else { return [] }
                defer { pending.changes = [] }
                return pending.changes
            }
            // An earlier call stored this change as well.
            if changes.isEmpty, change != nil { return }
            do { await report(.success(try await apply(changes))) } catch {
                pending.withLock { if $0.erasures == erasures { $0.changes = changes + $0.changes } }
                await report(.failure(NoticeBoardError(wrapping: error)))
            }
        }
    }

    /// Erases everything after pending writes; later changes are stored after the erasure.
    func beginErasing() -> Task<Void, any Error> {
        pending.withLock { $0 = Pending(erasures: $0.erasures + 1) }
        return queue.add { [self] in try await erase() }
    }

    /// Applies changes to the stored log and returns the result.
    package func apply(_ changes: [ReadLog.Change]) async throws -> ReadLog {
        let file = try file.get()
        return try await file.run { try changes.isEmpty ? self.read(file) : self.apply(changes, to: file) }
    }

    /// Removes every file of the scope; other processes forget its marks too.
    package func erase() async throws {
        let file = try file.get()
        try await file.run { [known, lockTimeout] in
            try file.remove(waiting: lockTimeout)
            known.withLock { $0 = nil }
        }
    }

    /// A stream with an element whenever any process has written the file.
    package func updates() -> AsyncStream<Void> {
        let stream = broadcast.stream()
        // After the stream began, so that no write is missed.
        watch.withLock { [broadcast] watch in
            watch = watch ?? (try? file.get())?.watch { broadcast.send(()) }
        }
        return stream
    }

    private func read(_ file: SmallFile) throws -> ReadLog {
        guard let data = try file.read(isOwn: false) else {
            known.withLock { $0 = nil }
            return ReadLog()
        }
        // The next write repairs a damaged file.
        guard let stored = try StoredReading(data) else { return known.withLock { $0 }?.log ?? ReadLog() }
        known.withLock { $0 = stored }
        return stored.log
    }

    private func apply(_ changes: [ReadLog.Change], to file: SmallFile) throws -> ReadLog {
        let before = known.withLock { $0 }
        let (after, exists) = try file.change(waiting: lockTimeout) {
            data -> (data: Data?, result: (StoredReading?, exists: Bool)) in
            var stored = before ?? StoredReading()
            var isThere = false
            if let data {
                if let found = try StoredReading(data) {
                    // Another process erased the file after these changes and created a new one.
                    if let before, before.generation != found.generation { return (nil, (found, true)) }
                    (stored, isThere) = (found, true)
                } else {
                    try file.setAside()
                }
            } else if before != nil {
                return (nil, (nil, false))
            }
            let log = stored.log
            for change in changes { change(&stored.log) }
            let isSame = stored.log == log && (isThere || log.isEmpty)
            return (isSame ? nil : try StoredJSON.data(of: stored), (stored, isThere || !isSame))
        }
        // Without a file there is nothing that another process could erase.
        known.withLock { $0 = exists ? after : nil }
        return after?.log ?? ReadLog()
    }
}

/// The stored form of a read log: `{"boards":[{"board":7,"newest":9,"read":[8,9]}],"generation":"…","format":1}`.
struct StoredReading: Codable {
    private var format = 1
    /// Changes whenever the file is created, so that a new file is told from an erased one.
    let generation: String
    var log: ReadLog

    init(generation: String = UUID().uuidString, _ log: ReadLog = ReadLog()) { (self.generation, self.log) = (generation, log) }

    /// Decodes a file; `nil` if it is damaged.
    ///
    /// Throws `storeTooNew` if a newer version wrote it.
    init?(_ data: Data) throws(NoticeBoardError) {
        guard let stored = try StoredJSON.value(Self.self, in: data, newest: 1, "The marks of what was read") else { return nil }
        self = stored
    }

    private enum CodingKeys: String, CodingKey {
        case format, generation
        case log = "boards"
    }
}
