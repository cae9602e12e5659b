import Dispatch
import Foundation
import NoticeBoardBase

/// A store of one path in this process: whoever opens the path gets the same one, so that memory is shared and files are open once.
///
/// Its methods block, on the disk and on other processes; ``run(_:)`` takes them off the caller's thread. What is known is
/// told without waiting for either.
final class HistoryCore: Sendable {
    /// Who calls, and how.
    struct Caller: Sendable {
        let durability: SearchHistoryDurability
        let clock: @Sendable () -> Date
        /// Hears what happened during its own calls.
        let hear: @Sendable (SearchHistoryEvent) -> Void
        /// The rules that it names.
        let policy: SearchHistoryPolicy
        /// Those of them that are not in force yet, and for the history after how many removals.
        fileprivate let wish: Locked<(policy: SearchHistoryPolicy, removals: Int)>

        init(
            durability: SearchHistoryDurability, clock: @escaping @Sendable () -> Date,
            hear: @escaping @Sendable (SearchHistoryEvent) -> Void, policy: SearchHistoryPolicy
        ) {
            (self.durability, self.clock, self.hear, self.policy) = (durability, clock, hear, policy)
            wish = Locked((policy, 0))
        }

        /// What it wishes of a history that was removed so many times: with the files went the rules of all who have it open.
        fileprivate func wish(after removals: Int) -> SearchHistoryPolicy {
            wish.withLock { wish in
                if wish.removals != removals { wish = (policy, removals) }
                return wish.policy
            }
        }
    }

    fileprivate struct Memory {
        /// Nil until the file was read.
        var log: SearchHistoryLog?
        /// Whether nobody could be writing while it was read.
        var isCertain = true
        var version = 0
        /// How often its files were removed by one of this process.
        var removals = 0
        var listeners: [ObjectIdentifier: (broadcast: Broadcast<[SearchHistoryEntry]>, caller: Caller)] = [:]
    }

    /// Always taken before `memory` when both are needed.
    private let disk: LockedPatiently<HistoryDisk>
    /// Held for moments only.
    private let memory = Locked(Memory())
    private let watch = Locked<(any Sendable & AnyObject)?>(nil)
    /// What stood in the journal's place and the lock's when the folder was last looked at because it changed.
    private let seen = Locked<[FileStatus?]>([])
    private let queue = DispatchQueue(label: "NoticeBoard.SearchHistory")
    /// For whoever reads while a change waits for its turn.
    private let reading = DispatchQueue(label: "NoticeBoard.SearchHistory.reading")
    private let files: any FileSystem
    private let paths: HistoryPaths

    /// The size that a journal may have in any case.
    static let roomyEnough = 65_536

    init(_ files: any FileSystem, _ paths: HistoryPaths, roomyEnough: Int) {
        (self.files, self.paths) = (files, paths)
        disk = LockedPatiently(HistoryDisk(files, paths, roomyEnough: roomyEnough))
    }

    deinit { disk.withLock { $0.close() } }

    /// The moment until which somebody waits who calls now.
    func deadline(_ seconds: Double) -> Double { files.uptime + seconds }

    /// Runs blocking work on the store's own thread, in the order in which the calls begin on the caller's actor.
    func run<Value: Sendable>(
        isolation: isolated (any Actor)?, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
            queue.async { continuation.resume(with: Result { try ExpiringActivity.run(body) }) }
        }
    }

    /// What `body` makes of what is known, without waiting for the disk; nil when the file was not read yet.
    func known<Value>(_ body: (SearchHistoryLog) -> Value) -> Value? { memory.withLock { $0.log }.map(body) }

    /// Does a change: alone in this process and among all, up to date with what others wrote, and memory last.
    func perform(
        _ change: SearchHistoryChange, _ caller: Caller, until deadline: Double
    ) throws -> [SearchHistoryEntry] {
        let now = caller.clock()
        return try alone(caller, until: deadline) { disk in
            let wish = caller.wish(after: memory.withLock { $0.removals })
            if let removed = try withoutFile(change, now, wish, &disk) { return removed }
            return try disk.alone(until: deadline) { disk in
                let (known, isCertain) = memory.withLock { ($0.log, $0.isCertain) }
                let current = try disk.current(known, isCertain: isCertain)
                publish(current, now)
                var (next, effect) = (current, SearchHistoryEffect())
                try next.carryOut(.obey(wish), now: now, &effect)
                // Where there is no file yet there were no rules that could be others.
                let changesRules = disk.journal != nil && next.policy != current.policy
                try next.carryOut(change, now: now, &effect)
                if effect.isErasing || !effect.isNothing { try disk.write(effect, next, caller.durability) }
                caller.wish.withLock { $0.policy = SearchHistoryPolicy() }
                if changesRules {
                    disk.events.append(SearchHistoryEvent(kind: .rulesChanged, lostBytes: 0, entries: next.stored.count))
                }
                publish(next, now)
                return effect.removed
            }
        }
    }

    /// What a change removed where there is no file and the change makes none; nil where it makes one.
    private func withoutFile(
        _ change: SearchHistoryChange, _ now: Date, _ wish: SearchHistoryPolicy, _ disk: inout HistoryDisk
    ) throws -> [SearchHistoryEntry]? {
        guard try !disk.exists else { return nil }
        disk.forgetFile()
        var log = SearchHistoryLog(policy: memory.withLock { $0.log?.policy } ?? SearchHistoryPolicy())
        _ = try log.apply(.obey(wish), now: now)
        var effect = SearchHistoryEffect()
        try log.carryOut(change, now: now, &effect)
        guard effect.isNothing else { return nil }
        publish(log, now)
        return []
    }

    /// The same as ``readBlocking(_:)``, on a thread that waits for no change.
    func read(_ caller: Caller) async throws {
        try await withCheckedThrowingContinuation { continuation in
            reading.async {
                continuation.resume(with: Result { try ExpiringActivity.run { try self.readBlocking(caller) } })
            }
        }
    }

    /// Reads what there is, without waiting for anybody who holds it.
    func readBlocking(_ caller: Caller) throws {
        let version = memory.withLock { $0.version }
        do {
            // Whoever reads brings rules into force and looks for what is too old, if nobody stands in the way.
            _ = try perform(.obey(SearchHistoryPolicy()), caller, until: 0)
        } catch {
            // Whoever holds it may take back what is read of it now, and nothing would look other than before.
            if (error as? NoticeBoardError)?.code == .storeBusy { seen.withLock { $0 = [] } }
            let log = try unhurt { try HistoryDisk(files, paths, roomyEnough: Self.roomyEnough).peek() } ?? SearchHistoryLog()
            let now = caller.clock()
            memory.withLock { if $0.version == version { $0.keep(log, now, isCertain: false) } }
            notify()
        }
    }

    /// Removes every file, and with it everything that is known.
    func removeFiles(_ caller: Caller, until deadline: Double) throws {
        let now = caller.clock()
        try alone(caller, until: deadline) { disk in
            if try disk.exists || disk.holdsLockFile { try disk.alone(until: deadline) { try $0.removeFiles() } }
            memory.withLock { $0.removals += 1 }
            publish(SearchHistoryLog(), now)
        }
    }

    /// Runs `body` alone in this process, and tells what happened when others can go on.
    private func alone<Value>(
        _ caller: Caller, until deadline: Double, _ body: (inout HistoryDisk) throws -> Value
    ) throws -> Value {
        let outcome = disk.withLock(waiting: deadline - files.uptime) { disk in
            let result = Result { try body(&disk) }
            defer { disk.events = [] }
            return (result, disk.events)
        }
        guard let (result, events) = outcome else {
            throw NoticeBoardError(.storeBusy, "Another change of the search history takes too long.")
        }
        notify()
        events.forEach(caller.hear)
        return try unhurt { try result.get() }
    }

    private func unhurt<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let fault as SystemFault { throw NoticeBoardError(fault) }
    }

    private func publish(_ log: SearchHistoryLog, _ now: Date) { memory.withLock { $0.keep(log, now) } }

    /// Tells those who listen what is new, with nothing held that they may wait for.
    private func notify() { for broadcast in memory.withLock({ $0.listeners.values.map(\.broadcast) }) { broadcast.notify() } }
}

