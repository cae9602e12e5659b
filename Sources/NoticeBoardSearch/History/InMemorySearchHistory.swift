public import Foundation

/// A search history that lives as long as the object: for tests, previews and apps that store nothing.
///
/// Safe to use from any task. A change that was cancelled before it began is not made.
public final class InMemorySearchHistory: SearchHistoryRepository {
    private let memory: SearchHistoryMemory
    private let now: @Sendable () -> Date

    /// Creates an empty history; `now` returns the date of a search.
    public init(policy: SearchHistoryPolicy = SearchHistoryPolicy(), now: @escaping @Sendable () -> Date = { Date() }) {
        memory = SearchHistoryMemory(SearchHistoryValue(policy: policy))
        self.now = now
    }

    /// Returns every entry, newest first.
    public func entries() async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let now = now()
        return memory.read { $0.entries(now: now) } ?? []
    }

    /// Returns whether searches are recorded.
    public func recording() async throws -> SearchHistoryPolicy.Recording { memory.read(\.recording) ?? .on }

    /// Makes a change and returns the entries it removed, newest first; for a restore, those that found no room.
    @discardableResult
    public func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] {
        try Task.checkCancellation()
        let now = now()
        defer { memory.notify() }
        return try memory.change(now: now) { try $0?.apply(change, now: now) ?? [] }
    }

    /// Returns a stream of the list now and after every change.
    ///
    /// A slow subscriber gets only the newest list.
    public func updates() -> AsyncStream<[SearchHistoryEntry]> {
        memory.updates(now: now())
    }
}
