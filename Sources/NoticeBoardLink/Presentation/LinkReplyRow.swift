public import NoticeBoardBase

/// A reply as a row below its post.
public struct LinkReplyRow: Identifiable, Sendable, Hashable, Redacted {
    /// The reply.
    public let reply: LinkReply
    /// The builder of the row.
    public let builder: LinkRowBuilder

    /// Creates the row of a reply.
    public init(reply: LinkReply, builder: LinkRowBuilder) {
        self.reply = reply
        self.builder = builder
    }

    /// The reply's ID.
    public var id: LinkReply.ID { reply.id }
    /// The author.
    public var author: LinkUser { reply.author }
    /// Whether the signed-in account wrote it.
    public var isMine: Bool { reply.author.id == builder.me }
    /// How long ago it was written; empty if unknown.
    public var age: String { LinkAge.text(of: reply.createdAt, at: builder.now, in: builder.language) }
    /// The row's accessibility label.
    public var spoken: String { [author.nick, age, reply.content].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Whether both rows look the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.reply == right.reply && left.isMine == right.isMine && (left.builder == right.builder || left.age == right.age)
    }
    /// Hashes the reply's ID alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The ID alone: descriptions end up in logs.
    public var description: String { "LinkReplyRow(\(id))" }
}
