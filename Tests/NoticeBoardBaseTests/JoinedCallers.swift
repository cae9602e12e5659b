import NoticeBoardBase

extension SingleFlight {
    /// Starts callers of `work` for `key`, and returns them once each has joined the flight.
    @MainActor func joinedCallers(
        _ count: Int, for key: Key, _ work: @escaping @Sendable () async throws -> Value
    ) async -> [Task<Value, any Error>] {
        let (joining, continuation) = AsyncStream.makeStream(of: Void.self)
        let callers = (0..<count).map { _ in
            Task {
                // A caller joins before it leaves the main actor, on which the loop below is resumed.
                continuation.yield()
                return try await value(for: key, work)
            }
        }
        for await _ in joining.prefix(count) {}
        return callers
    }
}
