import Foundation

/// In which order posts stand.
///
/// The pages of the service stay as they are, since places are places in its order; a ``PostList`` has an order of its own, and
/// a list that is read by hand is put in order by ``sort(_:)``.
public enum PostOrder: String, Sendable, Hashable, Codable, CaseIterable {
    /// As the server has them, whatever that is: it promises nothing.
    case server
    /// Notices first, then the others, newest first in each of the two; posts without a date stand last in theirs.
    ///
    /// Those that are equal in this stay as the server has them.
    case noticesFirst

    /// Returns `posts` in this order.
    public func sorted(_ posts: [Post]) -> [Post] {
        guard self == .noticesFirst else { return posts }
        // The ranks are sorted and not the posts, whose references would be counted at every step.
        let ranks = posts.map(PostRank.init)
        let order = posts.indices.sorted { ranks[$0] < ranks[$1] || ranks[$0] == ranks[$1] && $0 < $1 }
        return order.map { posts[$0] }
    }

    /// Puts `posts` in this order.
    public func sort(_ posts: inout [Post]) { posts = sorted(posts) }

    /// Whether the first of two posts stands before the second; `nil` for the server's order.
    public var precedes: (@Sendable (Post, Post) -> Bool)? {
        switch self {
        case .server: nil
        case .noticesFirst: { PostRank($0) < PostRank($1) }
        }
    }
}

/// What a post is ordered by: the smaller stands first.
private struct PostRank: Comparable {
    private let section: Int
    private let age: Double

    init(_ post: Post) {
        section = post.type == .notice ? 0 : 1
        let seconds = post.createdAt?.timeIntervalSinceReferenceDate ?? -.infinity
        // A date that is not a number is none.
        age = seconds.isNaN ? .infinity : -seconds
    }

    static func < (left: Self, right: Self) -> Bool { (left.section, left.age) < (right.section, right.age) }
}
