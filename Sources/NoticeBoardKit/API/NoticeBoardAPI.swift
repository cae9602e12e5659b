public import NoticeBoardBase
public import NoticeBoardHTTP
public import NoticeBoardSearch

/// The calls of the board service.
public enum NoticeBoardAPI: Endpoint, Redacted {
    /// Every board.
    case boards
    /// Posts of a board; `offset` is the index of the first, not a page number.
    case posts(board: Board.ID, offset: Int, limit: Int)
    /// Posts of a board that hold a keyword in the fields that the target names.
    case search(String, board: Board.ID, target: SearchTarget, offset: Int, limit: Int)

    /// What the call asks for.
    public var request: EndpointRequest {
        switch self {
        case .boards:
            .get("boards")
        case .posts(let board, let offset, let limit):
            .get("boards/\(board)/posts", query: ["offset": offset, "limit": limit])
        case .search(let keyword, let board, let target, let offset, let limit):
            .get(
                "boards/\(board)/posts",
                query: ["search": keyword.composed, "searchTarget": target.rawValue, "offset": offset, "limit": limit])
        }
    }

    /// The call as a template: keywords are hidden.
    public var description: String { "\(request.method) \(request.path)" }
}
