public import NoticeBoardBase
public import NoticeBoardSearch

/// A search history of an account: changed in order, and ended and erased when the account signs out.
///
/// ```swift
/// let history = AccountHistory(FileSearchHistory(directory: folder, scope: account))
/// scope.register(history)                       // ends and erases it with everything else of the account
/// ```
///
/// A change that had not begun before ``end()`` is never written. A change that is being written is finished before
/// ``erase(isolation:)`` begins, and readers wait until that is over. Only this object changes the history meanwhile.
///
/// Safe to use from any task.
public final class AccountHistory: SearchHistoryRepository {
    private let history: any SearchHistoryRepository
    private let queue = SerialQueue()
    /// The erasing that readers wait for.
    private let erasing = Locked<Task<Void, any Error>?>(nil)

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
        guard let erasing = erasing.withLock({ $0 }) else { return history.updates() }
        let (stream, continuation) = AsyncStream.makeStream(of: [SearchHistoryEntry].self, bufferingPolicy: .bufferingNewest(1))
        let following = Task { [history] in
            _ = await erasing.result
            for await entries in history.updates() { continuation.yield(entries) }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }

    /// Gives a change its place in the order before this returns.
    func begin(_ change: SearchHistoryChange) -> Task<[SearchHistoryEntry], any Error> {
        queue.add { [history] in try await history.apply(change) }
    }

    /// Drops every change that has not begun, on any thread.
    public func end() { queue.end() }

    /// Erases the history without a trace, after the change that is being written.
    ///
    /// The rules, a recording that is off or paused, and the names of finished imports stay.
    public func erase(isolation: isolated (any Actor)? = #isolation) async throws { try await beginErasing().value }

    /// Gives an erasing its place in the order before this returns.
    func beginErasing() -> Task<Void, any Error> {
        erasing.withLock { erasing in
            let task = queue.add(outlastsEnd: true) { [history] in try await history.erase() }
            erasing = task
            return task
        }
    }

    /// Returns when the history is not being erased.
    private func waitUntilErased() async { _ = await erasing.withLock { $0 }?.result }
}

extension AccountScope {
    /// Registers a search history, which signing out ends and erases.
    ///
    /// What was to be written when a session expired, or when the account only gives way to another one, is still written.
    /// - Returns: What takes the registration back.
    @discardableResult public func register(_ history: AccountHistory) -> AccountRegistration {
        register(end: { if $0 { history.end() } }, erase: { try await history.erase() })
    }
}
