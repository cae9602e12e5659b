import NoticeBoardPaging

/// In which order posts stand.
///
/// A page is ordered within itself by ``sort(_:)``; a list that grows page by page stays ordered by ``merge(_:into:)``, which
/// never sorts the whole again.
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

    /// Puts the posts of a page where they belong in a list that is in this order, and returns where they stand now.
    ///
    /// The page itself may be in any order. A post goes after those of the list that are equal to it in rank. Posts are
    /// not compared by number: one that is in both is in the list twice afterwards.
    @discardableResult
    public func merge(_ page: [Post], into list: inout [Post]) -> [Int] {
        guard self == .noticesFirst else {
            list += page
            return Array((list.count - page.count)..<list.count)
        }
        return list.merge(sorted(page)) { PostRank($0) < PostRank($1) }
    }
}
