import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension Post: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "postId"
        case title
        case boardID = "boardId"
        case boardName = "boardDisplayName"
        case writer, contents
        case createdAt = "createdDateTime"
        case type = "postType"
        case viewCount
        case commentCount = "commentsCount"
        case attachmentCount = "attachmentsCount"
        case isNew = "isNewPost"
        case hasInlineImage, isAnonymous, isOwner, hasReply
        case parentID = "parentPostId"
        case isNotify
    }

    /// Reads the wire's form.
    ///
    /// Only the number and the title are needed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.number(.id)),
            title: try container.required(.title, container.text(.title)),
            boardID: container.number(.boardID),
            boardName: container.text(.boardName) ?? "",
            writer: container.value(.writer),
            contents: container.text(.contents) ?? "",
            createdAt: container.text(.createdAt).flatMap(RFC3339.date),
            type: container.text(.type).map(PostType.init(rawValue:)) ?? .normal,
            viewCount: container.count(.viewCount),
            commentCount: container.count(.commentCount),
            attachmentCount: container.count(.attachmentCount),
            isNew: container.flag(.isNew) ?? false,
            hasInlineImage: container.flag(.hasInlineImage) ?? false,
            // What cannot be read is taken as anonymous: a name shown by mistake cannot be taken back.
            isAnonymous: container.flag(.isAnonymous) ?? container.holds(.isAnonymous),
            isOwner: container.flag(.isOwner) ?? false,
            hasReply: container.flag(.hasReply) ?? false,
            parentID: container.number(.parentID),
            isNotify: container.flag(.isNotify))
    }

    /// Writes the wire's form; a date outside the years 0 to 9999 is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(boardID, forKey: .boardID)
        try container.encode(boardName, forKey: .boardName)
        try container.encodeIfPresent(writer, forKey: .writer)
        try container.encode(contents, forKey: .contents)
        try container.encodeIfPresent(createdAt.flatMap(RFC3339.text), forKey: .createdAt)
        try container.encode(type, forKey: .type)
        try container.encode(viewCount, forKey: .viewCount)
        try container.encode(commentCount, forKey: .commentCount)
        try container.encode(attachmentCount, forKey: .attachmentCount)
        try container.encode(isNew, forKey: .isNew)
        try container.encode(hasInlineImage, forKey: .hasInlineImage)
        try container.encode(isAnonymous, forKey: .isAnonymous)
        try container.encode(isOwner, forKey: .isOwner)
        try container.encode(hasReply, forKey: .hasReply)
        try container.encodeIfPresent(parentID, forKey: .parentID)
        try container.encodeIfPresent(isNotify, forKey: .isNotify)
    }
}
