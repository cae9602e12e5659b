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
        let page = sorted(page)
        var places: [Int] = []
        for (index, post) in page.enumerated() {
            places.append(list.firstIndex(after: PostRank(post), from: places.last.map { $0 - index + 1 } ?? 0) + index)
        }
        list.insert(page, at: places)
        return places
    }
}

extension [Post] {
    /// The first of the ordered posts from `start` on that comes after `rank`; the end when there is none.
    fileprivate func firstIndex(after rank: PostRank, from start: Int) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = low + (high - low) / 2
            if PostRank(self[middle]) <= rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
