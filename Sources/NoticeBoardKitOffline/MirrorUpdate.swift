public import Foundation
public import NoticeBoardKit
import NoticeBoardOffline

/// The result of updating a mirrored board.
public struct MirrorUpdate: Sendable, Hashable {
    /// The board.
    public var board: Board.ID
    /// The new posts on the device, newest first.
    public var added: [Post.ID]
    /// The posts that changed.
    public var changed: [Post.ID]
    /// The posts that the service deleted.
    public var deleted: [Post.ID]
    /// The number of posts compared with the service, from the head down; deletions further down are not found yet.
    public var depth: Int
    /// The number of requests sent.
    public var requests: Int
    /// The number of stored posts.
    public var count: Int
    /// Whether the mirror contains all posts down to the board's last one.
    public var isComplete: Bool
    /// The end of the update.
    public var date: Date

    /// Creates a result by hand, for a preview or a test.
    public init(
        board: Board.ID, added: [Post.ID] = [], changed: [Post.ID] = [], deleted: [Post.ID] = [], depth: Int = 0,
        requests: Int = 0, count: Int = 0, isComplete: Bool = false, date: Date
    ) {
        self.board = board
        self.added = added
        self.changed = changed
        self.deleted = deleted
        self.depth = depth
        self.requests = requests
        self.count = count
        self.isComplete = isComplete
        self.date = date
    }

    init(_ update: ListUpdate<Post.ID>, of board: Board.ID) {
        self.init(
            board: board, added: update.added, changed: update.changed, deleted: update.deleted, depth: update.depth,
            requests: update.requests, count: update.count, isComplete: update.isComplete, date: update.date)
    }
}
