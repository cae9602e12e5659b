/// What became of an item, for every list that may show it.
public enum FeedChange<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// It came to be.
    case inserted(Item)
    /// It is another now.
    case updated(Item)
    /// It is no more.
    case removed(Item.ID)

    /// The ID of the item that it is about.
    public var id: Item.ID {
        switch self {
        case .inserted(let item), .updated(let item): item.id
        case .removed(let id): id
        }
    }
}

extension FeedChange: Equatable where Item: Equatable {}
extension FeedChange: Hashable where Item: Hashable {}
