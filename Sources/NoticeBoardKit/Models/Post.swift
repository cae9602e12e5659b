public import Foundation

/// A post on a board.
///
/// An anonymous post has no ``writer``, even when the server sent one: what is not there can be shown, marked or logged by
/// nobody.
public struct Post: Sendable, Hashable, Identifiable {
    /// The post's number.
    public let id: Int
    /// The title, as the server has it.
    public let title: String
    /// The number of the board it stands on, when the server says.
    public let boardID: Board.ID?
    /// The name of the board it stands on; empty when the server does not say.
    public let boardName: String
    /// Who wrote it; nobody when the post is anonymous or the server does not say.
    public let writer: Writer?
    /// The contents, plain text or HTML; empty when the server does not say.
    public let contents: String
    /// When it was written; nothing when the server does not say or says what is no date.
    public let createdAt: Date?
    /// What kind of post it is; `normal` when the server does not say.
    public let type: PostType
    /// How often it was read; 0 when the server does not say.
    public let viewCount: Int
    /// How many comments it has; 0 when the server does not say.
    public let commentCount: Int
    /// How many files are attached; 0 when the server does not say.
    public let attachmentCount: Int
    /// Whether the server calls it new; `false` when it does not say.
    public let isNew: Bool
    /// Whether there is a picture in the contents; `false` when the server does not say.
    public let hasInlineImage: Bool
    /// Whether its writer stays unnamed; `false` when the server does not say.
    public let isAnonymous: Bool
    /// Whether the reader wrote it; `false` when the server does not say.
    public let isOwner: Bool
    /// Whether it has replies; `false` when the server does not say.
    public let hasReply: Bool
    /// The post that it replies to.
    public let parentID: Post.ID?
    /// Whether it is to be notified of, when the server says.
    public let isNotify: Bool?

    /// A post.
    ///
    /// The writer of an anonymous one is not kept.
    public init(
        id: Int,
        title: String,
        boardID: Board.ID? = nil,
        boardName: String = "",
        writer: Writer? = nil,
        contents: String = "",
        createdAt: Date? = nil,
        type: PostType = .normal,
        viewCount: Int = 0,
        commentCount: Int = 0,
        attachmentCount: Int = 0,
        isNew: Bool = false,
        hasInlineImage: Bool = false,
        isAnonymous: Bool = false,
        isOwner: Bool = false,
        hasReply: Bool = false,
        parentID: Post.ID? = nil,
        isNotify: Bool? = nil
    ) {
        self.id = id
        self.title = title
        self.boardID = boardID
        self.boardName = boardName
        self.writer = isAnonymous ? nil : writer
        self.contents = contents
        self.createdAt = createdAt
        self.type = type
        self.viewCount = viewCount
        self.commentCount = commentCount
        self.attachmentCount = attachmentCount
        self.isNew = isNew
        self.hasInlineImage = hasInlineImage
        self.isAnonymous = isAnonymous
        self.isOwner = isOwner
        self.hasReply = hasReply
        self.parentID = parentID
        self.isNotify = isNotify
    }
}
