public import Foundation
public import NoticeBoardBase

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
