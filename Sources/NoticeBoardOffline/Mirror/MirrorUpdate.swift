public import Foundation
public import NoticeBoardKit

/// The result of updating a mirrored board.
public struct MirrorUpdate: Sendable, Hashable {
    /// The board.
    public var board: Board.ID
    /// The new posts on the device, newest first.
    public var added: [Post.ID] = []
    /// The posts that changed.
    public var changed: [Post.ID] = []
    /// The posts that the service deleted.
    public var deleted: [Post.ID] = []
    /// The number of posts compared with the service, from the head down; deletions further down are not found yet.
    public var depth = 0
    /// The number of requests sent.
    public var requests = 0
    /// The number of stored posts.
    public var count = 0
    /// Whether the mirror contains all posts down to the board's last one.
    public var isComplete = false
    /// The end of the update.
    public var date: Date
}
