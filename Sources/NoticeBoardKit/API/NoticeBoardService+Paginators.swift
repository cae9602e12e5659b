public import NoticeBoardPaging
public import NoticeBoardSearch

extension NoticeBoardService {
    /// All posts of a board, page by page as they are needed, in the server's order.
    ///
    /// ```swift
    /// for try await post in client.posts(in: board.id) { print(post.title) }
    /// ```
    public func posts(in board: Board.ID) -> Paginator<Post> {
        let service = inServerOrder
        return Paginator { position in try await service.postPage(in: board, at: position) }
    }

    /// All posts of a board that hold `keyword` in the fields that `target` names, page by page as they are needed.
    ///
    /// ```swift
    /// let hits = try await client.search("검색", in: board.id, target: .title).loadAll { show($0.fraction) }
    /// ```
    public func search(_ keyword: String, in board: Board.ID, target: SearchTarget) -> Paginator<Post> {
        let service = inServerOrder
        return Paginator { position in try await service.searchPage(keyword, in: board, target: target, at: position) }
    }
}
