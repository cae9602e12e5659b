import NoticeBoardBase

/// The read marks for the rows of a list.
package struct PostReading: Sendable, Equatable {
    /// The marks.
    package let log: PostReadLog
    /// The board of posts without a board ID.
    package let board: Board.ID?

    /// Creates read marks for the rows of a board.
    package init(_ log: PostReadLog, board: Board.ID? = nil) { (self.log, self.board) = (log, board) }

    func isRead(_ post: Post) -> Bool { log.isRead(post, in: board) }
    func isNew(_ post: Post) -> Bool { log.isNew(post, in: board) }
    func newComments(on post: Post) -> Int { log.newComments(on: post, in: board) }
}
