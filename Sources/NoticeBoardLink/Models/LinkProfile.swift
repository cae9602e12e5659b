public import NoticeBoardBase

/// An account with what belongs to it: one's own, or another's without e-mail, phone and birthday.
public struct LinkProfile: Sendable, Hashable, Identifiable {
    /// The account's ID.
    public let id: String
    /// What the account is called; empty when the service does not say.
    public internal(set) var nick: String
    /// The path of the account's picture, when there is one.
    public internal(set) var picture: String?
    /// The e-mail address, of one's own account.
    public internal(set) var email: String?
    /// The phone number, of one's own account.
    public internal(set) var phone: String?
    /// The birthday, of one's own account.
    public internal(set) var birthday: LinkBirthday?
    /// The IDs of the account's posts.
    public internal(set) var posts: [LinkPost.ID]
    /// Who follows the account.
    public internal(set) var followers: [LinkUser]
    /// Whom the account follows.
    public internal(set) var following: [LinkUser]

    /// A profile.
    public init(
        id: String, nick: String, picture: String? = nil, email: String? = nil, phone: String? = nil,
        birthday: LinkBirthday? = nil, posts: [LinkPost.ID] = [], followers: [LinkUser] = [], following: [LinkUser] = []
    ) {
        self.id = id
        self.nick = nick
        self.picture = picture
        self.email = email
        self.phone = phone
        self.birthday = birthday
        // A service that repeats an element must not make two rows of it.
        self.posts = posts.unique(by: \.self)
        self.followers = followers.unique(by: \.id)
        self.following = following.unique(by: \.id)
    }

    /// The account as posts and comments name it.
    public var user: LinkUser { LinkUser(id: id, nick: nick, picture: picture) }
    /// Whether an account is among those who follow this one.
    public func isFollowed(by user: LinkUser.ID) -> Bool { followers.contains { $0.id == user } }
}

extension LinkProfile: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case nick
        case picture = "profile"
        case email
        case phone = "phoneNum"
        case birthday = "birthDay"
        case posts, followers, following
    }

    /// Reads the wire's form.
    ///
    /// Only the ID is needed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)),
            nick: container.text(.nick) ?? "",
            picture: container.text(.picture),
            email: container.text(.email),
            phone: container.text(.phone),
            birthday: container.text(.birthday).map(LinkBirthday.init),
            posts: container.list(.posts),
            followers: container.list(.followers),
            following: container.list(.following))
    }
}

extension LinkProfile: Redacted {
    /// Never who it is: descriptions end up in logs.
    public var description: String { "LinkProfile(\(id))" }
}
