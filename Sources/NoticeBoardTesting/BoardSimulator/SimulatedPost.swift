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
    /// Where the writer's picture is, likewise.
    public var writerPhoto: String?
    /// Whether its writer is to stay unnamed.
    public var isAnonymous = false
    /// The kind of post on the wire.
    public var type = "normal"
    /// When it was written, in whole seconds since 1970.
    public var createdAt: Int64
    /// How the service writes that.
    public var dateForm = SimulatedDate.Form.usual
    /// How often it was read.
    public var viewCount = 0
    /// How many comments it has.
    public var commentCount = 0
    /// How many files are attached.
    public var attachmentCount = 0
    /// Whether the service calls it new.
    public var isNew = false
    /// Whether there is a picture in the contents.
    public var hasInlineImage = false
    /// Whether the reader wrote it.
    public var isOwner = false
    /// Whether it has replies.
    public var hasReply = false
    /// The post that it replies to.
    public var parentID: Int?
    /// Whether it is to be notified of; not sent when there is nothing here.
    public var isNotify: Bool?
    /// Whether the service sends it with null for its number, so that no client can read it.
    public var isBroken = false

    /// A post.
    public init(
        id: Int, title: String, contents: String = "", writerName: String = "", writerAddress: String = "", createdAt: Int64 = 0
    ) {
        self.id = id
        self.title = title
        self.contents = contents
        self.writerName = writerName
        self.writerAddress = writerAddress
        self.createdAt = createdAt
    }
}
