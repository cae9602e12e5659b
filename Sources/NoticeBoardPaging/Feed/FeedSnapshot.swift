/// What is kept of a list, for an offline start or a screen that is restored.
public struct FeedSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    private enum CodingKeys: CodingKey { case items, bookmark, gaps, anchor }

    /// The items in the service's order.
    public var items: [Item]
    /// Where the list is to be read on.
    public var bookmark: PageBookmark<Item.ID>
    /// Where items may be missing between those that are kept.
    public var gaps: [PageGap<Item.ID>]
    /// The row at the top of the screen.
    public var anchor: Item.ID?

    /// Creates a snapshot of items in the service's order, to be read on at a bookmark.
    public init(
        items: [Item], bookmark: PageBookmark<Item.ID>, gaps: [PageGap<Item.ID>] = [], anchor: Item.ID? = nil
    ) {
        (self.items, self.bookmark, self.gaps, self.anchor) = (items, bookmark, gaps, anchor)
    }
}

extension FeedSnapshot: Encodable where Item: Encodable, Item.ID: Encodable {}
extension FeedSnapshot: Decodable where Item: Decodable, Item.ID: Decodable {
    /// Reads a snapshot; one that an earlier version kept has no gaps.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            items: try values.decode([Item].self, forKey: .items),
            bookmark: try values.decode(PageBookmark<Item.ID>.self, forKey: .bookmark),
            gaps: try values.decodeIfPresent([PageGap<Item.ID>].self, forKey: .gaps) ?? [],
            anchor: try values.decodeIfPresent(Item.ID.self, forKey: .anchor))
    }
}
