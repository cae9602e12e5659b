public import NoticeBoardBase
import NoticeBoardHTTP

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
        self.id = id
        self.nick = nick
        self.picture = picture
        self.email = email
        self.phone = phone
        self.birthday = birthday
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
