/// A stored item that matches a search, and the list that it is in.
public struct ItemMatch<Item: Equatable & Sendable>: Sendable, Equatable {
    /// The name of the list.
    public var list: String
    /// The item.
    public var item: Item

    /// Creates a match by hand, for a preview or a test.
    public init(list: String, item: Item) {
        self.list = list
        self.item = item
    }
}
