public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

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
        self.id = id
        self.content = content
        self.createdAt = createdAt
        self.author = author
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
