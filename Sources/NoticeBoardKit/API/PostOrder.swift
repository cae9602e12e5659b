import Foundation
import NoticeBoardPaging

/// The sort order of posts.
///
/// Pages keep the service's order, since positions refer to it. A ``PostList`` has an order of its own; ``sort(_:)`` is for a
/// list that an app loads itself.
public enum PostOrder: String, Sendable, Hashable, Codable, CaseIterable {
    /// The server's order.
    case server
    /// Notices first, then the others, each newest first; posts without a date are last in their group.
    ///
    /// Equal posts keep the server's order.
    case noticesFirst

    /// Returns `posts` in this order.
    public func sorted(_ posts: [Post]) -> [Post] {
        // The standard library's sort is stable.
        precedes.map { posts.sorted(by: $0) } ?? posts
    }

    /// Sorts `posts` in this order.
    public func sort(_ posts: inout [Post]) { posts = sorted(posts) }

    /// Returns whether the first of two posts is before the second; `nil` for the server's order.
    public var precedes: (@Sendable (Post, Post) -> Bool)? {
        switch self {
        case .server: nil
        case .noticesFirst: { $0.rank < $1.rank }
        }
    }
}

extension FeedRules<Post> {
    /// Sets the order of a list; notices rise to the top of the list, not to the top of every stretch between two gaps.
    mutating func sort(in order: PostOrder) {
        guard order == .noticesFirst else { return }
        (self.order, orderBelowGaps) = (order.precedes, { $0.rank.age < $1.rank.age })
    }
}

extension Post {
    /// The sort key: notices before the others, and newer posts before older ones.
    fileprivate var rank: (section: Int, age: Double) {
        let seconds = createdAt?.timeIntervalSinceReferenceDate ?? -.infinity
        // A date that is not a number counts as none.
        return (type == .notice ? 0 : 1, seconds.isNaN ? .infinity : -seconds)
    }
}
