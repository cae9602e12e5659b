import Foundation
public import NoticeBoardHTTP
public import NoticeBoardSearch

/// The calls of the board service.
public enum NoticeBoardAPI: Endpoint {
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
}

extension NoticeBoardAPI: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The call as a template: keywords are hidden.
    public var description: String { "\(request.method) \(request.path)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The same as ``description``.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

extension String {
    /// The NFC form, which the service searches by: a keyword from a Mac's file name is spelled in parts.
    fileprivate var composed: String {
        // Below U+0300 and among the Hangul syllables everything is composed already, and nothing there composes with its neighbour.
        let isComposed = unicodeScalars.allSatisfy { $0.value < 0x300 || 0xAC00...0xD7A3 ~= $0.value }
        return isComposed ? self : precomposedStringWithCanonicalMapping
    }
}
