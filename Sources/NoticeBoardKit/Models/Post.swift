public import Foundation
public import NoticeBoardBase
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
        (self.id, self.boardID, self.title) = (id, boardID, title)
        (self.boardName, self.writer, self.contents) = (boardName, isAnonymous ? nil : writer, contents)
        wireDate = createdAt.map { WireDate(date: $0) }
        (self.type, self.viewCount, self.commentCount) = (type, viewCount, commentCount)
        (self.attachmentCount, self.isNew, self.hasInlineImage) = (attachmentCount, isNew, hasInlineImage)
        (self.isAnonymous, self.isOwner, self.hasReply) = (isAnonymous, isOwner, hasReply)
        (self.parentID, self.isNotify) = (parentID, isNotify)
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

/// What kind of post it is.
///
/// The set is open: a kind that is not known keeps its name.
public struct PostType: RawRepresentable, Sendable, Hashable, Codable {
    /// The kind in the server's words.
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

/// Who wrote a post.
public struct Writer: Sendable, Hashable, Codable, Redacted {
    /// The writer's name as the service shows it; empty when the server does not say.
    public let name: String
    /// The writer's mail address, when the server says.
    public let emailAddress: String?
    /// Where the writer's picture is, when there is one.
    public let photo: String?

    /// A writer.
    public init(name: String, emailAddress: String? = nil, photo: String? = nil) {
        self.name = name
        self.emailAddress = emailAddress
        self.photo = photo
    }

    private enum CodingKeys: String, CodingKey {
        case name = "displayName"
        case emailAddress, photo
    }

    private enum OtherKeys: CodingKey { case profileImage }

    /// Reads the wire's form; one host calls the picture `photo`, another `profileImage`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let other = try decoder.container(keyedBy: OtherKeys.self)
        self.init(
            name: container.text(.name) ?? "",
            emailAddress: container.text(.emailAddress),
            photo: container.text(.photo) ?? other.text(.profileImage))
    }

    /// Never the name: descriptions end up in logs.
    public var description: String { "Writer(…)" }
}

/// A date in the wire's form; one outside the years 0 to 9999 is written as `null`.
private struct WireDate: Sendable, Hashable, Encodable {
    let date: Date

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(RFC3339.text(date))
    }
}
