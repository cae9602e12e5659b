public import NoticeBoardKit

/// A stored post that matches a search.
public struct MirrorMatch: Sendable, Hashable {
    /// The board.
    public var board: Board.ID
    /// The post.
    public var post: Post

    /// Creates a match by hand, for a preview or a test.
    public init(board: Board.ID, post: Post) {
        self.board = board
        self.post = post
    }
}
