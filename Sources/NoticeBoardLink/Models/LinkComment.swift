public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// A reply below a post.
public struct LinkComment: Sendable, Hashable, Identifiable {
    /// The comment's ID.
    public let id: String
    /// What it says.
    public internal(set) var content: String
    /// When it was written; nothing when the service does not say or says what is no date.
    public let time: Date?
    /// Who wrote it.
    public internal(set) var creator: LinkUser

    /// A comment.
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

    /// Reads the wire's form.
    ///
    /// Only the ID and the creator are needed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)), content: container.text(.content) ?? "",
            time: container.moment(.time), creator: try container.decode(LinkUser.self, forKey: .creator))
    }

    /// Writes the wire's form; a date outside the years 0 to 9999 is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(content, forKey: .content)
        try container.encodeIfPresent(time.flatMap(RFC3339.text), forKey: .time)
        try container.encode(creator, forKey: .creator)
    }
}

extension LinkComment: Redacted {
    /// The ID alone: what people write ends up in no log.
    public var description: String { "LinkComment(\(id))" }
}
