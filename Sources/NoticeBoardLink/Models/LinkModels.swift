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
        (self.id, self.author, self.createdAt) = (id, author, createdAt)
        (self.pictures, self.hashtags, self.productID) = (pictures, hashtags, productID)
        // The service may repeat an element, which must not become two rows or two likes.
        self.likes = likes.unique(by: \.self)
        self.replies = replies.unique(by: \.id)
        (self.title, self.content) = (title, content)
        (self.content1, self.content2, self.content3) = (content1, content2, content3)
        (self.content4, self.content5) = (content4, content5)
    }

    /// Returns whether an account likes the post.
    public func isLiked(by user: LinkUser.ID) -> Bool { likes.contains(user) }
    /// Returns whether an account wrote the post.
    public func isWritten(by user: LinkUser.ID) -> Bool { author.id == user }
    /// The title, the text and the free fields.
    var texts: [String?] { [title, content, content1, content2, content3, content4, content5] }

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

/// A reply below a post.
public struct LinkReply: Sendable, Hashable, Identifiable, Codable, Redacted {
    /// The reply's ID.
    public let id: String
    /// The text.
    public internal(set) var content: String
    /// When it was written; `nil` if the service sends no valid date.
    public let createdAt: Date?
    /// The author.
    public internal(set) var author: LinkUser

    /// Creates a reply.
    public init(id: String, content: String, createdAt: Date? = nil, author: LinkUser) {
        (self.id, self.content) = (id, content)
        (self.createdAt, self.author) = (createdAt, author)
    }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case content
        case createdAt = "time"
        case author = "creator"
    }

    /// Decodes the wire format.
    ///
    /// Only the ID and the author are required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)), content: container.text(.content) ?? "",
            createdAt: container.moment(.createdAt), author: try container.decode(LinkUser.self, forKey: .author))
    }

    /// The ID alone: descriptions end up in logs.
    public var description: String { "LinkReply(\(id))" }
}

/// An account as it appears in posts, replies and profiles.
public struct LinkUser: Sendable, Hashable, Identifiable, Codable, Redacted {
    /// The account's ID.
    public let id: String
    /// The nickname; empty if the service sends none.
    public let nick: String
    /// The path of the account's picture, if any.
    public let picture: String?

    /// Creates an account.
    public init(id: String, nick: String, picture: String? = nil) { (self.id, self.nick, self.picture) = (id, nick, picture) }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case nick
        case picture = "profile"
    }

    /// Decodes the wire format.
    ///
    /// Only the ID is required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)), nick: container.text(.nick) ?? "",
            picture: container.text(.picture))
    }

    /// Never the name: descriptions end up in logs.
    public var description: String { "LinkUser(\(id))" }
}

/// An account's profile; e-mail, phone and birthday are set only for the user's own account.
public struct LinkProfile: Sendable, Hashable, Identifiable, Codable, Redacted {
    /// The account's ID.
    public let id: String
    /// The nickname; empty if the service sends none.
    public internal(set) var nick: String
    /// The path of the account's picture, if any.
    public internal(set) var picture: String?
    /// The e-mail address; only of the user's own account.
    public internal(set) var email: String?
    /// The phone number; only of the user's own account.
    public internal(set) var phone: String?
    /// The birthday as text, such as `1999-01-31`; only of the user's own account.
    public internal(set) var birthday: String?
    /// The IDs of the account's posts.
    public internal(set) var posts: [LinkPost.ID]
    /// The account's followers.
    public internal(set) var followers: [LinkUser]
    /// The accounts that it follows.
    public internal(set) var following: [LinkUser]

    /// Creates a profile.
    public init(
        id: String, nick: String, picture: String? = nil, email: String? = nil, phone: String? = nil,
        birthday: String? = nil, posts: [LinkPost.ID] = [], followers: [LinkUser] = [], following: [LinkUser] = []
    ) {
        (self.id, self.nick, self.picture) = (id, nick, picture)
        (self.email, self.phone, self.birthday) = (email, phone, birthday)
        // The service may repeat an element, which must not become two rows.
        self.posts = posts.unique(by: \.self)
        self.followers = followers.unique(by: \.id)
        self.following = following.unique(by: \.id)
    }

    /// The account as it appears in posts and replies.
    public var user: LinkUser { LinkUser(id: id, nick: nick, picture: picture) }
    /// Returns whether an account follows this one.
    public func isFollowed(by user: LinkUser.ID) -> Bool { followers.contains { $0.id == user } }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case nick
        case picture = "profile"
        case email
        case phone = "phoneNum"
        case birthday = "birthDay"
        case posts, followers, following
    }

    /// Decodes the wire format.
    ///
    /// Only the ID is required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)), nick: container.text(.nick) ?? "",
            picture: container.text(.picture),
            email: container.text(.email), phone: container.text(.phone), birthday: container.text(.birthday),
            posts: container.list(.posts), followers: container.list(.followers), following: container.list(.following))
    }

    /// The ID alone: descriptions end up in logs.
    public var description: String { "LinkProfile(\(id))" }
}
