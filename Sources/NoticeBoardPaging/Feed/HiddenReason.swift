/// Why a list does not show an item.
///
/// An app adds reasons of its own: `static let spoiler = HiddenReason("spoiler")`.
public struct HiddenReason: Sendable, Hashable {
    /// What the reason is called, the same in every run.
    public let name: String

    /// Creates a reason that is told from others by its name.
    public init(_ name: String) { self.name = name }

    /// The item holds a word that the user does not want to read.
    public static let word = Self("word")
    /// The user does not want to see the item's author.
    public static let author = Self("author")
    /// The user blocked the item's author.
    public static let blocked = Self("blocked")
    /// The user has read the item.
    public static let read = Self("read")
    /// The user does not want to see items of this kind.
    public static let kind = Self("kind")
}
