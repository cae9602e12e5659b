import NoticeBoardPaging

/// What an exam has found out about a service.
public struct ExamReport<Item: Identifiable & Sendable>: Sendable, CustomStringConvertible where Item.ID: Sendable {
    /// A property of the service.
    public struct Claim: Sendable, Hashable, CustomStringConvertible {
        /// What the service does.
        public let quirk: ServiceQuirk
        /// How many answers show it.
        public let seen: Int

        /// The sentence with its certainty.
        public var description: String { "\(quirk) (seen in \(seen) \(seen == 1 ? "answer" : "answers"))" }
    }

    /// What was seen.
    public let claims: [Claim]
    /// What was expected and not contradicted: `total: right (9 pages)`.
    public let confirmed: [String]
    /// The number of requests.
    public let requests: Int
    /// The number of different items that were seen.
    public let items: Int
    /// Whether the pages reached the end of the list.
    public let isComplete: Bool
    /// What a list needs to show this service.
    public let setup: ExamSetup<Item>

    /// The quirks of all claims.
    public var quirks: Set<ServiceQuirk> { Set(claims.map(\.quirk)) }

    /// The report as lines of text, and the code of the rules.
    public var description: String {
        let end = isComplete ? "the whole list" : "not to the end"
        var lines = ["\(requests) requests, \(items) items, \(end)"]
        lines += claims.map(\.description)
        lines += confirmed.map { "\($0), not contradicted" }
        return (lines + ["", setup.description]).joined(separator: "\n")
    }
}
