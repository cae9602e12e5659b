import NoticeBoardSearch

/// A history any of whose calls may fail.
struct StumblingHistory: SearchHistoryRepository {
    private let base: any SearchHistoryRepository
    private let willCall: @Sendable () throws -> Void

    init(_ base: any SearchHistoryRepository, willCall: @escaping @Sendable () throws -> Void) {
        (self.base, self.willCall) = (base, willCall)
    }

    func entries() async throws -> [SearchHistoryEntry] {
        try willCall()
        return try await base.entries()
    }
    func recording() async throws -> SearchHistoryPolicy.Recording {
        try willCall()
        return try await base.recording()
    }
    func apply(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        try willCall()
        return try await base.apply(change)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { base.updates() }
    func refresh() async throws {
        try willCall()
        try await base.refresh()
    }
    func erase() async throws {
        try willCall()
        try await base.erase()
    }
}
