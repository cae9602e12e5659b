public import Foundation
import NoticeBoardBase

/// A search history that lives as long as the object: for tests, previews and apps that store nothing.
///
/// Safe to use from any task. A change that was cancelled before it began is not made.
public final class InMemorySearchHistory: SearchHistoryRepository {
    private let log: Locked<SearchHistoryLog>
    private let broadcast = Broadcast<[SearchHistoryEntry]>()
    private let now: @Sendable () -> Date

    /// Creates an empty history; `now` returns the date of a search.
    public init(policy: SearchHistoryPolicy = SearchHistoryPolicy(), now: @escaping @Sendable () -> Date = { Date() }) {
        log = Locked(SearchHistoryLog(policy: policy))
        self.now = now
    }

    /// Returns every entry, newest first.
    public func entries() async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let now = now()
        return log.withLock { $0.entries(now: now) }
    }

    /// Returns whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording { log.withLock { $0.recording } }

    /// Makes a change and returns the entries it removed, newest first; for a restore, those that found no room.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let now = now()
        defer { broadcast.notify() }
        return try log.withLock { log in
            let before = log
            let removed = try log.apply(change, now: now)
            // Under the lock, so that lists are sent in the order of the changes.
            if broadcast.hasSubscribers, before.entries(now: now) != log.entries(now: now) {
                broadcast.keep(log.entries(now: now))
            }
            return removed
        }
    }

    /// Returns a stream of the list now and after every change.
    ///
    /// A slow subscriber gets only the newest list.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        let now = now()
        return log.withLock { broadcast.stream(startingWith: $0.entries(now: now)) }
    }
}
