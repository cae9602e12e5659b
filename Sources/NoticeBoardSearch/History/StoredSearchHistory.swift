public import Foundation
import NoticeBoardBase

/// A history that two closures keep wherever they like: encrypted, in the Keychain, in UserDefaults, on a server.
///
/// ```swift
/// let history = StoredSearchHistory(
///     load: { UserDefaults.standard.data(forKey: "searches") },
///     store: { UserDefaults.standard.set($0, forKey: "searches") })
/// ```
///
/// A change loads what there is, applies itself to it and stores it, one change after the other. Two objects on one store lose
/// nothing of each other for as long as their changes do not overlap, so keep one object for one store. What cannot be read is
/// an error and never an empty history.
public final class StoredSearchHistory: SearchHistoryRepository {
    private struct Memory {
        var log: SearchHistoryLog?
        /// The rules that were named and that were not brought into force yet.
        var wish: SearchHistoryPolicy
    }

    private let memory: Locked<Memory>
    /// The end of the newest change: the next one waits for it.
    private let last = Locked<Task<Void, Never>?>(nil)
    private let broadcast = Broadcast<[SearchHistoryEntry]>()
    private let clock: @Sendable () -> Date
    private let load: @Sendable () async throws -> Data?
    private let store: @Sendable (Data) async throws -> Void

    /// A history of what `load` gives, nil or empty where nothing was stored yet.
    ///
    /// - Parameters:
    ///   - policy: The rules that this opener brings into force; what it leaves out stays as it was stored.
    ///   - clock: Dates what is saved.
    ///   - load: What was stored last.
    ///   - store: Keeps the whole history, keywords and all, instead of what it kept before. When it throws, what was kept
    ///     before is expected to be there still.
    public init(
        policy: SearchHistoryPolicy = SearchHistoryPolicy(), clock: @escaping @Sendable () -> Date = { Date() },
        load: @escaping @Sendable () async throws -> Data?, store: @escaping @Sendable (Data) async throws -> Void
    ) {
        memory = Locked(Memory(wish: policy))
        (self.clock, self.load, self.store) = (clock, load, store)
    }

    /// Every entry, newest first, from memory; the first call loads.
    public func entries() async throws -> [SearchHistoryEntry] { try await known().entries(now: clock()) }

    /// Whether searches are recorded, as it was stored.
    public func recording() async throws -> SearchHistoryPolicy.Recording { try await known().recording }

    /// Does what is asked, and gives what it removed, newest first; of a restoring it gives what found no room.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        return try await begin(change).value
    }

    /// Puts a change behind every earlier one.
    ///
    /// It runs in a task of its own, so that a change that has begun is finished when its caller is cancelled.
    private func begin(_ change: SearchHistoryChange) -> Task<[SearchHistoryEntry], any Error> {
        last.withLock { last in
            let task = Task { [self, before = last] in
                await before?.value
                return try await carryOut(change)
            }
            last = Task { _ = await task.result }
            return task
        }
    }

    /// The list now, then after every change; whoever is slow gets only the newest.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        let now = clock()
        let (stream, isKnown) = memory.withLock {
            (broadcast.stream(startingWith: $0.log?.entries(now: now)), $0.log != nil)
        }
        if !isKnown { Task { [weak self] in try await self?.refresh() } }
        return stream
    }

    /// Loads what others stored.
    public func refresh() async throws { try await apply(.obey(SearchHistoryPolicy())) }

    private func known() async throws -> SearchHistoryLog {
        try Task.checkCancellation()
        if let log = memory.withLock({ $0.log }) { return log }
        try await refresh()
        return memory.withLock { $0.log } ?? SearchHistoryLog()
    }

    private func carryOut(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        do {
            var (log, now) = (try await loaded(), clock())
            var effect = SearchHistoryEffect()
            try log.carryOut(.obey(memory.withLock { $0.wish }), now: now, &effect)
            try log.carryOut(change, now: now, &effect)
            if !effect.isNothing { try await store(try JSONEncoder().encode(log)) }
            now = clock()
            memory.withLock { [log] memory in
                let before = memory.log?.entries(now: now)
                (memory.log, memory.wish) = (log, SearchHistoryPolicy())
                // Under the lock: everybody sees the changes in the order in which they were made.
                let entries = log.entries(now: now)
                if broadcast.hasSubscribers, before != entries { broadcast.keep(entries) }
            }
            broadcast.notify()
            return effect.removed
        } catch let error as NoticeBoardError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw NoticeBoardError(
                .external, "The search history could not be loaded or stored.", underlying: NoticeBoardError.withoutAddress(error)
            )
        }
    }

    private func loaded() async throws -> SearchHistoryLog {
        guard let data = try await load(), !data.isEmpty else { return SearchHistoryLog() }
        do { return try JSONDecoder().decode(SearchHistoryLog.self, from: data) } catch let error as NoticeBoardError {
            throw error
        } catch {
            throw NoticeBoardError(.storeDamaged, "The stored search history cannot be read.")
        }
    }
}
