public import Foundation
import NoticeBoardBase

/// A search history that two closures store: encrypted, in the Keychain, in UserDefaults, on a server.
///
/// ```swift
/// let history = StoredSearchHistory(
///     load: { UserDefaults.standard.data(forKey: "searches") },
///     store: { UserDefaults.standard.set($0, forKey: "searches") })
/// ```
///
/// Every change loads the history, applies itself and stores the result, one change after the other. Changes of two objects on
/// one store must not overlap, so keep one object for each store. A history that cannot be read is an error and never empty.
public final class StoredSearchHistory: SearchHistoryRepository {
    private struct Memory {
        var log: SearchHistoryLog?
        var broadcast = Broadcast<[SearchHistoryEntry]>()
        /// Rules that are not in force yet.
        var wish: SearchHistoryPolicy
    }

    private let memory: Locked<Memory>
    /// The newest change, which the next one waits for.
    private let last = Locked<Task<Void, Never>?>(nil)
    private let now: @Sendable () -> Date
    private let load: @Sendable () async throws -> Data?
    private let store: @Sendable (Data) async throws -> Void

    /// Creates a history of the data that `load` returns; `nil` or empty data is an empty history.
    ///
    /// - Parameters:
    ///   - policy: The rules to bring into force; `nil` values keep the stored ones.
    ///   - now: Returns the date of a search.
    ///   - load: Returns the data that was stored last.
    ///   - store: Replaces the stored data, which holds keywords. If it throws, the former data must still be stored.
    public init(
        policy: SearchHistoryPolicy = SearchHistoryPolicy(), now: @escaping @Sendable () -> Date = { Date() },
        load: @escaping @Sendable () async throws -> Data?, store: @escaping @Sendable (Data) async throws -> Void
    ) {
        memory = Locked(Memory(wish: policy))
        (self.now, self.load, self.store) = (now, load, store)
    }

    /// Returns every entry, newest first, from memory; the first call loads.
    public func entries() async throws -> [SearchHistoryEntry] { try await known().entries(now: now()) }

    /// Returns whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording { try await known().recording }

    /// Makes a change and returns the entries it removed, newest first; for a restore, those that found no room.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        return try await begin(change).value
    }

    /// Puts a change behind every earlier one.
    ///
    /// It runs in its own task, so that it is finished even if its caller is cancelled.
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

    /// Returns a stream of the list now and after every change.
    ///
    /// A slow subscriber gets only the newest list.
    ///
    /// It ends if loading fails: then ``entries()`` throws the reason, and a new stream loads again.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        let now = now()
        let (stream, isKnown) = memory.withLock { memory in
            (memory.broadcast.stream(startingWith: memory.log?.entries(now: now)), memory.log != nil)
        }
        if !isKnown { Task { [weak self] in do { try await self?.refresh() } catch { self?.endUpdates() } } }
        return stream
    }

    private func endUpdates() {
        let former = memory.withLock { memory -> Broadcast<[SearchHistoryEntry]>? in
            guard memory.log == nil else { return nil }
            defer { memory.broadcast = Broadcast() }
            return memory.broadcast
        }
        former?.finish()
    }

    /// Loads changes that other processes stored.
    public func refresh() async throws { try await apply(.obey(SearchHistoryPolicy())) }

    private func known() async throws -> SearchHistoryLog {
        try Task.checkCancellation()
        if let log = memory.withLock({ $0.log }) { return log }
        try await refresh()
        return memory.withLock { $0.log } ?? SearchHistoryLog()
    }

    private func carryOut(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        do {
            var (stored, now) = (try await loaded(), now())
            // Erasing removes also what cannot be read.
            if case .failure = stored, change == .erase {
                stored = .success(SearchHistoryLog())
                try await store(Data())
            }
            var log = try stored.get()
            var effect = SearchHistoryEffect()
            try log.carryOut(.obey(memory.withLock { $0.wish }), now: now, &effect)
            try log.carryOut(change, now: now, &effect)
            if !effect.isNothing { try await store(try JSONEncoder().encode(log)) }
            now = self.now()
            memory.withLock { [log] memory in
                let before = memory.log?.entries(now: now)
                (memory.log, memory.wish) = (log, SearchHistoryPolicy())
                // Under the lock, so that lists are sent in the order of the changes.
                let entries = log.entries(now: now)
                if memory.broadcast.hasSubscribers, before != entries { memory.broadcast.keep(entries) }
            }
            memory.withLock { $0.broadcast }.notify()
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

    /// Loads the history; a failure is one of reading the data.
    private func loaded() async throws -> Result<SearchHistoryLog, any Error> {
        guard let data = try await load(), !data.isEmpty else { return .success(SearchHistoryLog()) }
        return Result { try JSONDecoder().decode(SearchHistoryLog.self, from: data) }.mapError { error in
            error as? NoticeBoardError ?? NoticeBoardError(.storeDamaged, "The stored search history cannot be read.")
        }
    }
}
