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
        self.id = id
        self.author = author
        self.content = content
        self.time = time
    }
}
