/// What became of an item, for every list that may show it.
public enum FeedChange<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// It came to be.
    case inserted(Item)
    /// It is another now.
    case updated(Item)
    /// It is no more.
    case removed(Item.ID)
}

extension FeedChange: Equatable where Item: Equatable {}
extension FeedChange: Hashable where Item: Hashable {}
