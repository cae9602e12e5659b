public import Foundation
package import NoticeBoardBase
import NoticeBoardSearch

/// Keeps read marks in a small file, which survives crashes, full disks and other processes.
///
/// ```swift
/// let marks = ReadMarks<String, Topic.ID>(FileReadMarks(directory: folder, scope: account))
/// ```
///
/// Creating one does not touch the disk. The marks of several processes are merged. An unreadable file is copied aside and
/// written again from memory; a file of a newer version stays as it is.
public final class FileReadMarks<
    List: Hashable & Codable & Sendable, ID: Comparable & Hashable & Codable & Sendable
>: Sendable {
    package typealias Log = ReadLog<List, ID>
    private typealias Stored = StoredReading<List, ID>

    private let file: Result<SmallFile, any Error>
    private let lockTimeout: Double
    /// The content of the file at the last access.
    private let known = Locked<Stored?>(nil)
    private let pending = Locked(Pending())
    private let queue = SerialQueue()
    let broadcast = Broadcast<Void>()
    private let watch = Locked<(any Sendable & AnyObject)?>(nil)

    private struct Pending {
        /// Changes that are not stored yet.
        var changes: [Log.Change] = []
        /// The number of erasures so far.
        var erasures = 0
    }

    /// Creates a store for `scope`, for example an opaque account number; the folder is created when it is needed.
    public convenience init(directory: URL, scope: String = "reading", lockTimeout: TimeInterval = 5) {
        self.init(directory: directory, scope: scope, lockTimeout: lockTimeout, files: POSIXFileSystem())
    }

    /// Every file of the marks that may exist on the disk.
    package var files: [URL] { (try? file.get().paths) ?? [] }

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
    var unsaved: [Log.Change] { pending.withLock { $0.changes } }

    /// Stores a change together with those that failed before, and reports the stored log; without a change it reads the log.
    func save(
        _ change: Log.Change? = nil, report: @escaping @MainActor @Sendable (Result<Log, NoticeBoardError>) -> Void
    ) {
        let erasures = pending.withLock { pending in
            if let change { pending.changes.append(change) }
            return pending.erasures
        }
        queue.add { [self] in
            let changes: [Log.Change] = pending.withLock { pending in
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
    package func apply(_ changes: [Log.Change]) async throws -> Log {
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

    private func read(_ file: SmallFile) throws -> Log {
        guard let data = try file.read(isOwn: false) else {
            known.withLock { $0 = nil }
            return Log()
        }
        // The next write repairs a damaged file.
        guard let stored = try Stored(data) else { return known.withLock { $0 }?.log ?? Log() }
        known.withLock { $0 = stored }
        return stored.log
    }

    /// What applying changes to the file did.
    private enum Outcome {
        /// The file has this content now, or had it before.
        case stored(Stored)
        /// There is no file, because nothing was marked.
        case absent(Log)
        /// Another process erased the file after these changes.
        case erasedElsewhere
    }

    private func apply(_ changes: [Log.Change], to file: SmallFile) throws -> Log {
        let before = known.withLock { $0 }
        let outcome = try file.change(waiting: lockTimeout) { data in try applied(changes, to: data, of: file, before: before) }
        switch outcome {
        case .stored(let stored):
            known.withLock { $0 = stored }
            return stored.log
        case .absent(let log):
            // Without a file there is nothing that another process could erase.
            known.withLock { $0 = nil }
            return log
        case .erasedElsewhere:
            known.withLock { $0 = nil }
            return Log()
        }
    }

    /// Returns the data to write, or `nil` to leave the file as it is, and the outcome.
    private func applied(
        _ changes: [Log.Change], to data: Data?, of file: SmallFile, before: Stored?
    ) throws -> (data: Data?, result: Outcome) {
        var stored = before ?? Stored()
        var isThere = false
        if let data {
            if let found = try Stored(data) {
                // Another process erased the file after these changes and created a new one.
                if let before, before.generation != found.generation { return (nil, .stored(found)) }
                stored = found
                isThere = true
            } else {
                try file.copyAside(data)
            }
        } else if before != nil {
            return (nil, .erasedElsewhere)
        }
        let log = stored.log
        for change in changes { change(&stored.log) }
        if stored.log != log { return (try StoredJSON.data(of: stored), .stored(stored)) }
        if isThere { return (nil, .stored(stored)) }
        return log.isEmpty ? (nil, .absent(log)) : (try StoredJSON.data(of: stored), .stored(stored))
    }
}
