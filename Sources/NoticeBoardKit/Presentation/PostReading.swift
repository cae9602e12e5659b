/// What rows show of what was read on this device.
package struct PostReading: Sendable, Equatable {
    /// What was read.
    package let log: ReadLog
    /// The board of posts that do not say on which they stand.
    package let board: Board.ID?

    /// What was read, for rows of a board.
    package init(_ log: ReadLog, board: Board.ID? = nil) { (self.log, self.board) = (log, board) }

    func isRead(_ post: Post) -> Bool { log.isRead(post, on: board) }
    func isNew(_ post: Post) -> Bool { log.isNew(post, on: board) }
}
