public import Foundation
package import NoticeBoardBase

/// A history in a file that survives crashes, damage, full disks and other processes.
///
/// ```swift
/// let history = FileSearchHistory(directory: folder)
/// try await history.save("검색", target: .title)
/// let recent = try await history.recent(10)
/// ```
///
/// Making one touches no disk; the first call reads the file, and only a change makes one. Histories of the same directory and
/// scope share their memory in a process and lose no update of one another in several. Reads answer from memory and wait for
/// no disk and no lock; what another process wrote is seen at the next change, when ``refresh()`` asks for it, and by whoever
/// follows ``updates()``.
///
/// A change that returned has survived what ``SearchHistoryDurability`` says. One that threw is not visible. No fault ever
/// empties the history: what cannot be read is an error, and what is damaged is salvaged and told as a ``SearchHistoryEvent``.
///
/// Safe to use from any task. Blocking calls run on a thread of the history's own. A change that was cancelled before it began
/// is not made; one that began is finished.
public final class FileSearchHistory: SearchHistoryRepository {
    private let core: Result<HistoryCore, any Error>
    private let caller: HistoryCore.Caller
    private let lockTimeout: TimeInterval
    private let broadcast = Broadcast<[SearchHistoryEntry]>()

    /// A history of `scope` in `directory`, which is made, for its owner alone, when it is not there.
    ///
    /// - Parameters:
    ///   - directory: Where the files lie. Not iCloud Drive or a network share.
    ///   - scope: Tells one history in the directory from another: an account's opaque number, for example. It becomes part of
    ///     a file's name.
    ///   - policy: The rules that this opener brings into force, for all who have the history open; what it leaves out stays
    ///     as the file has it.
    ///   - durability: What a save that returned has survived.
    ///   - lockTimeout: After how many seconds of waiting for others a change fails as `storeBusy`.
    ///   - clock: Dates what is saved; it must not wait for the history.
    ///   - onEvent: Hears of damage and mending that this opener's calls met with, on some thread; it must not wait for the
    ///     history.
    public convenience init(
        directory: URL, scope: String = "history", policy: SearchHistoryPolicy = SearchHistoryPolicy(),
        durability: SearchHistoryDurability = .ordered, lockTimeout: TimeInterval = 5,
        clock: @escaping @Sendable () -> Date = { Date() },
        onEvent: @escaping @Sendable (SearchHistoryEvent) -> Void = { _ in }
    ) {
        let core = Result { HistoryCores.core(try HistoryPaths(directory, scope: scope)) }
        self.init(core, policy, durability, lockTimeout, clock, onEvent)
    }

    /// A history on another file system, whose memory is shared with no other.
    package convenience init(
        _ files: any FileSystem, directory: URL, scope: String = "history", policy: SearchHistoryPolicy = SearchHistoryPolicy(),
        durability: SearchHistoryDurability = .ordered, lockTimeout: TimeInterval = 5, roomyEnough: Int = HistoryCore.roomyEnough,
        clock: @escaping @Sendable () -> Date = { Date() },
        onEvent: @escaping @Sendable (SearchHistoryEvent) -> Void = { _ in }
    ) {
        let core = Result { HistoryCore(files, try HistoryPaths(directory, scope: scope), roomyEnough: roomyEnough) }
        self.init(core, policy, durability, lockTimeout, clock, onEvent)
    }

    private init(
        _ core: Result<HistoryCore, any Error>, _ policy: SearchHistoryPolicy, _ durability: SearchHistoryDurability,
        _ lockTimeout: TimeInterval, _ clock: @escaping @Sendable () -> Date,
        _ onEvent: @escaping @Sendable (SearchHistoryEvent) -> Void
    ) {
        (self.core, self.lockTimeout) = (core, lockTimeout)
        caller = HistoryCore.Caller(durability: durability, clock: clock, hear: onEvent, policy: policy)
    }

    deinit { try? core.get().forget(ObjectIdentifier(self)) }
}

extension FileSearchHistory {
    /// Every entry, newest first, from memory; the first call reads the file.
    public func entries() async throws -> [SearchHistoryEntry] {
        try await known { [clock = caller.clock] in $0.entries(now: clock()) }
    }

    /// Whether searches are recorded, as the history has it.
    public func recording() async throws -> SearchHistoryPolicy.Recording { try await known { $0.recording } }

    /// Does what is asked, and gives what it removed, newest first; of a restoring it gives what found no room.
    ///
    /// Deleting and clearing leave no trace of a keyword in any file of the history, on a full disk too.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let core = try core.get()
        let deadline = core.deadline(lockTimeout)
        return try await core.run(isolation: isolation) { [caller] in try core.perform(change, caller, until: deadline) }
    }

    /// The same as ``apply(_:isolation:)``, on the calling thread, which it blocks: for a tool, or the last moment of an app.
    ///
    /// It waits for others as long as `lockTimeout`, or for `seconds` where they are given.
    @discardableResult
    public func applyBlocking(
        _ change: SearchHistoryChange, waiting seconds: TimeInterval? = nil
    ) throws -> [SearchHistoryEntry] {
        let core = try core.get()
        return try core.perform(change, caller, until: core.deadline(seconds ?? lockTimeout))
    }

    /// The newest `limit` entries, on the calling thread, which the first call blocks for as long as the file is read: for a
    /// tool, or before the first picture.
    public func recentBlocking(_ limit: Int) throws -> [SearchHistoryEntry] {
        let (core, clock) = (try core.get(), caller.clock)
        func recent() -> [SearchHistoryEntry]? { core.known { $0.recent(max(limit, 0), now: clock()) } }
        if let known = recent() { return known }
        try core.readBlocking(caller)
        return recent() ?? []
    }

    private func known<Value: Sendable>(_ body: @Sendable (SearchHistoryLog) -> Value) async throws -> Value {
        try Task.checkCancellation()
        let core = try core.get()
        if let known = core.known(body) { return known }
        try await core.read(caller)
        return try core.known(body) ?? { throw CancellationError() }()
    }

    /// The list now, then after every change that this process made or noticed; whoever is slow gets only the newest.
    ///
    /// What other processes write is noticed too, once there is a folder. When the file cannot be read, nothing comes until it
    /// can and somebody asks. Ends with the repository, with the task that follows it, and at once where the directory or the
    /// scope cannot be.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        guard let core = try? core.get() else { return AsyncStream { $0.finish() } }
        return core.updates(of: self, broadcast, caller)
    }

    /// Reads what other processes wrote, and waits for none of them.
    public func refresh() async throws {
        try Task.checkCancellation()
        try await core.get().read(caller)
    }

    /// Removes every file of the scope, so that nothing names it any more: when an account is removed, for example.
    ///
    /// Whoever has it open, in another process too, finds an empty history; a search that is saved afterwards makes new files.
    public func removeScope(isolation: isolated (any Actor)? = #isolation) async throws {
        try Task.checkCancellation()
        let core = try core.get()
        let deadline = core.deadline(lockTimeout)
        try await core.run(isolation: isolation) { [caller] in try core.removeFiles(caller, until: deadline) }
    }

    /// The same as ``removeScope(isolation:)``: not even the name of a file is left.
    public func erase(isolation: isolated (any Actor)?) async throws { try await removeScope(isolation: isolation) }
}
