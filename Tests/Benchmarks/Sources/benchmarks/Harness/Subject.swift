/// A benchmark: its name on the command line, and its body.
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
