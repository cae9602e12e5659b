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
        var posts = posts
        sort(&posts)
        return posts
    }

    /// Puts `posts` in this order.
    public func sort(_ posts: inout [Post]) {
        guard self == .noticesFirst else { return }
        // Numbers are sorted and not posts: a post is some two hundred bytes and a dozen references.
        var places = posts.enumerated().map { PostPlace(rank: PostRank($1), index: $0) }
        if zip(places, places.dropFirst()).allSatisfy({ $0.rank <= $1.rank }) { return }
        places.sort()
        posts.permute { places[$0].index }
    }

    /// Puts the posts of a page where they belong in a list that is in this order, and returns where they stand now.
    ///
    /// The page itself may be in any order. A post goes after those of the list that are equal to it in rank. Posts are
    /// not compared by number: one that is in both is in the list twice afterwards.
    @discardableResult
    public func merge(_ page: [Post], into list: inout [Post]) -> [Int] {
        let page = sorted(page)
        var end = list.count
        list.append(contentsOf: page)
        guard self == .noticesFirst else { return Array(end..<list.count) }
        var places = Array(repeating: 0, count: page.count)
        for remaining in page.indices.reversed() {
            let rank = PostRank(page[remaining])
            let start = list.firstIndex(after: rank, before: end)
            // From behind: the list makes room for all that are still to come by moving each of its posts once.
            for index in (start..<end).reversed() { list.swapAt(index, index + remaining + 1) }
            places[remaining] = start + remaining
            list[start + remaining] = page[remaining]
            end = start
        }
        return places
    }
}

extension [Post] {
    /// The first of the ordered posts before `end` that comes after `rank`; `end` when there is none.
    fileprivate func firstIndex(after rank: PostRank, before end: Int) -> Int {
        var (low, high) = (0, end)
        while low < high {
            let middle = low + (high - low) / 2
            if PostRank(self[middle]) <= rank { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts the post that stands at `source(index)` to `index`, for every index, by moving and without copying any.
    fileprivate mutating func permute(_ source: (Int) -> Int) {
        var isDone = [Bool](repeating: false, count: count)
        for start in indices where !isDone[start] {
            var hole = start
            while true {
                isDone[hole] = true
                let next = source(hole)
                guard next != start else { break }
                swapAt(hole, next)
                hole = next
            }
        }
    }
}