extension HistoryCore.Memory {
    /// Under the lock: everybody hears of the changes in their order.
    fileprivate mutating func keep(_ next: SearchHistoryLog, _ now: Date, isCertain: Bool = true) {
        let before = log
        (log, self.isCertain) = (next, isCertain)
        version += 1
        let listeners = listeners.values.filter { $0.broadcast.hasSubscribers }
        guard !listeners.isEmpty else { return }
        let entries = next.entries(now: now)
        if let before, before.entries(now: now) == entries { return }
        for listener in listeners { listener.broadcast.keep(entries) }
    }
}

extension HistoryCore {
    /// The list now, if it is known, then every other that this process makes or notices.
    func updates(
        of object: AnyObject, _ broadcast: Broadcast<[SearchHistoryEntry]>, _ caller: Caller
    ) -> AsyncStream<[SearchHistoryEntry]> {
        let now = caller.clock()
        let (stream, isKnown) = memory.withLock { memory in
            memory.listeners[ObjectIdentifier(object)] = (broadcast, caller)
            return (broadcast.stream(startingWith: memory.log?.entries(now: now)), memory.log != nil)
        }
        startWatching()
        if !isKnown { queue.async { [self] in look(caller) } }
        return stream
    }

    /// Forgets a repository that goes.
    func forget(_ object: ObjectIdentifier) {
        // What is let go is let go after the lock: the caller's closures may own whatever they like.
        let listener = memory.withLock { $0.listeners.removeValue(forKey: object) }
        // Whoever follows from now on finds what is watched, or that nothing is.
        if listener != nil { watch.withLock { if memory.withLock({ $0.listeners.isEmpty }) { $0 = nil } } }
    }

    /// Notices what other processes write.
    private func startWatching() {
        watch.withLock { watch in
            if watch != nil { return }
            watch = files.watch(paths.directory, paths.journal) { [weak self] in
                self?.queue.async { [weak self] in self?.notice() }
            }
        }
    }

    private func notice() {
        guard let caller = memory.withLock({ $0.listeners.values.first?.caller }) else { return }
        // What this process leaves in the folder itself, trying in vain to mend it for one, is no reason to look again.
        let found = [paths.journal, paths.lock].map { try? files.status(at: $0) }
        let isNew = seen.withLock { seen in
            defer { seen = found }
            return seen != found
        }
        if isNew { look(caller) }
    }

    private func look(_ caller: Caller) { try? ExpiringActivity.run { try self.readBlocking(caller) } }
}

/// The stores that are open in this process, by path.
///
/// The one thing that all of a process share, and has to be: two histories of one path that knew nothing of each other would
/// each answer from a memory of their own.
enum HistoryCores {
    private struct Reference { weak var core: HistoryCore? }

    private static let open = Locked<[String: Reference]>([:])

    /// The store of `paths`, opened now if nobody has it open.
    static func core(_ paths: HistoryPaths) -> HistoryCore {
        open.withLock { open in
            if let core = open[paths.journal]?.core { return core }
            open = open.filter { $0.value.core != nil }
            let core = HistoryCore(POSIXFileSystem(), paths, roomyEnough: HistoryCore.roomyEnough)
            open[paths.journal] = Reference(core: core)
            return core
        }
    }
}
