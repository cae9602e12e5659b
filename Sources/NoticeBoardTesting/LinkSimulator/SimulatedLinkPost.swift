import Foundation

/// A post of the simulated Link service.
public struct SimulatedLinkPost: Sendable, Hashable {
    /// The post's ID.
    public var id: String
    /// The author's ID.
    public var author: String
    /// Its text fields by their JSON names: `title`, `content`, `content1` … `content5`, `product_id`.
    public var fields: [String: String]
    /// The paths of its files.
    public var files: [String] = []
    /// The IDs of the accounts that like it, in order.
    public var likes: [String] = []
    /// Its replies, newest first.
    public var replies: [SimulatedLinkReply] = []
    /// When it was written, in milliseconds since 1970.
    public var time: Int64

    /// Creates a post.
    public init(id: String, author: String, fields: [String: String] = [:], time: Int64) {
        self.id = id
        self.author = author
        self.fields = fields
        self.time = time
    }

    /// The words of the text that begin with `#`, without it and without duplicates.
    var hashtags: [String] {
        var tags: [String] = []
        let words = (fields["content"] ?? "").unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        for word in words where word.first == "#" && word.count > 1 {
            let tag = String(word.dropFirst())
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }
}

/// A reply of the simulated Link service.
public struct SimulatedLinkReply: Sendable, Hashable {
    /// The reply's ID.
    public var id: String
    /// The author's ID.
    public var author: String
    /// The text.
    public var content: String
    /// When it was written, in milliseconds since 1970.
    public var time: Int64

    /// Creates a reply.
    public init(id: String, author: String, content: String, time: Int64) {
        (self.id, self.author, self.content, self.time) = (id, author, content, time)
    }
}
