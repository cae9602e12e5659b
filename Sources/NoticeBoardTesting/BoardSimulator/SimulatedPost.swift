/// A post of a simulated board service.
public struct SimulatedPost: Sendable, Hashable {
    /// The post's number.
    public var id: Int
    /// The title.
    public var title: String
    /// The contents.
    public var contents: String
    /// The writer's name; sent even if the post is anonymous, as the real service does.
    public var writerName: String
    /// The writer's e-mail address; sent even if the post is anonymous.
    public var writerAddress: String
    /// The address of the writer's picture; sent even if the post is anonymous.
    public var writerPhoto: String?
    /// Whether clients must not show the writer.
    public var isAnonymous = false
    /// The kind of post, as it is sent in `postType`.
    public var type = "normal"
    /// When it was written, in whole seconds since 1970.
    public var createdAt: Int64
    /// The format in which ``createdAt`` is sent.
    package var dateForm = SimulatedDate.Form.usual
    /// The number of views.
    public var viewCount = 0
    /// How many comments it has.
    public var commentCount = 0
    /// How many files are attached.
    public var attachmentCount = 0
    /// Whether it is sent as new.
    public var isNew = false
    /// Whether there is a picture in the contents.
    public var hasInlineImage = false
    /// Whether the signed-in user wrote it.
    public var isOwner = false
    /// Whether other posts reply to it.
    public var hasReply = false
    /// The number of the post that it replies to.
    public var parentID: Int?
    /// What is sent in `isNotify`; left out if `nil`.
    public var isNotify: Bool?
    /// Whether its number is sent as null, so that a client cannot read the post.
    public var isBroken = false

    /// Creates a post; other properties have their defaults.
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
