/// How a step went: the lines that it showed, or the error.
struct SmokeResult: Identifiable {
    let name: String
    var lines: [String] = []
    var milliseconds = 0
    var hasPassed: Bool?

    var id: String { name }

    var mark: String {
        switch hasPassed {
        case nil: "…"
        case true?: "✓"
        case false?: "✗"
        }
    }
}
