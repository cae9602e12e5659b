import NoticeBoardBase
public import NoticeBoardKit
import NoticeBoardOffline

extension BoardMirror {
    /// Returns stored posts of a board in the service's order, starting at index `offset`.
    public func posts(in board: Board.ID, offset: Int = 0, limit: Int = .max) async throws -> MirroredPosts {
        try await mirror.items(in: board.listName, offset: offset, limit: limit)
    }

    /// Returns a stored post; `nil` if there is none.
    public func post(_ id: Post.ID, in board: Board.ID) async throws -> Post? {
        try await mirror.item(id, in: board.listName)
    }

    /// Returns the size of a board's file in bytes.
    public func size(of board: Board.ID) async throws -> Int { try await mirror.size(of: board.listName) }

    /// Returns the boards with a file on the device, except those that the service forbids.
    public func mirroredBoards() async throws -> [Board.ID] {
        try await mirror.lists().compactMap { Board.ID($0) }.sorted()
    }

    /// Searches stored posts, of all boards unless `boards` names some; matches are found as they are requested.
    ///
    /// ```swift
    /// for try await match in mirror.search(Highlighter("검색", options: .hangulTyping)) { show(match.post) }
    /// ```
    ///
    /// Boards are searched one after another, each in the service's order, usually newest first. A `Highlighter` matches the
    /// title, the writer's name and the contents without markup; with several keywords, any of them.
    public func search(_ highlighter: Highlighter, target: SearchTarget = .all, in boards: [Board.ID]? = nil) -> MirrorSearch {
        let texts: Set<String>? = target == .all ? nil : [target.textName]
        return mirror.search(highlighter, texts: texts, in: boards?.map(\.listName))
    }
}
