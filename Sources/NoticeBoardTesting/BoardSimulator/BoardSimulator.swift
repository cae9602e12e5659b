import Foundation
public import NoticeBoardHTTP

/// A board service inside the process: answers the three calls of the board service as the real one does.
///
/// ```swift
/// let client = NoticeBoardClient(baseURL: url, token: .bearer("simulator"), transport: BoardSimulator(seed: 7))
/// ```
///
/// The same seed gives the same boards and posts on every system. It is an independent witness: it reads requests and
/// writes answers by its own code and shares no query, date, model or paging code with the library, so that a mistake of
/// the library cannot hide in it. It stands at any base URL: the path's last segments decide.
public struct BoardSimulator: HTTPTransport {
    /// The boards, in the order in which the service lists them.
    public let boards: [SimulatedBoard]
    /// The token that the service accepts.
    public let token: String

    /// A service with boards and posts that `seed` determines.
    public init(seed: UInt64 = 1, boards: Int = 5, postsPerBoard: Int = 95, token: String = "simulator") {
        self.init(boards: SimulatedData.boards(seed: seed, count: boards, postsPerBoard: postsPerBoard), token: token)
    }

    /// A service with the boards given.
    public init(boards: [SimulatedBoard], token: String = "simulator") {
        self.boards = boards
        self.token = token
    }

    /// Answers `request` as the service does.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        return answer(request)
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method.rawValue == "GET" else { return refusal(405, "Only GET is known here.") }
        guard request.headers["authorization"] == "Bearer \(token)" else { return refusal(401, "The access token is not valid.") }
        guard let target = SimulatedTarget(request.target) else { return refusal(400, "The address cannot be read.") }
        if target.path.last == "boards" { return list(boards.map(\.json), offset: 0, limit: boards.count, total: boards.count) }
        guard target.path.count >= 3, target.path[target.path.count - 1] == "posts",
            target.path[target.path.count - 3] == "boards"
        else {
            return refusal(404, "There is nothing at this address.")
        }
        guard let id = Int(target.path[target.path.count - 2]), let board = boards.first(where: { $0.id == id }) else {
            return refusal(404, "There is no such board.")
        }
        return posts(of: board, target)
    }

    private func posts(of board: SimulatedBoard, _ target: SimulatedTarget) -> HTTPResponse {
        guard let offset = target.number("offset", default: 0), offset >= 0 else {
            return refusal(400, "offset must be 0 or more.")
        }
        guard let limit = target.number("limit", default: 30), 1...1000 ~= limit else {
            return refusal(400, "limit must be 1 to 1000.")
        }
        var posts = board.posts
        if let keyword = target.items["search"] {
            guard !keyword.isEmpty else { return refusal(400, "search must not be empty.") }
            switch target.items["searchTarget"] {
            case "all":
                posts = posts.filter { $0.title.holds(keyword) || $0.contents.holds(keyword) || $0.isWritten(by: keyword) }
            case "title": posts = posts.filter { $0.title.holds(keyword) }
            case "contents": posts = posts.filter { $0.contents.holds(keyword) }
            case "writer": posts = posts.filter { $0.isWritten(by: keyword) }
            default: return refusal(400, "searchTarget must be all, title, contents or writer.")
            }
        }
        let page = posts.dropFirst(offset).prefix(limit)
        return list(page.map { $0.json(on: board) }, offset: offset, limit: limit, total: posts.count)
    }

    private func list(_ elements: [SimulatedJSON], offset: Int, limit: Int, total: Int) -> HTTPResponse {
        respond(
            200,
            .object([
                ("value", .array(elements)), ("count", .number(elements.count)), ("offset", .number(offset)),
                ("limit", .number(limit)),
                ("total", .number(total)),
            ]))
    }

    private func refusal(_ status: Int, _ message: String) -> HTTPResponse {
        respond(status, .object([("message", .string(message))]))
    }

    private func respond(_ status: Int, _ json: SimulatedJSON) -> HTTPResponse {
        HTTPResponse(
            status: HTTPStatus(rawValue: status), headers: ["Content-Type": "application/json; charset=utf-8"],
            body: Data(json.text.utf8))
    }
}

extension SimulatedPost {
    /// A search among writers finds no anonymous one: finding would reveal.
    fileprivate func isWritten(by keyword: String) -> Bool { !isAnonymous && writerName.holds(keyword) }
}

extension String {
    /// Without regard to case; Swift compares composed and decomposed spellings as equal.
    fileprivate func holds(_ keyword: String) -> Bool {
        let (text, sought) = (Array(lowercased()), Array(keyword.lowercased()))
        guard sought.count <= text.count else { return false }
        return (0...(text.count - sought.count)).contains { text[$0..<($0 + sought.count)].elementsEqual(sought) }
    }
}
