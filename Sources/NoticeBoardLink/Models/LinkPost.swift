public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A post of the conversation.
///
/// The service sends neither counts nor whether one likes it: both follow from ``likes`` and ``comments``.
public struct LinkPost: Sendable, Hashable, Identifiable {
    /// The post's ID.
    public let id: String
    /// Who wrote it.
    public internal(set) var creator: LinkUser
    /// When it was written; nothing when the service does not say or says what is no date.
    public let time: Date?
    /// The IDs of those who like it.
    public internal(set) var likes: [LinkUser.ID]
    /// The paths of its pictures and documents.
    public internal(set) var images: [String]
    /// What it is tagged with, as the service writes it.
    public internal(set) var hashtags: [String]
    /// The replies, newest first.
    public internal(set) var comments: [LinkComment]
    /// The product that it belongs to.
    public let productID: String?
    /// The title.
    public internal(set) var title: String?
    /// The text.
    public internal(set) var content: String?
    /// What the app itself keeps in the post.
    public internal(set) var content1, content2, content3, content4, content5: String?

    /// A post.
    public init(
        id: String, creator: LinkUser, time: Date? = nil, likes: [LinkUser.ID] = [], images: [String] = [],
        hashtags: [String] = [], comments: [LinkComment] = [], productID: String? = nil, title: String? = nil,
        content: String? = nil, content1: String? = nil, content2: String? = nil, content3: String? = nil,
        content4: String? = nil, content5: String? = nil
    ) {
        self.id = id
        self.creator = creator
        self.time = time
        // A service that repeats an element must not make two rows, or two likes, of it.
        self.likes = likes.unique(by: \.self)
        self.images = images
        self.hashtags = hashtags
        self.comments = comments.unique(by: \.id)
        self.productID = productID
        self.title = title
        self.content = content
        (self.content1, self.content2, self.content3) = (content1, content2, content3)
        (self.content4, self.content5) = (content4, content5)
    }

    /// Whether an account likes it.
    public func isLiked(by user: LinkUser.ID) -> Bool { likes.contains(user) }
    /// Whether an account wrote it.
    public func isWritten(by user: LinkUser.ID) -> Bool { creator.id == user }
}

extension LinkPost: Redacted {
    /// The ID alone: what people write ends up in no log.
    public var description: String { "LinkPost(\(id))" }
}

extension LinkPost: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case creator, time, likes
        case images = "image"
        case hashtags = "hashTags"
        case comments
        case productID = "product_id"
        case title, content, content1, content2, content3, content4, content5
    }

    /// Reads the wire's form.
    ///
    /// Only the ID and the creator are needed. Null elements of lists are dropped, and those that cannot be read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)),
            creator: try container.decode(LinkUser.self, forKey: .creator),
            time: container.moment(.time),
            likes: container.list(.likes),
            images: container.list(.images),
            hashtags: container.list(.hashtags),
            comments: container.list(.comments),
            productID: container.text(.productID),
            title: container.text(.title),
            content: container.text(.content),
            content1: container.text(.content1),
            content2: container.text(.content2),
            content3: container.text(.content3),
            content4: container.text(.content4),
            content5: container.text(.content5))
    }

    /// Writes the wire's form; a date outside the years 0 to 9999 is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(creator, forKey: .creator)
        try container.encodeIfPresent(time.flatMap(RFC3339.text), forKey: .time)
        try container.encode(likes, forKey: .likes)
        try container.encode(images, forKey: .images)
        try container.encode(hashtags, forKey: .hashtags)
        try container.encode(comments, forKey: .comments)
        try container.encodeIfPresent(productID, forKey: .productID)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(content, forKey: .content)
        try container.encodeIfPresent(content1, forKey: .content1)
        try container.encodeIfPresent(content2, forKey: .content2)
        try container.encodeIfPresent(content3, forKey: .content3)
        try container.encodeIfPresent(content4, forKey: .content4)
        try container.encodeIfPresent(content5, forKey: .content5)
    }
}
