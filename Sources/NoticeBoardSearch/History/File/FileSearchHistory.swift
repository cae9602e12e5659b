public import Foundation
import NoticeBoardBase

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
/// no disk; what another process wrote is seen at the next change, or when ``refresh()`` asks for it.
///
/// A change that returned has survived what ``SearchHistoryDurability`` says. One that threw is not visible. No fault ever
/// empties the history: what cannot be read is an error, and what is damaged is salvaged and told as a ``SearchHistoryEvent``.
///
/// Safe to use from any task. Blocking calls run on a thread of the history's own. A change that was cancelled before it began
/// is not made; one that began is finished.
public final class FileSearchHistory: SearchHistoryRepository {
    private let core: Result<HistoryCore, any Error>
    private let durability: SearchHistoryDurability
    private let lockTimeout: TimeInterval
    private let clock: @Sendable () -> Date
    private let policy: Guarded<SearchHistoryPolicy>
    private let broadcast = Broadcast<[SearchHistoryEntry]>()

    /// A history of `scope` in `directory`, which is made, for its owner alone, when it is not there.
    ///
    /// - Parameters:
    ///   - directory: Where the files lie. Not iCloud Drive or a network share.
    ///   - scope: Tells one history in the directory from another: an account's opaque number, for example. It becomes part of
    ///     a file's name.
    ///   - policy: How much is kept, how long, and whether anything is.
    ///   - durability: What a save that returned has survived.
    ///   - lockTimeout: After how many seconds of waiting for another process a change fails as `storeBusy`.
    ///   - clock: Dates what is saved.
    ///   - onEvent: Hears of damage and mending, on some thread; it must not wait for the history.
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
        durability: SearchHistoryDurability = .ordered, lockTimeout: TimeInterval = 5, roomyEnough: Int = 65_536,
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
        (self.core, self.durability, self.lockTimeout, self.clock) = (core, durability, lockTimeout, clock)
        self.policy = Guarded(policy)
        let (broadcast, held) = (broadcast, self.policy)
        let changed: @Sendable (inout HistoryList?) -> Void = { list in
            guard broadcast.hasSubscribers, let entries = list?.entries(held.withLock { $0 }, now: clock()) else { return }
            broadcast.send(entries)
        }
        try? core.get().watch(self, HistoryCore.Watcher(changed: changed, happened: onEvent))
    }

    deinit { try? core.get().unwatch(ObjectIdentifier(self)) }
}

extension FileSearchHistory {
    /// Every entry, newest first, from memory; the first call reads the file.
    public func entries() async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let settings = settings
        guard settings.policy.recording != .off else { return [] }
        let core = try core.get()
        if let known = known(core, settings) { return known }
        try await core.run { try core.read(settings, isRefreshing: false) }
        return known(core, settings) ?? []
    }

    /// Does what is asked, and gives what a delete or a clear removed, newest first.
    ///
    /// Deleting and clearing leave no trace of a keyword in any file of the history, on a full disk too.
    @discardableResult
    public func apply(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        guard let settings = try prepare(change) else { return [] }
        let core = try core.get()
        return try await core.run { try core.perform(change, settings) }
    }

    /// The same as ``apply(_:)``, on the calling thread, which it blocks: for a tool, or the last moment of an app.
    @discardableResult
    public func applyBlocking(_ change: SearchHistoryChange) throws -> [SearchHistoryEntry] {
        guard let settings = try prepare(change) else { return [] }
        return try core.get().perform(change, settings)
    }

    /// The newest `limit` entries, on the calling thread, which the first call blocks: for a tool, or before the first picture.
    public func recentBlocking(_ limit: Int) throws -> [SearchHistoryEntry] {
        let settings = settings
        guard settings.policy.recording != .off else { return [] }
        let core = try core.get()
        func recent() -> [SearchHistoryEntry]? {
            core.known { $0?.recent(max(limit, 0), settings.policy, now: settings.clock()) }
        }
        if let known = recent() { return known }
        try core.read(settings, isRefreshing: false)
        return recent() ?? []
    }

    private func known(_ core: HistoryCore, _ settings: HistoryCore.Settings) -> [SearchHistoryEntry]? {
        core.known { $0?.entries(settings.policy, now: settings.clock()) }
    }

    /// The list now, then after every change that this process made or noticed; whoever is slow gets only the newest.
    ///
    /// When the file cannot be read, nothing comes until it can.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        let settings = settings
        guard let core = try? core.get() else { return broadcast.stream() }
        let (stream, isKnown) = core.known { list in
            let entries = settings.policy.recording == .off ? [] : list?.entries(settings.policy, now: settings.clock())
            return (broadcast.stream(startingWith: entries), entries != nil)
        }
        if !isKnown { core.start { try? core.read(settings, isRefreshing: false) } }
        return stream
    }

    /// Reads what other processes wrote.
    public func refresh() async throws {
        try Task.checkCancellation()
        let settings = settings
        guard settings.policy.recording != .off else { return }
        let core = try core.get()
        try await core.run { try core.read(settings, isRefreshing: true) }
    }

    private var settings: HistoryCore.Settings {
        HistoryCore.Settings(policy: policy.withLock { $0 }, durability: durability, lockTimeout: lockTimeout, clock: clock)
    }

    /// What to do a change with, or nil when there is nothing to do.
    private func prepare(_ change: SearchHistoryChange) throws -> HistoryCore.Settings? {
        if case .record(let recording, let erasing) = change {
            policy.withLock { $0.recording = recording }
            if !erasing { announce() }
        }
        let settings = settings
        // Refused before anything is touched, also where nothing would be recorded.
        if case .save(let key) = change, let refusal = key.refusal { throw refusal }
        return change.concerns(settings.policy.recording) ? settings : nil
    }

    /// Shows those who listen an empty list, or what is there again.
    private func announce() {
        let settings = settings
        guard broadcast.hasSubscribers, let core = try? core.get() else { return }
        let isKnown = core.known { list in
            let entries = settings.policy.recording == .off ? [] : list?.entries(settings.policy, now: settings.clock())
            if let entries { broadcast.send(entries) }
            return entries != nil
        }
        if !isKnown { core.start { try? core.read(settings, isRefreshing: false) } }
    }
}
