/// A row of a list: an item, or a gap where items may be missing.
public enum FeedEntry<Item: Identifiable & Equatable & Sendable>: Identifiable, Sendable, Equatable where Item.ID: Sendable {
    /// An item of the list.
    case item(Item)
    /// A gap where items may be missing.
    case gap(PageGap<Item.ID>)

    /// Identifies a row.
    public enum ID: Hashable, Sendable {
        /// The row of an item.
        case item(Item.ID)
        /// The gap above an item, or at the end of the list.
        case gap(above: Item.ID?)
    }

    /// The ID of the item, or of the item below the gap, so that a gap keeps it while it is filled.
    public var id: ID {
        switch self {
        case .item(let item): .item(item.id)
        case .gap(let gap): .gap(above: gap.before)
        }
    }
}
