import NoticeBoardSearch
import NoticeBoardTesting

/// A history in memory whose changes wait at a gate.
final class HeldHistory: SearchHistoryRepository {
    /// The history without the gate.
    let base = InMemorySearchHistory()
    /// Holds every change.
    let gate = Gate()
    /// Whether each stream of the list ends at once.
    private let endsUpdates: Bool

    init(endsUpdates: Bool = false) { self.endsUpdates = endsUpdates }

    func entries() async throws -> [SearchHistoryEntry] { try await base.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await base.recording() }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        try await gate.pass(isolation: isolation)
        return try await base.apply(change, isolation: isolation)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> {
        endsUpdates ? AsyncStream { $0.finish() } : base.updates()
    }
}
