import NoticeBoardBase

/// A store of past searches for one scope: an account, or an account and a board.
///
/// ``InMemorySearchHistory`` and ``FileSearchHistory`` ship with the SDK, and ``StoredSearchHistory`` keeps a history wherever
/// two closures put it. Any other store is four methods around a ``SearchHistoryValue``, which knows the rules:
///
/// ```swift
/// import Foundation
/// import NoticeBoardSearch
///
/// actor HistoryInMyStore: SearchHistoryRepository {
///     private var log = SearchHistoryValue()
///     private let (lists, list) = AsyncStream.makeStream(of: [SearchHistoryEntry].self, bufferingPolicy: .bufferingNewest(1))
///
///     init() { list.yield(log.entries(now: Date())) }     // a subscriber first gets the current list
///     deinit { list.finish() }                            // the stream ends with the repository
///
///     func entries() async throws -> [SearchHistoryEntry] { log.entries(now: Date()) }
///     func recording() async throws -> SearchHistoryPolicy.Recording { log.recording }
///     nonisolated func apply(
///         _ change: SearchHistoryChange, isolation: isolated (any Actor)?
///     ) async throws -> [SearchHistoryEntry] {
///         try await carryOut(change)                  // from the caller's actor to this one: the order of calls is kept
///     }
///     private func carryOut(_ change: SearchHistoryChange) throws -> [SearchHistoryEntry] {
///         defer { list.yield(log.entries(now: Date())) }
///         return try log.apply(change, now: Date())
///     }
///     nonisolated func updates() -> AsyncStream<[SearchHistoryEntry]> { lists }    // for one subscriber
/// }
/// ```
///
/// The convenience methods (``save(_:target:isolation:)``, ``recent(_:target:)``, ``suggestions(for:target:limit:)`` and others)
/// use these four, and `SearchHistoryContract` in NoticeBoardTesting checks any backend. Failures are `NoticeBoardError`,
/// cancellation is `CancellationError`, and a call that was cancelled before it began has changed nothing.
public protocol SearchHistoryRepository: Sendable {
    /// Returns every entry, newest first: saved searches in the order of saving, then imported ones by date.
    func entries() async throws -> [SearchHistoryEntry]

    /// Returns whether searches are recorded.
    func recording() async throws -> SearchHistoryPolicy.Recording

    /// Makes a change and returns the entries it removed, newest first, so that it can be undone.
    ///
    /// Runs on the caller's actor until the change has its place in the order: changes that one actor begins without awaiting
    /// the previous one are made in the order of the calls. A change that throws has changed nothing.
    @discardableResult func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry]

    /// Returns a stream of the list now and after every change. A slow subscriber gets only the newest list.
    ///
    /// The stream does not keep the repository alive. It ends with the repository, with the task that follows it, or if the
    /// entries cannot be loaded: then ``entries()`` throws the reason, and a new stream loads again.
    func updates() -> AsyncStream<[SearchHistoryEntry]>

    /// Reads changes that other processes made; does nothing in stores without other writers.
    func refresh() async throws
}

extension SearchHistoryRepository {
    /// Does nothing: there are no other writers.
    public func refresh() async throws {}
}
