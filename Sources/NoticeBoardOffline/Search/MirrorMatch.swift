public import NoticeBoardKit

/// A stored post that matches a search.
public struct MirrorMatch: Sendable, Hashable {
    /// The board.
    public var board: Board.ID
    /// The post.
    public var post: Post
}
