public import Foundation
public import NoticeBoardKit
public import NoticeBoardOffline

/// Posts stored on the device.
public typealias MirroredPosts = StoredItems<Post>

extension MirroredPosts {
    /// The posts, in the service's order.
    public var posts: [Post] {
        get { items }
        set { items = newValue }
    }

    /// Creates a result by hand, for a preview or a test; by default of a board that is stored as a whole.
    public init(posts: [Post], count: Int? = nil, total: Int? = nil, isComplete: Bool = true, storedAt: Date? = nil) {
        self.init(items: posts, count: count, total: total, isComplete: isComplete, storedAt: storedAt)
    }
}
