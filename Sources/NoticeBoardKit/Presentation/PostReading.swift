/// What rows show of what was read on this device.
public struct PostReading: Sendable, Equatable {
    /// What was read.
    public let log: ReadLog
    /// The board of posts that do not say on which they stand.
    public let board: Board.ID?

    /// What was read, for rows of a board.
    public init(_ log: ReadLog, board: Board.ID? = nil) { (self.log, self.board) = (log, board) }

    func isRead(_ post: Post) -> Bool { log.isRead(post, on: board) }
    func isNew(_ post: Post) -> Bool { log.isNew(post, on: board) }
}
