/// Where what was searched is kept: one repository is one scope, an account, or an account and a board.
///
/// ``InMemorySearchHistory`` and ``FileSearchHistory`` ship with the SDK, and ``StoredSearchHistory`` keeps a history wherever
/// two closures put it. What is none of these is four methods around a ``SearchHistoryLog``, which knows the rules:
///
/// ```swift
/// actor HistoryInMyStore: SearchHistoryRepository {
///     private var log = SearchHistoryLog()
///     private let (told, tell) = AsyncStream.makeStream(of: [SearchHistoryEntry].self, bufferingPolicy: .bufferingNewest(1))
///
///     func entries() async throws -> [SearchHistoryEntry] { log.entries(now: Date()) }
///     func recording() async throws -> SearchHistoryPolicy.Recording { log.recording }
///     nonisolated func apply(
///         _ change: SearchHistoryChange, isolation: isolated (any Actor)?
///     ) async throws -> [SearchHistoryEntry] {
///         try await carryOut(change)                  // from the caller's actor to this one: the order of calls is kept
///     }
///     private func carryOut(_ change: SearchHistoryChange) throws -> [SearchHistoryEntry] {
///         defer { tell.yield(log.entries(now: Date())) }
///         return try log.apply(change, now: Date())
///     }
///     nonisolated func updates() -> AsyncStream<[SearchHistoryEntry]> { told }    // for one subscriber
/// }
/// ```
///
/// Everything else (``save(_:target:isolation:)``, ``recent(_:target:)``, ``suggestions(for:target:limit:)`` and the like) stands above
/// these, and `SearchHistoryContract` in NoticeBoardTesting holds any backend to the same promises. Failures are
/// `NoticeBoardError`, cancellation is `CancellationError`, and a call that was cancelled before it began has changed nothing.
public protocol SearchHistoryRepository: Sendable {
    /// Every entry, newest first: what was saved here in the order of saving, below it what was imported, by its dates.
    func entries() async throws -> [SearchHistoryEntry]

    /// Whether searches are recorded: what `turnOn`, `time` and `turnOff` said last, whoever called them.
    func recording() async throws -> SearchHistoryPolicy.Recording

    /// Makes a change and returns the entries it removed, newest first, so that it can be undone.
    ///
    /// Runs on the caller's actor until the change has its place in the order: changes that one actor begins without awaiting
    /// the one before are made in the order of the calls. A change that throws has changed nothing.
    @discardableResult func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry]

    /// The list now, then after every change; whoever is slow gets only the newest.
    ///
    /// The stream does not keep the repository alive, and ends with it, or with the task that follows it.
    func updates() -> AsyncStream<[SearchHistoryEntry]>

    /// Looks at what others wrote since, where others can write; does nothing unless a backend says otherwise.
    func refresh() async throws

    /// Removes every entry without a trace, pinned ones too, and records again: for a sign-out.
    ///
    /// Takes its place in the order of changes as ``apply(_:isolation:)`` does.
    func erase(isolation: isolated (any Actor)?) async throws
}

extension SearchHistoryRepository {
    /// Does nothing: nobody else writes.
    public func refresh() async throws {}

    /// Turns recording off and on again, erasing every entry and keeping the rules.
    public func erase(isolation: isolated (any Actor)?) async throws {
        try await apply(.record(.on, erasing: true), isolation: isolation)
    }
}
