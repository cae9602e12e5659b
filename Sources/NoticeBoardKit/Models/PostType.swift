/// What kind of post it is.
///
/// The set is open: a kind that is not known keeps its name.
public struct PostType: RawRepresentable, Sendable, Hashable, Codable {
    /// The kind in the server's words.
    public let rawValue: String

    /// A kind by its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An ordinary post.
    public static let normal = PostType(rawValue: "normal")
    /// A notice, which apps show first.
    public static let notice = PostType(rawValue: "notice")
    /// A reply to another post.
    public static let reply = PostType(rawValue: "reply")
}
