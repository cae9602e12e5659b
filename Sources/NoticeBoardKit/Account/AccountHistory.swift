import NoticeBoardBase
public import NoticeBoardSearch

/// A search history as it belongs to whoever is signed in: changed in order, given up and erased when they sign out.
///
/// ```swift
/// let history = AccountHistory(FileSearchHistory(directory: folder, scope: account))
/// account.register(history)                     // a BoardAccount ends and erases it with everything else
/// ```
///
/// What was asked for before ``end()`` and had not begun is never written; what was being written is finished before
/// ``erase(isolation:)`` begins; and nobody reads or writes what comes after it before all is gone. The history itself is changed by
/// nobody else meanwhile.
///
/// Safe to use from any task.
public final class AccountHistory: SearchHistoryRepository {
    private struct Content {
        /// Grows with every sign-out.
        var generation = 0
        /// What was asked for last: whatever comes waits for it.
        var last: Task<Void, Never>?
        /// The erasing that readers wait for.
        var erasing: Task<Void, Never>?
    }

    private let history: any SearchHistoryRepository
    private let content = Locked(Content())

    /// The history that `history` keeps.
    public init(_ history: any SearchHistoryRepository) { self.history = history }

    /// Every entry, newest first.
    public func entries() async throws -> [SearchHistoryEntry] {
        await waitUntilErased()
        return try await history.entries()
    }

    /// Whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording {
        await waitUntilErased()
        return try await history.recording()
    }

    /// Looks at what others wrote.
    public func refresh() async throws {
        await waitUntilErased()
        try await history.refresh()
    }

    /// Makes a change after every earlier one, and returns the entries it removed.
    ///
    /// Throws `sessionOver` if ``end()`` was called before the change began.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        if change == .erase {
            try await beginErasing().value
            return []
        }
        return try await begin(change).value
    }

    /// The list now, or once an erasing is over, then after every change.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        guard let erasing = content.withLock({ $0.erasing }) else { return history.updates() }
        let (stream, continuation) = AsyncStream.makeStream(of: [SearchHistoryEntry].self, bufferingPolicy: .bufferingNewest(1))
        let following = Task { [history] in
            await erasing.value
            for await entries in history.updates() { continuation.yield(entries) }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }

    /// Puts a change in its place in the order before this returns.
    func begin(_ change: SearchHistoryChange) -> Task<[SearchHistoryEntry], any Error> {
        let history = history
        return content.withLock { content in
            let (before, generation) = (content.last, content.generation)
            let task = Task { [self] in
                await before?.value
                guard self.content.withLock({ $0.generation == generation }) else {
                    throw NoticeBoardError(.sessionOver, "The session ended before the search history was changed.")
                }
                return try await history.apply(change)
            }
            content.last = Task { _ = await task.result }
            return task
        }
    }

    /// Gives up at once whatever was asked for and has not begun, on whatever thread.
    public func end() { content.withLock { $0.generation += 1 } }

    /// Erases the history without a trace, after the change that is being written.
    ///
    /// The rules, a recording that is off or paused, and the names of finished imports stay.
    public func erase(isolation: isolated (any Actor)? = #isolation) async throws { try await beginErasing().value }

    /// Puts an erasing in its place in the order before this returns.
    func beginErasing() -> Task<Void, any Error> {
        let history = history
        return content.withLock { content in
            let before = content.last
            let task = Task {
                await before?.value
                try await history.erase()
            }
            let over = Task { _ = await task.result }
            (content.last, content.erasing) = (over, over)
            return task
        }
    }

    /// Returns when nothing is being erased.
    private func waitUntilErased() async { await content.withLock { $0.erasing }?.value }
}
