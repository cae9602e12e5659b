public import Foundation

/// What is kept of a list, for an offline start or a screen that is restored.
public struct FeedSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    private enum CodingKeys: CodingKey { case items, bookmark, gaps, anchor, newcomers, storedAt }

    /// A place between two kept items where others may be missing.
    public struct Gap: Sendable, Equatable {
        /// The items on both sides.
        public var edges: PageGap<Item.ID>
        /// Where the gap is to be read on from above; `nil` if it cannot be loaded.
        public var bookmark: PageBookmark<Item.ID>?

        /// Creates a gap that is read on at a bookmark.
        public init(_ edges: PageGap<Item.ID>, bookmark: PageBookmark<Item.ID>? = nil) {
            (self.edges, self.bookmark) = (edges, bookmark)
        }
    }

    /// The items in the service's order.
    public var items: [Item]
    /// Where the list is to be read on.
    public var bookmark: PageBookmark<Item.ID>
    /// Where items may be missing between those that are kept, in the order of the list.
    public var gaps: [Gap]
    /// The row at the top of the screen.
    public var anchor: Item.ID?
    /// The items that a change brought, and no page yet: others may have come between them and those below.
    public var newcomers: Set<Item.ID>
    /// When the items were loaded; shown as ``FeedState/storedAt`` until a refresh replaces them.
    public var storedAt: Date?

    /// Creates a snapshot of items in the service's order, to be read on at a bookmark.
    public init(
        items: [Item], bookmark: PageBookmark<Item.ID>, gaps: [Gap] = [], anchor: Item.ID? = nil, newcomers: Set<Item.ID> = [],
        storedAt: Date? = nil
    ) {
        (self.items, self.bookmark, self.gaps, self.anchor) = (items, bookmark, gaps, anchor)
        (self.newcomers, self.storedAt) = (newcomers, storedAt)
    }
}

extension FeedSnapshot.Gap: Encodable where Item.ID: Encodable {}
extension FeedSnapshot.Gap: Decodable where Item.ID: Decodable {}
extension FeedSnapshot: Encodable where Item: Encodable, Item.ID: Encodable {}
extension FeedSnapshot: Decodable where Item: Decodable, Item.ID: Decodable {
    /// Reads a snapshot; one that an earlier version kept has no gaps.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            items: try values.decode([Item].self, forKey: .items),
            bookmark: try values.decode(PageBookmark<Item.ID>.self, forKey: .bookmark),
            gaps: try values.decodeIfPresent([Gap].self, forKey: .gaps) ?? [],
            anchor: try values.decodeIfPresent(Item.ID.self, forKey: .anchor),
            newcomers: try values.decodeIfPresent(Set<Item.ID>.self, forKey: .newcomers) ?? [],
            storedAt: try values.decodeIfPresent(Date.self, forKey: .storedAt))
    }
}
