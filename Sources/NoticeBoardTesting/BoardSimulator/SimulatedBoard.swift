/// A board of the simulated service.
public struct SimulatedBoard: Sendable, Hashable {
    /// The board's number.
    public var id: Int
    /// The board's name.
    public var name: String
    /// Its position in the menu, which may differ from its position in the response.
    public var order: Int
    /// Its posts, in the service's order.
    public var posts: [SimulatedPost]
    /// The kind of board, as sent by the service.
    public var kind = "normal"
    /// Whether the user marked it as a favorite.
    public var isFavorite = false
    /// Whether the user may write posts there.
    public var isWritable = true
    /// Whether the user may manage it.
    public var isManageable = false

    /// Creates a board.
    public init(id: Int, name: String, order: Int, posts: [SimulatedPost] = []) {
        self.id = id
        self.name = name
        self.order = order
        self.posts = posts
    }

    // MARK: - Posts that arrive and disappear, as on a board in use

    /// Inserts new posts at the top, one minute apart, the newest first; returns their numbers.
    @discardableResult
    public mutating func arrive(_ count: Int = 1) -> [Int] {
        (0..<max(count, 0)).map { _ in
            let number = (posts.lazy.map(\.id).max() ?? id * 100_000) + 1
            // Test dates far in the future do not count for the date of a new post.
            let time = (posts.lazy.map(\.createdAt).filter { $0 < Int64(4_000_000_000) }.max() ?? 0) + 60
            var post = SimulatedPost(
                id: number, title: "New arrival \(number)", contents: "새 글입니다.", writerName: "김민수",
                writerAddress: "minsu.kim@example.com", createdAt: time)
            post.isNew = true
            posts.insert(post, at: 0)
            return number
        }
    }

    /// Removes the posts with these numbers; unknown numbers are ignored.
    public mutating func vanish(_ numbers: some Sequence<Int>) {
        let gone = Set(numbers)
        posts.removeAll { gone.contains($0.id) }
    }

    // MARK: - The JSON of the service

    var json: SimulatedJSON {
        .object([
            ("boardId", .number(id)), ("displayName", .string(name)), ("boardType", .string(kind)),
            ("isFavorite", .bool(isFavorite)), ("hasNewPost", .bool(posts.contains(where: \.isNew))), ("orderNo", .number(order)),
            ("capability", .object([("writable", .bool(isWritable)), ("manageable", .bool(isManageable))])),
        ])
    }
}
