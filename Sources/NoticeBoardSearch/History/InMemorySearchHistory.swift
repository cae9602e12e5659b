public import Foundation
import NoticeBoardBase

/// A history that lives as long as the object: for tests, previews and apps that keep nothing.
///
/// Safe to use from any task. Nothing here waits, and a change that was cancelled before it began is not made.
public final class InMemorySearchHistory: SearchHistoryRepository {
    private let log: Locked<SearchHistoryLog>
    private let broadcast = Broadcast<[SearchHistoryEntry]>()
    private let clock: @Sendable () -> Date

    /// An empty history; `clock` dates what is saved.
    public init(policy: SearchHistoryPolicy = SearchHistoryPolicy(), clock: @escaping @Sendable () -> Date = { Date() }) {
        log = Locked(SearchHistoryLog(policy: policy))
        self.clock = clock
    }

    /// Every entry, newest first.
    public func entries() async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let now = clock()
        return log.withLock { $0.entries(now: now) }
    }

    /// Whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording { log.withLock { $0.recording } }

    /// Does what is asked, and gives what it removed, newest first; of a restoring it gives what found no room.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let now = clock()
        defer { broadcast.notify() }
        return try log.withLock { log in
            let before = log
            let removed = try log.apply(change, now: now)
            // Under the lock: everybody sees the changes in the order in which they were made.
            if broadcast.hasSubscribers, before.entries(now: now) != log.entries(now: now) {
                broadcast.keep(log.entries(now: now))
            }
            return removed
        }
    }

    /// The list now, then after every change; whoever is slow gets only the newest.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        let now = clock()
        return log.withLock { broadcast.stream(startingWith: $0.entries(now: now)) }
    }
}
