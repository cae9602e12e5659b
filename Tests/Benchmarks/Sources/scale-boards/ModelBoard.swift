/// A board as the service knows it: the numbers of its living posts, from which everything else follows.
struct ModelBoard {
    let id: Int
    let name: String
    /// The living posts, oldest first: the service sends them in the opposite order.
    private(set) var living: [Int]
    private(set) var newest: Int

    init(id: Int, name: String, posts count: Int) {
        self.id = id
        self.name = name
        let first = id * 10_000_000 + 1
        living = Array(first..<first + count)
        newest = first + count - 1
    }

    mutating func arrive(_ count: Int) {
        living += newest + 1...newest + count
        newest += count
    }

    /// Deletes the living post at an offset in the service's order.
    mutating func delete(at offset: Int) {
        guard offset < living.count else { return }
        living.remove(at: living.count - 1 - offset)
    }

    func isLiving(_ post: Int) -> Bool { Self.index(of: post, in: living) != nil }

    /// The index of a post in posts that are ordered from the oldest to the newest.
    static func index(of post: Int, in posts: [Int]) -> Int? {
        var low = 0
        var high = posts.count
        while low < high {
            let middle = (low + high) / 2
            if posts[middle] < post { low = middle + 1 } else { high = middle }
        }
        return low < posts.count && posts[low] == post ? low : nil
    }

    /// The living posts that contain a keyword in their title, oldest first.
    func hits(_ keyword: String) -> [Int] {
        guard let every = Self.keywords[keyword] else { return [] }
        return every == 0 ? [] : living.filter { $0 % every == 0 }
    }

    /// Words, and how rare they are: one post in so many has the word, or no post.
    static let keywords = ["장학금": 5, "수강신청": 97, "없는말": 0]

    static func title(_ post: Int) -> String {
        var title = "글 \(post % 10_000_000)"
        for (keyword, every) in keywords.sorted(by: { $0.key < $1.key }) where every > 0 && post % every == 0 {
            title += " \(keyword)"
        }
        return post % 29 == 0 ? title + #" "속보" <1> & 🎉\"# : title
    }
}
