public import NoticeBoardPaging
public import NoticeBoardSearch

extension NoticeBoardService {
    /// All posts of a board in the server's order, page by page as they are needed, so many at a time.
    ///
    /// ```swift
    /// for try await post in client.posts(in: board.id) { print(post.title) }
    /// ```
    public func posts(in board: Board.ID, pageSize: Int = 30) -> Paginator<Post> {
        Paginator { try await postPage(in: board, at: $0, limit: pageSize) }
    }

    /// All posts of a board that hold `keyword` in the fields that `target` names, likewise.
    ///
    /// ```swift
    /// let hits = try await client.search("검색", in: board.id, target: .title).loadAll { show($0.fraction) }
    /// ```
    public func search(
        _ keyword: String, in board: Board.ID, target: SearchTarget, pageSize: Int = 30
    ) -> Paginator<Post> {
        Paginator { try await searchPage(keyword, in: board, target: target, at: $0, limit: pageSize) }
    }
}
