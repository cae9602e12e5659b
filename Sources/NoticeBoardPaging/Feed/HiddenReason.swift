/// The reason why a list hides an item.
///
/// An app can add reasons: `static let spoiler = HiddenReason("spoiler")`.
public struct HiddenReason: Sendable, Hashable {
    /// The name of the reason, the same in every launch.
    public let name: String

    /// Creates a reason; the name identifies it.
    public init(_ name: String) { self.name = name }

    /// The item contains a word that the user mutes.
    public static let word = Self("word")
    /// The user mutes the item's author.
    public static let author = Self("author")
    /// The user blocked the item's author.
    public static let blocked = Self("blocked")
    /// The user has read the item.
    public static let read = Self("read")
    /// The user hides items of this kind.
    public static let kind = Self("kind")
}
