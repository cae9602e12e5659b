public import Foundation
public import NoticeBoardKit
import NoticeBoardOffline

/// Posts stored on the device.
public struct MirroredPosts: Sendable, Hashable {
    /// The posts, in the service's order.
    public var posts: [Post]
    /// The number of stored posts of the board.
    public var count: Int
    /// The number of posts at the last update according to the service, if known.
    public var total: Int?
    /// Whether every post of the board is stored.
    public var isComplete: Bool
    /// The date of the last finished update; `nil` if there is none.
    public var storedAt: Date?

    /// Creates a result by hand, for a preview or a test; by default of a board that is stored as a whole.
    public init(posts: [Post] = [], count: Int? = nil, total: Int? = nil, isComplete: Bool = true, storedAt: Date? = nil) {
        self.posts = posts
        self.count = count ?? posts.count
        self.total = total
        self.isComplete = isComplete
        self.storedAt = storedAt
    }

    init(_ stored: StoredItems<Post>) {
        self.init(
            posts: stored.items, count: stored.count, total: stored.total, isComplete: stored.isComplete,
            storedAt: stored.storedAt)
    }
}
