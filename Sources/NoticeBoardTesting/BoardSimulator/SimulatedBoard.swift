/// A board as the simulator holds it.
public struct SimulatedBoard: Sendable, Hashable {
    /// The board's number.
    public var id: Int
    /// The board's name.
    public var name: String
    /// Its place in the menu, which need not be its place in the answer.
    public var order: Int
    /// Its posts, in the order in which the service lists them.
    public var posts: [SimulatedPost]
    /// The kind of board on the wire.
    public var kind = "normal"
    /// Whether the reader marked it as a favourite.
    public var isFavorite = false
    /// Whether the reader may write posts there.
    public var isWritable = true
    /// Whether the reader may manage it.
    public var isManageable = false

    /// A board.
    public init(id: Int, name: String, order: Int, posts: [SimulatedPost] = []) {
        self.id = id
        self.name = name
        self.order = order
        self.posts = posts
    }
}

/// Posts that come and go, as they do on a board that is in use.
extension SimulatedBoard {
    /// Puts new posts before the others, the last of them first, each a minute after the one before; returns their numbers.
    @discardableResult
    public mutating func arrive(_ count: Int = 1) -> [Int] {
        (0..<max(count, 0)).map { _ in
            let number = (posts.lazy.map(\.id).max() ?? id * 100_000) + 1
            // Dates that were made to try a client, far in the future, are not what a new post goes by.
            let time = (posts.lazy.map(\.createdAt).filter { $0 < Int64(4_000_000_000) }.max() ?? 0) + 60
            var post = SimulatedPost(
                id: number, title: "New arrival \(number)", contents: "새 글입니다.", writerName: "김민수",
                writerAddress: "minsu.kim@example.com", createdAt: time)
            post.isNew = true
            posts.insert(post, at: 0)
            return number
        }
    }

    /// Takes the posts with these numbers away; numbers that are not there do not matter.
    public mutating func vanish(_ numbers: some Sequence<Int>) {
        let gone = Set(numbers)
        posts.removeAll { gone.contains($0.id) }
    }
}

/// What the service writes.
extension SimulatedBoard {
    var json: SimulatedJSON {
        .object([
            ("boardId", .number(id)), ("displayName", .string(name)), ("boardType", .string(kind)),
            ("isFavorite", .bool(isFavorite)), ("hasNewPost", .bool(posts.contains(where: \.isNew))), ("orderNo", .number(order)),
            ("capability", .object([("writable", .bool(isWritable)), ("manageable", .bool(isManageable))])),
        ])
    }
}
