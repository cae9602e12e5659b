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
    /// Every board, in menu order, with those that could not be read; a service that leaves none out need not say so.
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
}
