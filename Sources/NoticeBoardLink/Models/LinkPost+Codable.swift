import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension LinkPost: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case creator, time, likes
        case images = "image"
        case hashtags = "hashTags"
        case comments
        case productID = "product_id"
        case title, content, content1, content2, content3, content4, content5
    }

    /// Reads the wire's form.
    ///
    /// Only the ID and the creator are needed. Null elements of lists are dropped, and those that cannot be read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.identifier(.id)),
            creator: try container.decode(LinkUser.self, forKey: .creator),
            time: container.moment(.time),
            likes: container.list(.likes),
            images: container.list(.images),
            hashtags: container.list(.hashtags),
            comments: container.list(.comments),
            productID: container.text(.productID),
            title: container.text(.title),
            content: container.text(.content),
            content1: container.text(.content1),
            content2: container.text(.content2),
            content3: container.text(.content3),
            content4: container.text(.content4),
            content5: container.text(.content5))
    }

    /// Writes the wire's form; a date outside the years 0 to 9999 is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(creator, forKey: .creator)
        try container.encodeIfPresent(time.flatMap(RFC3339.text), forKey: .time)
        try container.encode(likes, forKey: .likes)
        try container.encode(images, forKey: .images)
        try container.encode(hashtags, forKey: .hashtags)
        try container.encode(comments, forKey: .comments)
        try container.encodeIfPresent(productID, forKey: .productID)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(content, forKey: .content)
        try container.encodeIfPresent(content1, forKey: .content1)
        try container.encodeIfPresent(content2, forKey: .content2)
        try container.encodeIfPresent(content3, forKey: .content3)
        try container.encodeIfPresent(content4, forKey: .content4)
        try container.encodeIfPresent(content5, forKey: .content5)
    }
}
