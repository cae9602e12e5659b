/// Something that is measured: a name to choose it by, and what it prints.
struct Subject: Sendable {
    let name: String
    let summary: String
    let run: @Sendable (Settings) async throws -> Void
}

/// How thoroughly to measure.
struct Settings: Sendable {
    /// Small inputs and few rounds: shows that everything runs, not how fast.
    var isQuick = false

    /// `full`, or `quick` in a quick run.
    func choose<Value>(_ full: Value, quick: Value) -> Value { isQuick ? quick : full }
}
