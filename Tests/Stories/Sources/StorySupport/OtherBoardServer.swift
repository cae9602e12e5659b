import Foundation

/// A board service of another make: a Python program in a process of its own, which knows only the wire contract.
///
/// It listens on this machine. The story changes its boards and adds faults through its standard input. It ends with the story,
/// and also when the tests are killed.
@MainActor public final class OtherBoardServer {
    /// What happens to a request instead of a normal response.
    public enum Fault: Sendable {
        /// No answer until `mend()`.
        case hang
        /// The connection closes without an answer.
        case drop
        case status(Int)
        /// The web page of a captive portal.
        case portal
        /// A proxy's answer: the page at this offset, as it was when it was last sent.
        case stale(offset: Int)
    }

    /// A kind of request.
    public enum Kind: String, Sendable {
        case all
        case boards
        /// Pages of a board's list.
        case posts
        /// Pages of a board's list after the first one.
        case furtherPosts = "further-posts"
        case searches
    }

    /// A request as the service saw it.
    public struct Request: Decodable, Sendable {
        /// `boards`, `posts`, `further-posts` or `searches`.
        public let kind: String
        /// The path and the query.
        public let target: String
        /// The first item that was asked for.
        public let offset: Int
    }

    /// The address of the service.
    public let url: URL
    private let process: OtherProcess

    private init(_ process: OtherProcess, _ url: URL) {
        self.process = process
        self.url = url.appendingPathComponent("api/v2")
    }

    /// Starts the server, runs a story, and ends the server.
    public static func run(_ story: @MainActor (OtherBoardServer) async throws -> Void) async throws {
        try await OtherProcess.run("boards.py") { process, url in try await story(OtherBoardServer(process, url)) }
    }

    // MARK: - Boards and posts

    /// Adds a board at the end of the menu, with posts of about so many bytes.
    @discardableResult public func addBoard(_ name: String, posts count: Int, bytes: Int = 200) throws -> Int {
        try send(Command("add-board", name: name, count: count, bytes: bytes)).board ?? 0
    }
    /// Adds posts at the top of a board, and returns their numbers, the newest first.
    @discardableResult public func arrive(_ count: Int, on board: Int) throws -> [Int] {
        try send(Command("arrive", board: board, count: count)).posts ?? []
    }
    /// Deletes posts of a board.
    public func delete(_ posts: [Int], on board: Int) throws { try send(Command("delete", board: board, posts: posts)) }
    /// Changes a post's title.
    public func edit(_ post: Int, on board: Int, title: String) throws {
        try send(Command("edit", board: board, post: post, title: title))
    }
    /// Makes posts notices, which are first on their board.
    public func pin(_ posts: [Int], on board: Int) throws { try send(Command("pin", board: board, posts: posts)) }
    /// Deletes a board: the menu leaves it out, and its pages are 404.
    public func deleteBoard(_ board: Int) throws { try send(Command("delete-board", board: board)) }
    /// Closes a board for this user: its pages are 403.
    public func forbid(_ board: Int) throws { try send(Command("forbid", board: board)) }
    /// Opens a closed board.
    public func allow(_ board: Int) throws { try send(Command("allow", board: board)) }
    /// Returns the numbers of a board's posts in the service's order.
    public func posts(on board: Int) throws -> [Int] { try send(Command("posts", board: board)).posts ?? [] }

    // MARK: - Faults and requests

    /// Applies a fault to the next `times` requests of a kind, by default to all of them.
    public func fail(_ fault: Fault, of kind: Kind = .all, times: Int? = nil) throws {
        var command = Command("fail")
        command.of = kind.rawValue
        command.times = times
        switch fault {
        case .hang: command.fault = "hang"
        case .drop: command.fault = "drop"
        case .portal: command.fault = "portal"
        case .status(let status):
            command.fault = "status"
            command.status = status
        case .stale(let offset):
            command.fault = "stale"
            command.page = offset
        }
        try send(command)
    }
    /// Removes all faults, and answers the requests that hang.
    public func mend() throws { try send(Command("mend")) }
    /// Returns the requests since the last `forgetRequests()`.
    public func requests() throws -> [Request] { try send(Command("requests")).requests ?? [] }
    /// Starts counting requests again.
    public func forgetRequests() throws { try send(Command("forget-requests")) }

    @discardableResult private func send(_ command: Command) throws -> Answer {
        try process.writeLine(JSONEncoder().encode(command))
        let answer = try JSONDecoder().decode(Answer.self, from: process.readLine())
        if let error = answer.error { throw StoryFailure("the server refused \(command.do): \(error)") }
        return answer
    }
}

/// A failure of a story's own equipment.
public struct StoryFailure: Error, CustomStringConvertible {
    /// A sentence for the log.
    public let description: String
    /// Creates a failure with a sentence for the log.
    public init(_ description: String) { self.description = description }
}

extension OtherBoardServer {
    fileprivate struct Command: Encodable {
        let `do`: String
        var board: Int?
        var posts: [Int]?
        var post: Int?
        var name: String?
        var count: Int?
        var bytes: Int?
        var title: String?
        var fault: String?
        var of: String?
        var times: Int?
        var status: Int?
        var page: Int?

        init(
            _ name: String, board: Int? = nil, posts: [Int]? = nil, post: Int? = nil, name boardName: String? = nil,
            count: Int? = nil, bytes: Int? = nil, title: String? = nil
        ) {
            self.do = name
            self.board = board
            self.posts = posts
            self.post = post
            self.name = boardName
            self.count = count
            self.bytes = bytes
            self.title = title
        }
    }

    fileprivate struct Answer: Decodable {
        let board: Int?
        let posts: [Int]?
        let requests: [Request]?
        let error: String?
    }
}
