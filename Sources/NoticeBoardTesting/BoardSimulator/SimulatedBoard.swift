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

    /// A board.
    public init(id: Int, name: String, order: Int, posts: [SimulatedPost] = []) {
        self.id = id
        self.name = name
        self.order = order
        self.posts = posts
    }
}

/// A post as the simulator holds it.
public struct SimulatedPost: Sendable, Hashable {
    /// The post's number.
    public var id: Int
    /// The title.
    public var title: String
    /// The contents.
    public var contents: String
    /// The writer's name, which the service sends even when the post is anonymous.
    public var writerName: String
    /// The writer's mail address, likewise.
    public var writerAddress: String
    /// Whether its writer is to stay unnamed.
    public var isAnonymous = false
    /// The kind of post on the wire.
    public var type = "normal"
    /// When it was written, in whole seconds since 1970.
    public var createdAt: Int
    /// How often it was read.
    public var viewCount = 0
    /// How many comments it has.
    public var commentCount = 0
    /// How many files are attached.
    public var attachmentCount = 0
    /// Whether the service calls it new.
    public var isNew = false
    /// Whether it has replies.
    public var hasReply = false
    /// The post that it replies to.
    public var parentID: Int?

    /// A post.
    public init(
        id: Int, title: String, contents: String = "", writerName: String = "", writerAddress: String = "", createdAt: Int = 0
    ) {
        self.id = id
        self.title = title
        self.contents = contents
        self.writerName = writerName
        self.writerAddress = writerAddress
        self.createdAt = createdAt
    }
}
