/// A row of a list: an item, or a place where items may be missing.
public enum FeedEntry<Item: Identifiable & Equatable & Sendable>: Identifiable, Sendable, Equatable where Item.ID: Sendable {
    /// An item of the list.
    case item(Item)
    /// A place where items may be missing.
    case gap(PageGap<Item.ID>)

    /// What tells one row from every other.
    public enum ID: Hashable, Sendable {
        /// The row of an item.
        case item(Item.ID)
        /// The gap above an item, or at the end of the list.
        case gap(above: Item.ID?)
    }

    /// The item's ID, or the one below the gap: a gap keeps it while it is filled from above.
    public var id: ID {
        switch self {
        case .item(let item): .item(item.id)
        case .gap(let gap): .gap(above: gap.before)
        }
    }
}
