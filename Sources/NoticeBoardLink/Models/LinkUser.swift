public import NoticeBoardBase
import NoticeBoardHTTP

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
