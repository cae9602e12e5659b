import NoticeBoardHTTP

/// A call of the simulated service, parsed independently of the library.
package enum SimulatedCall: Sendable, Hashable {
    /// The boards.
    case boards
    /// Posts of a board.
    case posts(board: Int, offset: Int, limit: Int)
    /// Posts of a board that contain a keyword in the fields of `target`.
    case search(String, target: String, board: Int, offset: Int, limit: Int)

    /// Parses a request's target; only the last path segments count, so any base URL works.
    init(_ text: String) throws(SimulatedRefusal) {
        guard let target = SimulatedTarget(text) else { throw SimulatedRefusal(400, "The address cannot be read.") }
        let path = target.path
        if path.last == "boards" {
            self = .boards
            return
        }
        guard path.count >= 3, path[path.count - 1] == "posts", path[path.count - 3] == "boards" else {
            throw SimulatedRefusal(404, "There is nothing at this address.")
        }
        guard let board = Int(path[path.count - 2]) else { throw SimulatedRefusal(404, "There is no such board.") }
        guard let offset = target.number("offset", default: 0), offset >= 0 else {
            throw SimulatedRefusal(400, "offset must be 0 or more.")
        }
        guard let limit = target.number("limit", default: 30), 1...1000 ~= limit else {
            throw SimulatedRefusal(400, "limit must be 1 to 1000.")
        }
        switch (target.items["search"], target.items["searchTarget"]) {
        case (nil, nil):
            self = .posts(board: board, offset: offset, limit: limit)
        case (let keyword?, let fields?) where ["all", "title", "contents", "writer"].contains(fields):
            guard keyword.contains(where: { !$0.isWhitespace }) else { throw SimulatedRefusal(400, "search must not be blank.") }
            self = .search(keyword, target: fields, board: board, offset: offset, limit: limit)
        default:
            throw SimulatedRefusal(400, "A search has search, and searchTarget of all, title, contents or writer.")
        }
    }

    /// The board whose posts are requested.
    var board: Int? {
        switch self {
        case .boards: nil
        case .posts(let board, _, _), .search(_, _, let board, _, _): board
        }
    }
}

extension SimulatedRequest {
    /// The call of the board service, if it is one.
    package var call: SimulatedCall? { request.method == .get ? try? SimulatedCall(request.target) : nil }
}
