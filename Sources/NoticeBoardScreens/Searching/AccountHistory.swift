package import Foundation
public import NoticeBoardBase
public import NoticeBoardSearch

/// The search history of an account: changes are made in order, and a sign-out ends and erases it.
///
/// ```swift
/// let history = AccountHistory(FileSearchHistory(directory: folder, scope: account))
/// scope.register(history)                       // a sign-out ends and erases it
/// ```
///
/// A change that has not begun before ``end()`` is never written. Readers and an erasure wait for earlier changes. Only
/// this object may change the history.
///
/// Safe to use from any task.
public final class AccountHistory: SearchHistoryRepository {
    private let history: any SearchHistoryRepository
    private let queue = SerialQueue()

    /// Creates an account's history on top of another one.
    public init(_ history: any SearchHistoryRepository) { self.history = history }

    /// The files of the history; none if it is not a ``FileSearchHistory``.
    package var files: [URL] { (history as? FileSearchHistory)?.files ?? [] }

    /// Returns every entry, newest first.
    public func entries() async throws -> [SearchHistoryEntry] {
        await queue.drained()
        return try await history.entries()
    }

    /// Returns whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording {
        await queue.drained()
        return try await history.recording()
    }

    /// Reads changes that other processes made.
    public func refresh() async throws {
        await queue.drained()
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

    /// Returns a stream of the list now and after every change.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [SearchHistoryEntry].self, bufferingPolicy: .bufferingNewest(1))
        let updates = history.updates()
        // Does not hold the history, so that the stream ends with it.
        let following = Task { [queue] in
            await queue.drained()
            for await entries in updates { continuation.yield(entries) }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }

    /// Puts a change behind every earlier one before it returns.
    package func begin(_ change: SearchHistoryChange) -> Task<[SearchHistoryEntry], any Error> {
        queue.add { [history] in try await history.apply(change) }
    }

    /// Cancels every change that has not begun, on any thread.
    public func end() { queue.end() }

    /// Puts an erasure, without a trace, behind every earlier change before it returns.
    ///
    /// The rules, a recording that is off or paused, and the names of finished imports stay.
    package func beginErasing() -> Task<Void, any Error> {
        queue.add(outlastsEnd: true) { [history] in try await history.erase() }
    }
}

extension AccountScope {
    /// Registers a search history, which signing out ends and erases.
    ///
    /// If the session expired, or the data stay for a later sign-in, pending changes are still written. With an account, the
    /// history's file is recorded, so that a later launch erases it as well.
    /// - Returns: A handle that withdraws the registration.
    @discardableResult public func register(_ history: AccountHistory, for account: String? = nil) -> AccountRegistration {
        register(
            for: account, erasing: account == nil ? [] : history.files, end: { if $0 { history.end() } },
            erase: { try await history.beginErasing().value })
    }
}
