import NoticeBoardTesting

/// Starts a task on the main actor and returns it once it has run to its first suspension point.
@MainActor package func startTask<Value: Sendable>(
    _ body: @escaping @MainActor () async throws -> Value
) async -> Task<Value, any Error> {
    let begun = Gate()
    let task = Task {
        begun.open()
        return try await body()
    }
    // The caller resumes on the main actor, which the task leaves at its first suspension.
    try? await begun.pass()
    return task
}
