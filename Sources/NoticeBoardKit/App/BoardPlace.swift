package import NoticeBoardPaging

/// The open board and the place in its list.
package struct BoardPlace: Sendable, Equatable, Codable {
    /// The open board.
    package var board: Board
    /// The posts of the list and the one at the top of the screen; `nil` is the top of the list.
    package var list: FeedSnapshot<Post>?

    /// Creates a place on a board.
    package init(board: Board, list: FeedSnapshot<Post>? = nil) { (self.board, self.list) = (board, list) }
}
