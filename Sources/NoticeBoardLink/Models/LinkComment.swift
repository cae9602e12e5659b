public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A reply below a post.
public struct LinkComment: Sendable, Hashable, Identifiable {
    /// The comment's ID.
    public let id: String
    /// The text.
    public internal(set) var content: String
    /// When it was written; `nil` if the service sends no valid date.
    public let time: Date?
    /// The author.
    public internal(set) var creator: LinkUser

    /// Creates a comment.
    public init(id: String, content: String, time: Date? = nil, creator: LinkUser) {
        self.id = id
        self.content = content
        self.time = time
        self.creator = creator
    }
}

extension LinkComment: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case content, time, creator
    }

    /// Decodes the wire format.
    ///
    /// Only the ID and the creator are required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)), content: container.text(.content) ?? "",
            time: container.moment(.time), creator: try container.decode(LinkUser.self, forKey: .creator))
    }
}

extension LinkComment: Redacted {
    /// The ID alone: descriptions end up in logs.
    public var description: String { "LinkComment(\(id))" }
}
