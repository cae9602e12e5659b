public import Foundation
package import NoticeBoardBase

/// A search history in a file that survives crashes, damage, full disks and other processes.
///
/// ```swift
/// let history = FileSearchHistory(directory: folder)
/// try await history.save("검색", target: .title)
/// let recent = try await history.recent(10)
/// ```
///
/// The initializer does not touch the disk. The first call reads the file, and only a change creates one. Histories of the same
/// directory and scope share their memory in a process, and lose no update of each other in several processes. Later reads answer
/// from memory; changes of another process are seen at the next change, by ``refresh()`` and by ``updates()``.
///
/// A change that returned survives a crash of the app and of the system. One that threw has changed nothing; if undoing it failed
/// too, the error says that the outcome is unknown. Unreadable lines are skipped and reported as a ``SearchHistoryEvent``.
///
/// Safe to use from any task. Blocking calls run on a queue of the history's own. A change that was cancelled before it began
/// is not made; one that began is finished.
public final class FileSearchHistory: SearchHistoryRepository {
    private let file: Result<HistoryFile, any Error>
    private let opener: HistoryFile.Opener
    private let lockTimeout: TimeInterval

    /// Creates a history of `scope` in `directory`, which is created for its owner alone when it is needed.
    ///
    /// - Parameters:
    ///   - directory: The folder of the file. Not iCloud Drive or a network share.
    ///   - scope: Separates histories in one directory, by an opaque account number, for example. It becomes part of the file
    ///     name.
    ///   - policy: The rules to bring into force for every user of the file; `nil` values keep the file's own.
    ///   - lockTimeout: After how many seconds of waiting for other processes a change throws `storeBusy`.
    ///   - now: Returns the date of a search. It must not wait for the history.
    ///   - onEvent: Called after a call of this object met damage or a removed file, on the history's queue. It must not wait for
    ///     the history.
    public convenience init(
        directory: URL, scope: String = "history", policy: SearchHistoryPolicy = SearchHistoryPolicy(),
        lockTimeout: TimeInterval = 5, now: @escaping @Sendable () -> Date = { Date() },
        onEvent: @escaping @Sendable (SearchHistoryEvent) -> Void = { _ in }
    ) {
        let file = Result { try HistoryFile.shared(directory, scope: scope) }
        self.init(file, HistoryFile.Opener(policy: policy, now: now, onEvent: onEvent), lockTimeout)
    }

    /// Creates a history on another file system, whose memory is not shared.
    package convenience init(
        _ files: any FileSystem, directory: URL, scope: String = "history", policy: SearchHistoryPolicy = SearchHistoryPolicy(),
        lockTimeout: TimeInterval = 5, minimumSize: Int = 65_536, now: @escaping @Sendable () -> Date = { Date() },
        onEvent: @escaping @Sendable (SearchHistoryEvent) -> Void = { _ in }
    ) {
        let file = Result {
            let (folder, name) = try HistoryFile.place(directory, scope)
            return HistoryFile(files, folder: folder, name: name, minimumSize: minimumSize)
        }
        self.init(file, HistoryFile.Opener(policy: policy, now: now, onEvent: onEvent), lockTimeout)
    }

    private init(_ file: Result<HistoryFile, any Error>, _ opener: HistoryFile.Opener, _ lockTimeout: TimeInterval) {
        self.file = file
        self.opener = opener
        self.lockTimeout = lockTimeout
    }

    /// Every file of the history alone that may exist on the disk.
    package var files: [URL] { (try? file.get().paths) ?? [] }

    /// Returns every entry, newest first, from memory; the first call reads the file.
    public func entries() async throws -> [SearchHistoryEntry] {
        try await file.get().memory.loaded(by: refresh) { $0.entries(now: opener.now()) }
    }

    /// Returns whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording {
        try await file.get().memory.loaded(by: refresh, \.recording)
    }

    /// Makes a change and returns the entries it removed, newest first; for a restore, those that found no room.
    ///
    /// Deleted keywords are in no file of the history afterwards. Erasing needs no space on the disk.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let file = try file.get()
        let deadline = file.deadline(lockTimeout)
        return try await file.run(isolation: isolation) { [opener] in try file.change(change, opener, until: deadline) }
    }

    /// Makes a change and blocks the calling thread until it is on the disk: for a tool, or the last moment of an app.
    ///
    /// It waits for earlier changes of this process, then for other processes until `lockTimeout` or `seconds` have passed.
    @discardableResult
    public func applyBlocking(
        _ change: SearchHistoryChange, waiting seconds: TimeInterval? = nil
    ) throws -> [SearchHistoryEntry] {
        let file = try file.get()
        let deadline = file.deadline(seconds ?? lockTimeout)
        return try file.runBlocking { [opener] in try file.change(change, opener, until: deadline) }
    }

    /// Returns the newest `limit` entries.
    ///
    /// The first call blocks the calling thread while the file is read.
    ///
    /// For a tool, or the first frame of an app.
    public func recentBlocking(_ limit: Int) throws -> [SearchHistoryEntry] {
        let file = try file.get()
        if file.memory.read({ _ in }) == nil { try file.runBlocking { [opener] in try file.load(opener) } }
        let entries = file.memory.read { $0.entries(now: opener.now()) } ?? []
        return Array(entries.prefix(max(limit, 0)))
    }

    /// Returns a stream of the list now and after every change, of other processes too.
    ///
    /// A slow subscriber gets only the newest.
    ///
    /// It ends with the last repository of the file, with its task, or if the file cannot be read: then ``entries()`` throws the
    /// reason, and a new stream reads again.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        guard let file = try? file.get() else { return AsyncStream { $0.finish() } }
        let lists = file.memory.updates(now: opener.now()) { [weak self] in try await self?.refresh() }
        file.follow(opener)
        return lists
    }

    /// Reads what other processes wrote.
    ///
    /// Waits for none of them.
    public func refresh() async throws {
        try Task.checkCancellation()
        let file = try file.get()
        try await file.run(isolation: nil) { [opener] in try file.load(opener) }
    }
}
