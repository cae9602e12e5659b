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

    /// `posts` in this order.
    public func sorted(_ posts: [Post]) -> [Post] {
        guard let order = PostRank.order(of: posts), self == .noticesFirst else { return posts }
        return order.map { posts[$0] }
    }

    /// Puts `posts` in this order.
    public func sort(_ posts: inout [Post]) {
        guard self == .noticesFirst, let order = PostRank.order(of: posts) else { return }
        posts.permute(order)
    }

    /// Whether the first of two posts stands before the second; nothing for the server's order.
    public var precedes: (@Sendable (Post, Post) -> Bool)? {
        switch self {
        case .server: nil
        case .noticesFirst: { PostRank($0) < PostRank($1) }
        }
    }
}
