public import Foundation

/// A post on a board.
///
/// An anonymous post has no ``writer``, even if the server sends one, so that no screen or log can show it.
public struct Post: Sendable, Hashable, Identifiable {
    private struct Texts: Sendable, Hashable {
        let title, boardName: String
        let writer: Writer?
        let contents: String
    }

    /// The post's ID.
    public let id: Int
    /// The ID of its board, if the server says so.
    public let boardID: Board.ID?
    /// When it was written; `nil` if the server sends no valid date.
    public let createdAt: Date?
    /// The kind of post; `normal` if the server does not say.
    public let type: PostType
    /// How often it was read; 0 if the server does not say.
    public let viewCount: Int
    /// How many comments it has; 0 if the server does not say.
    public let commentCount: Int
    /// How many files are attached; 0 if the server does not say.
    public let attachmentCount: Int
    /// Whether the server marks it as new; `false` if it does not say.
    public let isNew: Bool
    /// Whether there is a picture in the contents; `false` if the server does not say.
    public let hasInlineImage: Bool
    /// Whether its writer stays unnamed; `false` if the server does not say.
    public let isAnonymous: Bool
    /// Whether the user wrote it; `false` if the server does not say.
    public let isOwner: Bool
    /// Whether it has replies; `false` if the server does not say.
    public let hasReply: Bool
    /// The post that it replies to.
    public let parentID: Post.ID?
    /// The server's `isNotify`, if it sends any.
    public let isNotify: Bool?
    // Shared, because posts are copied often; last, because comparing texts is slow.
    private var texts: Shared<Texts>

    /// The title, as the server has it.
    public var title: String { texts.value.title }
    /// The name of its board; empty if the server does not say.
    public var boardName: String { texts.value.boardName }
    /// The writer; `nil` if the post is anonymous or the server does not say.
    public var writer: Writer? { texts.value.writer }
    /// The contents, plain text or HTML; empty if the server does not say.
    public var contents: String { texts.value.contents }

    /// Creates a post, for a preview, a test or a service of your own; the writer of an anonymous one is not kept.
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
        self.boardID = boardID
        texts = Shared(Texts(title: title, boardName: boardName, writer: isAnonymous ? nil : writer, contents: contents))
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

    /// Returns the same post with other contents.
    package func replacing(contents: String) -> Post {
        var post = self
        post.texts = Shared(Texts(title: title, boardName: boardName, writer: writer, contents: contents))
        return post
    }
}

/// What kind of post it is.
///
/// The set is open: a kind that is not known keeps its name.
public struct PostType: RawRepresentable, Sendable, Hashable, Codable {
    /// The kind as it stands on the wire.
    public let rawValue: String

    /// A kind by its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An ordinary post.
    public static let normal = PostType(rawValue: "normal")
    /// A notice, which apps show first.
    public static let notice = PostType(rawValue: "notice")
    /// A reply to another post.
    public static let reply = PostType(rawValue: "reply")
}
