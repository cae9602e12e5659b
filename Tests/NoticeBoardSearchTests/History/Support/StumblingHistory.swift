import NoticeBoardSearch

/// A history that can fail in any call or return any wrong result.
struct StumblingHistory: SearchHistoryRepository {
    private let base: any SearchHistoryRepository
    private let willCall: @Sendable () throws -> Void
    private let isWrong: @Sendable () -> Bool

    init(
        _ base: any SearchHistoryRepository, isWrong: @escaping @Sendable () -> Bool = { false },
        willCall: @escaping @Sendable () throws -> Void = {}
    ) {
        (self.base, self.isWrong, self.willCall) = (base, isWrong, willCall)
    }

    func entries() async throws -> [SearchHistoryEntry] {
        try willCall()
        let entries = try await base.entries()
        return isWrong() ? [entry("틀린 말")] : entries
    }
    func recording() async throws -> SearchHistoryPolicy.Recording {
        try willCall()
        let recording = try await base.recording()
        return isWrong() ? (recording == .on ? .off : .on) : recording
    }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        try willCall()
        return try await base.apply(change)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { base.updates() }
    func refresh() async throws {
        try willCall()
        try await base.refresh()
    }
}
