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
