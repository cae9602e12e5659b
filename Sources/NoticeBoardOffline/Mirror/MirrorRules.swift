public import Foundation
import NoticeBoardBase

/// What a ``Mirror`` stores of a list, and which texts a search reads.
///
/// ```swift
/// var rules = MirrorRules<Topic>(texts: ["title": { $0.title }, "author": { $0.author.name }])
/// rules.mostItems = 500
/// ```
public struct MirrorRules<Item: Sendable>: Sendable {
    /// A text that a search reads.
    package struct Field: Sendable {
        package let name: String
        package let text: @Sendable (Item) -> String
    }

    /// The maximum number of items of a list, the first ones of the service's order; `nil` for no limit.
    public var mostItems: Int? = 1_000
    /// The maximum size of a list's items, in bytes.
    public var mostBytes = 50_000_000
    /// The number of items to request at once.
    public var pageSize = 30
    /// Whether the service may show an item at any position, such as a sticky topic on top; then its place proves nothing.
    public var isPinned: @Sendable (Item) -> Bool = { _ in false }
    /// The version of the item's stored form, to be raised when an older app's items can no longer be decoded.
    ///
    /// The next updates load such items again; until then ``upgrade`` converts them.
    public var version = 1
    /// Converts the JSON of an item of an older version; by default throws, and the item is left out until it is loaded again.
    public var upgrade: @Sendable (_ json: Data, _ version: Int) throws -> Item = { _, _ in throw MirrorLine.unreadable }

    package let fields: [Field]
    /// Returns an item without what its texts have as well, to store that once; `nil` to store the item as it is.
    package var packed: @Sendable (Item, [String]) -> Item? = { _, _ in nil }
    /// Returns a packed item as it was.
    package var unpacked: @Sendable (Item, [String]) -> Item = { item, _ in item }

    /// Creates rules.
    ///
    /// - Parameter texts: The texts that a search reads, by name. Without texts, a search finds nothing.
    public init(texts: KeyValuePairs<String, @Sendable (Item) -> String> = [:]) {
        fields = texts.map { Field(name: $0.key, text: $0.value) }
    }
}
