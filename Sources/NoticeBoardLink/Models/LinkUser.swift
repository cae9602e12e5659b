public import NoticeBoardBase

/// Somebody with an account, as posts, comments and profiles name them.
public struct LinkUser: Sendable, Hashable, Identifiable {
    /// The account's ID.
    public let id: String
    /// What the account is called; empty when the service does not say.
    public let nick: String
    /// The path of the account's picture, when there is one.
    public let picture: String?

    /// An account.
    public init(id: String, nick: String, picture: String? = nil) {
        self.id = id
        self.nick = nick
        self.picture = picture
    }
}

extension LinkUser: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case nick
        case picture = "profile"
    }

    /// Reads the wire's form.
    ///
    /// Only the ID is needed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)), nick: container.text(.nick) ?? "",
            picture: container.text(.picture))
    }
}

extension LinkUser: Redacted {
    /// Never the name: descriptions end up in logs.
    public var description: String { "LinkUser(\(id))" }
}
