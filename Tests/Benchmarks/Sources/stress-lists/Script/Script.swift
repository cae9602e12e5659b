/// A setup and the acts that are played on it.
struct Script: Equatable, Sendable {
    var setup: Setup
    var acts: [Act]

    init(_ setup: Setup, _ acts: [Act]) {
        self.setup = setup
        self.acts = acts
    }

    /// Creates a script from its texts, such as `fixed cursors page=2 rows=4` and `answer, burst 21, deleteTop`.
    init(setup: String, acts: String) throws {
        self.setup = try Setup(setup)
        self.acts = try acts.split(separator: ",").map { part in
            let words = part.split(separator: " ").map(String.init)
            let numbers = words.dropFirst().compactMap { Int($0) }
            guard let name = words.first, let kind = Act.Kind(rawValue: name), numbers.count == words.count - 1,
                numbers.count < 3,
                numbers.allSatisfy({ $0 >= 0 })
            else { throw UsageError.unknown(String(part)) }
            return Act(kind: kind, number: numbers.first ?? 0, length: numbers.count > 1 ? numbers[1] : 0)
        }
    }

    /// The command that plays the script again and prints what happens.
    var command: String {
        "stress-lists --replay '\(setup.text)' '\(acts.map(\.text).joined(separator: ", "))'"
    }
}
