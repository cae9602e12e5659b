/// Where what was searched is kept: one repository is one scope, an account, or an account and a board.
///
/// ``InMemorySearchHistory`` and ``FileSearchHistory`` ship with the SDK. Another backend is three methods, and is held to the
/// same promises by `SearchHistoryContract` in NoticeBoardTesting:
///
/// ```swift
/// struct HistoryOnServer: SearchHistoryRepository {
///     func entries() async throws -> [SearchHistoryEntry] { … }
///     func apply(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] { … }
///     func updates() -> AsyncStream<[SearchHistoryEntry]> { … }
/// }
/// ```
///
/// Everything else (``save(_:target:)``, ``recent(_:target:)``, ``suggestions(for:target:limit:)`` and the like) stands above
/// these three. Failures are `NoticeBoardError`, cancellation is `CancellationError`, and a call that was cancelled before it
/// began has changed nothing.
public protocol SearchHistoryRepository: Sendable {
    /// Every entry, newest first: by date, and among equal dates the one saved last first.
    func entries() async throws -> [SearchHistoryEntry]

    /// Does what is asked, and gives what a delete or a clear removed, newest first, so that it can be undone.
    @discardableResult func apply(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry]

    /// The list now, then after every change; whoever is slow gets only the newest.
    ///
    /// The stream does not keep the repository alive, and ends with it.
    func updates() -> AsyncStream<[SearchHistoryEntry]>
}
