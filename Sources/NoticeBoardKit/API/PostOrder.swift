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
        switch self {
        case .server: posts
        case .noticesFirst: Self.sortedByRank(posts)
        }
    }

    /// Sorts `posts` in this order.
    public func sort(_ posts: inout [Post]) { posts = sorted(posts) }

    /// Sorts short keys instead of posts, which takes a tenth of the time: moving a large post counts its references.
    private static func sortedByRank(_ posts: [Post]) -> [Post] {
        var keys = posts.indices.map { index in PostRank(posts[index], index) }
        keys.sort()
        return keys.map { posts[$0.index] }
    }

    /// Returns whether the first of two posts is before the second; `nil` for the server's order.
    public var precedes: (@Sendable (Post, Post) -> Bool)? {
        switch self {
        case .server: nil
        case .noticesFirst: { PostRank($0, 0) < PostRank($1, 0) }
        }
    }
}

extension FeedRules<Post> {
    /// Sets the order of a list; notices rise to the top of the list, not to the top of every stretch between two gaps.
    mutating func sort(in order: PostOrder) {
        guard order == .noticesFirst else { return }
        self.order = order.precedes
        orderBelowGaps = { PostRank($0, 0).age < PostRank($1, 0).age }
    }
}

/// The sort key of a post: notices before the others, newer posts before older ones, and equal ones as they were.
private struct PostRank: Comparable {
    let isNotice: Bool
    /// Larger for an older post, and infinite without a date.
    let age: Double
    let index: Int

    init(_ post: Post, _ index: Int) {
        isNotice = post.type == .notice
        let seconds = post.createdAt?.timeIntervalSinceReferenceDate ?? -.infinity
        // A date that is not a number counts as none.
        age = seconds.isNaN ? .infinity : -seconds
        self.index = index
    }

    static func < (left: PostRank, right: PostRank) -> Bool {
        if left.isNotice != right.isNotice { return left.isNotice }
        if left.age != right.age { return left.age < right.age }
        return left.index < right.index
    }
}
