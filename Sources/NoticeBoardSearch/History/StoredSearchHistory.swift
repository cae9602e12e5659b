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
    private let memory = SearchHistoryMemory()
    /// Rules that are not in force yet.
    private let unsetPolicy: Locked<SearchHistoryPolicy>
    private let queue = SerialQueue("NoticeBoard.StoredSearchHistory")
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
        unsetPolicy = Locked(policy)
        self.now = now
        self.load = load
        self.store = store
    }

    /// Returns every entry, newest first, from memory; the first call loads.
    public func entries() async throws -> [SearchHistoryEntry] { try await memory.loaded(by: refresh) { $0.entries(now: now()) } }

    /// Returns whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording { try await memory.loaded(by: refresh, \.recording) }

    /// Makes a change and returns the entries it removed, newest first; for a restore, those that found no room.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        // In a task of its own, so that a change is finished even if its caller is cancelled.
        return try await queue.add { [self] in try await carryOut(change) }.value
    }

    /// Returns a stream of the list now and after every change.
    ///
    /// A slow subscriber gets only the newest list.
    ///
    /// It ends if loading fails: then ``entries()`` throws the reason, and a new stream loads again.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        memory.updates(now: now()) { [weak self] in try await self?.refresh() }
    }

    /// Loads changes that other processes stored.
    public func refresh() async throws { try await apply(.setPolicy(SearchHistoryPolicy())) }

    private func carryOut(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        do {
            var stored = try await loaded()
            var now = now()
            // Erasing removes also what cannot be read.
            if case .failure = stored, change == .erase {
                stored = .success(SearchHistoryValue())
                try await store(Data())
            }
            var log = try stored.get()
            var effect = SearchHistoryEffect()
            try log.carryOut(.setPolicy(unsetPolicy.withLock { $0 }), now: now, &effect)
            try log.carryOut(change, now: now, &effect)
            if !effect.isNothing { try await store(try JSONEncoder().encode(log)) }
            now = self.now()
            memory.change(now: now) { $0 = log }
            unsetPolicy.withLock { $0 = SearchHistoryPolicy() }
            memory.notify()
            return effect.removed
        } catch  where error is NoticeBoardError || error is CancellationError {
            throw error
        } catch {
            throw NoticeBoardError(
                .external, "The search history could not be loaded or stored.", underlying: NoticeBoardError.withoutAddress(error)
            )
        }
    }

    /// Loads the history; a failure is one of reading the data.
    private func loaded() async throws -> Result<SearchHistoryValue, any Error> {
        guard let data = try await load(), !data.isEmpty else { return .success(SearchHistoryValue()) }
        return Result { try JSONDecoder().decode(SearchHistoryValue.self, from: data) }.mapError { error in
            error as? NoticeBoardError ?? NoticeBoardError(.storeDamaged, "The stored search history cannot be read.")
        }
    }
}
