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
        let words = (fields["content"] ?? "").unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        let tags = words.filter { $0.first == "#" && $0.count > 1 }.map { String($0.dropFirst()) }
        return tags.enumerated().filter { !tags[..<$0].contains($1) }.map(\.element)
    }
}
