public import Foundation
public import NoticeBoardKit

/// What an update of a mirrored board did.
public struct MirrorUpdate: Sendable, Hashable {
    /// The board.
    public var board: Board.ID
    /// The posts that are new on the device, newest first.
    public var added: [Post.ID] = []
    /// The posts that changed.
    public var changed: [Post.ID] = []
    /// The posts that the service deleted.
    public var deleted: [Post.ID] = []
    /// How many posts from the head down were compared with the service; what was deleted further below is not found yet.
    public var depth = 0
    /// How many requests were sent.
    public var requests = 0
    /// How many posts the mirror keeps.
    public var count = 0
    /// Whether the mirror reaches down to the board's last post.
    public var isComplete = false
    /// When the update ended.
    public var date: Date

    /// Creates the report of an update that found nothing.
    public init(board: Board.ID, date: Date) { (self.board, self.date) = (board, date) }
}

/// How many posts a mirror keeps for each board.
public struct MirrorLimits: Sendable, Hashable {
    /// How many posts are kept, the newest ones; `nil` keeps all.
    public var posts: Int?
    /// How many bytes the posts may take.
    public var bytes: Int

    /// Creates limits: the newest 1,000 posts in at most 50 MB.
    public init(posts: Int? = 1_000, bytes: Int = 50_000_000) { (self.posts, self.bytes) = (posts, bytes) }
}
