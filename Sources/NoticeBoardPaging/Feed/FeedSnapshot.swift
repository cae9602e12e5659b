/// What is kept of a list, for an offline start or a screen that is restored.
public struct FeedSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// The items in the service's order.
    public var items: [Item]
    /// Where the list is to be read on.
    public var bookmark: PageBookmark<Item.ID>
    /// The row at the top of the screen.
    public var anchor: Item.ID?

    /// What is kept of a list.
    public init(items: [Item], bookmark: PageBookmark<Item.ID>, anchor: Item.ID? = nil) {
        (self.items, self.bookmark, self.anchor) = (items, bookmark, anchor)
    }
}

extension FeedSnapshot: Encodable where Item: Encodable, Item.ID: Encodable {}
extension FeedSnapshot: Decodable where Item: Decodable, Item.ID: Decodable {}
