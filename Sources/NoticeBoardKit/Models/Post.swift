public import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// A post on a board.
///
/// An anonymous post has no ``writer``, even if the server sends one, so that no screen or log can show it.
public struct Post: Sendable, Hashable, Identifiable, Codable {
    /// The post's ID.
    public let id: Int
    /// The ID of its board, if the server says so.
    public let boardID: Board.ID?
    /// When it was written; `nil` if the server sends no valid date.
    public var createdAt: Date? { wireDate?.date }
    private let wireDate: WireDate?
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
    // Last, because comparing texts is slow.
    /// The title, as the server has it.
    public let title: String
    /// The name of its board; empty if the server does not say.
    public let boardName: String
    /// The writer; `nil` if the post is anonymous or the server does not say.
    public let writer: Writer?
    /// The contents, plain text or HTML; empty if the server does not say.
    public private(set) var contents: String

    /// Creates a post, for a preview, a test or a service of your own; the writer of an anonymous one is not kept.
    public init(
        id: Int, title: String, boardID: Board.ID? = nil, boardName: String = "", writer: Writer? = nil, contents: String = "",
        createdAt: Date? = nil, type: PostType = .normal, viewCount: Int = 0, commentCount: Int = 0, attachmentCount: Int = 0,
        isNew: Bool = false, hasInlineImage: Bool = false, isAnonymous: Bool = false, isOwner: Bool = false,
        hasReply: Bool = false, parentID: Post.ID? = nil, isNotify: Bool? = nil
    ) {
        self.id = id
        self.boardID = boardID
        self.title = title
        self.boardName = boardName
        self.writer = isAnonymous ? nil : writer
        self.contents = contents
        wireDate = createdAt.map { WireDate(date: $0) }
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
        post.contents = contents
        return post
    }

    private enum CodingKeys: String, CodingKey {
        case id = "postId"
        case title
        case boardID = "boardId"
        case boardName = "boardDisplayName"
        case writer, contents
        case wireDate = "createdDateTime"
        case type = "postType"
        case viewCount
        case commentCount = "commentsCount"
        case attachmentCount = "attachmentsCount"
        case isNew = "isNewPost"
        case hasInlineImage, isAnonymous, isOwner, hasReply
        case parentID = "parentPostId"
        case isNotify
    }

    /// Reads the wire's form.
    ///
    /// Only the number and the title are needed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.number(.id)),
            title: try container.required(.title, container.text(.title)),
            boardID: container.number(.boardID),
            boardName: container.text(.boardName) ?? "",
            writer: container.value(.writer),
            contents: container.text(.contents) ?? "",
            createdAt: container.text(.wireDate).flatMap(RFC3339.date),
            type: container.text(.type).map(PostType.init(rawValue:)) ?? .normal,
            viewCount: container.count(.viewCount),
            commentCount: container.count(.commentCount),
            attachmentCount: container.count(.attachmentCount),
            isNew: container.flag(.isNew) ?? false,
            hasInlineImage: container.flag(.hasInlineImage) ?? false,
            // What cannot be read is taken as anonymous: a name shown by mistake cannot be taken back.
            isAnonymous: container.flag(.isAnonymous) ?? container.holds(.isAnonymous),
            isOwner: container.flag(.isOwner) ?? false,
            hasReply: container.flag(.hasReply) ?? false,
            parentID: container.number(.parentID),
            isNotify: container.flag(.isNotify))
    }
}

/// A date in the wire's form; one outside the years 0 to 9999 is written as `null`.
private struct WireDate: Sendable, Hashable, Encodable {
    let date: Date

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(RFC3339.text(date))
    }
}
