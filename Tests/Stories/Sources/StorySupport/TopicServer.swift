import Foundation

/// A service of topics with a stream of events, of another make: a Python program in a process of its own.
@MainActor public final class TopicServer {
    /// A topic's number and how often it was edited.
    public struct Topic: Hashable, Sendable {
        /// The number.
        public let id: Int
        /// How often it was edited.
        public let version: Int

        /// Creates a topic to compare.
        public init(id: Int, version: Int) {
            self.id = id
            self.version = version
        }
    }

    private struct Command: Encodable {
        let `do`: String
        var count: Int?
        var seed: Int?
    }

    private struct Answer: Decodable {
        let isDone: Bool?
        let topics: [[Int]]?
        let requests: [String]?
        let error: String?
    }

    /// The address of the service.
    public let url: URL
    private let process: OtherProcess

    private init(_ process: OtherProcess, _ url: URL) {
        self.process = process
        self.url = url
    }

    /// Starts the server, runs a story, and ends the server.
    public static func run(_ story: @MainActor (TopicServer) async throws -> Void) async throws {
        try await OtherProcess.run("topics.py") { process, url in try await story(TopicServer(process, url)) }
    }

    /// Begins to change the list so many times; until `calm()` the stream and the service are faulty.
    public func run(_ count: Int, seed: Int) throws { try send(Command(do: "run", count: count, seed: seed)) }
    /// Whether all changes are made.
    public func isDone() throws -> Bool { try send(Command(do: "topics")).isDone ?? false }
    /// Ends all faults.
    public func calm() throws { try send(Command(do: "calm")) }
    /// Cuts all streams.
    public func cut() throws { try send(Command(do: "cut")) }
    /// Returns the topics, the newest first.
    public func topics() throws -> [Topic] {
        try (send(Command(do: "topics")).topics ?? []).map { Topic(id: $0[0], version: $0[1]) }
    }
    /// Returns the paths that were asked for since the last `forgetRequests()`.
    public func requests() throws -> [String] { try send(Command(do: "requests")).requests ?? [] }
    /// Starts counting requests again.
    public func forgetRequests() throws { try send(Command(do: "forget-requests")) }

    @discardableResult private func send(_ command: Command) throws -> Answer {
        try process.writeLine(JSONEncoder().encode(command))
        let answer = try JSONDecoder().decode(Answer.self, from: process.readLine())
        if let error = answer.error { throw StoryFailure("the server refused \(command.do): \(error)") }
        return answer
    }
}
