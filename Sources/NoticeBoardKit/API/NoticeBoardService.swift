import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

/// What a board service offers.
///
/// ``NoticeBoardClient`` is one; an app's own, or a test's, can stand in for it.
///
/// Every function throws `NoticeBoardError`, or `CancellationError` when its task was cancelled.
public protocol NoticeBoardService: Sendable {
    /// Every board, in menu order.
    func boards() async throws -> [Board]
    /// Every board, in menu order, with the number of boards that could not be decoded.
    func boardPage() async throws -> Page<Board>
    /// The posts of a board from index `offset` on, at most `limit` of them.
    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post>
    /// The posts of a board that hold `keyword` in the fields that `target` names, from index `offset` on.
    func searchPage(_ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int) async throws -> Page<
        Post
    >
}

extension NoticeBoardService {
    /// Every board.
    public func boardPage() async throws -> Page<Board> { Page(items: try await boards()) }

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

    /// The posts of a board from `position` on, or from the first one.
    ///
    /// Positions come from the page before. Throws `invalidInput` for a cursor, which the service does not know.
    public func postPage(in board: Board.ID, at position: PagePosition?, limit: Int = 30) async throws -> Page<Post> {
        try await postPage(in: board, offset: position.offset(), limit: limit)
    }

    /// The posts of a board that hold `keyword` in the fields that `target` names, from `position` on, likewise.
    public func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, at position: PagePosition?, limit: Int = 30
    ) async throws -> Page<Post> {
        try await searchPage(keyword, in: board, target: target, offset: position.offset(), limit: limit)
    }
}

extension PagePosition? {
    /// The index of the page's first post; the service knows no cursors.
    fileprivate func offset() throws(NoticeBoardError) -> Int {
        switch self {
        case nil: 0
        case .offset(let offset)?: offset
        case .cursor?, .page?:
            throw NoticeBoardError(invalid: .position, "The board service pages by offset.")
        }
    }
}
