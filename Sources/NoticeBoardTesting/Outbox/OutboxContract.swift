public import NoticeBoardOutbox

/// The contract of an outbox's sender as a test for any service: one function checks everything and reports failures.
///
/// It imports no test framework; add one line to yours:
///
/// ```swift
/// import NoticeBoardOutbox
/// import NoticeBoardTesting
///
/// func failuresOfMySender() async -> [String: String] {
///     let contract = OutboxContract { text in NewTopic(text: text) } open: { _ in
///         let server = ForumDouble()      // an empty service
///         return .init(sender: TopicSender(server)) { text in server.topics.count { $0.text == text } }
///     }
///     return await contract.failures()    // expect it to be empty
/// }
/// ```
///
/// It runs an `Outbox` over the sender, loses requests and responses between both, ends launches, and counts what the service
/// has stored in the end. Waits of the outbox pass at once.
public struct OutboxContract<Sender: OutboxSender>: Sendable {
    /// A service to test with.
    public struct Service: Sendable {
        let sender: Sender
        let count: @Sendable (String) async throws -> Int

        /// Creates a service.
        ///
        /// - Parameters:
        ///   - sender: The sender under test.
        ///   - count: Returns how many items the service has stored with a text.
        public init(sender: Sender, count: @escaping @Sendable (_ text: String) async throws -> Int) {
            self.sender = sender
            self.count = count
        }
    }

    private let draft: @Sendable (String) -> Sender.Draft
    private let open: @Sendable (String) async throws -> Service

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - draft: Returns a draft with a text, which can be sent as it is.
    ///   - open: Returns an empty service; it is called once for each clause, with its name.
    public init(
        draft: @escaping @Sendable (_ text: String) -> Sender.Draft,
        open: @escaping @Sendable (_ clause: String) async throws -> Service
    ) {
        self.draft = draft
        self.open = open
    }

    /// Checks every clause that applies to the sender, each with a service of its own.
    ///
    /// - Returns: What is wrong by the name of each broken clause, `lostAnswerIsNotSentTwice` for example.
    public func failures() async -> [String: String] {
        var failures: [String: String] = [:]
        for clause in Self.clauses {
            do {
                let service = try await open(clause.name)
                let stage = try await OutboxStage(of: service.sender, counting: service.count, draft: draft)
                if clause.applies(stage.abilities) { try await clause.check(stage) }
                await stage.leave()
            } catch {
                failures[clause.name] = (error as? BrokenClause)?.reason ?? "it threw \(error)"
            }
        }
        return failures
    }
}
