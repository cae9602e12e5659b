public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A post of the Link service.
///
/// The service sends no counts and no "liked by me": use ``likes`` and ``replies``.
public struct LinkPost: Sendable, Hashable, Identifiable, Redacted, Codable {
    /// The post's ID.
    public let id: String
    /// The author.
    public internal(set) var author: LinkUser
    /// When it was written; `nil` if the service sends no valid date.
    public let createdAt: Date?
    /// The IDs of the accounts that like it.
    public internal(set) var likes: [LinkUser.ID]
    /// The paths of its pictures and documents.
    public internal(set) var pictures: [String]
    /// The hashtags, as the service writes them.
    public internal(set) var hashtags: [String]
    /// The replies, newest first.
    public internal(set) var replies: [LinkReply]
    /// The product it belongs to.
    public let productID: String?
    /// The title.
    public internal(set) var title: String?
    /// The text.
    public internal(set) var content: String?
    /// Free fields for the app's own use.
    public internal(set) var content1, content2, content3, content4, content5: String?

    /// Creates a post.
    public init(
        id: String, author: LinkUser, createdAt: Date? = nil, likes: [LinkUser.ID] = [], pictures: [String] = [],
        hashtags: [String] = [], replies: [LinkReply] = [], productID: String? = nil, title: String? = nil,
        content: String? = nil, content1: String? = nil, content2: String? = nil, content3: String? = nil,
        content4: String? = nil, content5: String? = nil
    ) {
        self.id = id
        self.author = author
        self.createdAt = createdAt
        self.pictures = pictures
        self.hashtags = hashtags
        self.productID = productID
        // The service may repeat an element, which must not become two rows or two likes.
        self.likes = likes.unique(by: \.self)
        self.replies = replies.unique(by: \.id)
        self.title = title
        self.content = content
        self.content1 = content1
        self.content2 = content2
        self.content3 = content3
        self.content4 = content4
        self.content5 = content5
    }

    /// Returns whether an account likes the post.
    public func isLiked(by user: LinkUser.ID) -> Bool { likes.contains(user) }
    /// Returns whether an account wrote the post.
    public func isWritten(by user: LinkUser.ID) -> Bool { author.id == user }
    /// The title, the text and the free fields.
    var texts: LinkTexts {
        LinkTexts(
            title: title, content: content, content1: content1, content2: content2, content3: content3, content4: content4,
            content5: content5)
    }

    /// The ID alone: descriptions end up in logs.
    public var description: String { "LinkPost(\(id))" }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case author = "creator"
        case createdAt = "time"
        case likes
        case pictures = "image"
        case hashtags = "hashTags"
        case replies = "comments"
        case productID = "product_id"
        case title, content, content1, content2, content3, content4, content5
    }

    /// Decodes the wire format.
    ///
    /// Only the ID and the author are required. Null and undecodable list elements are dropped.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)),
            author: try container.decode(LinkUser.self, forKey: .author), createdAt: container.moment(.createdAt),
            likes: container.list(.likes), pictures: container.list(.pictures), hashtags: container.list(.hashtags),
            replies: container.list(.replies), productID: container.text(.productID),
            title: container.text(.title), content: container.text(.content),
            content1: container.text(.content1), content2: container.text(.content2), content3: container.text(.content3),
            content4: container.text(.content4), content5: container.text(.content5))
    }
}
