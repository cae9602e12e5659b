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

/// A bus for a service whose changes are no more than items that came, changed and went.
public typealias FeedChanges<Item: Identifiable & Sendable> = ChangeBus<FeedChange<Item>> where Item.ID: Sendable

extension FeedChange {
    /// What it means to a list of the items that `belongs` tells.
    func edits(_ belongs: (Item) -> Bool) -> [FeedEdit<Item>] {
        switch self {
        case .inserted(let item) where belongs(item): [.insert(item)]
        case .updated(let item) where belongs(item): [.patch(item.id) { $0 = item }]
        case .inserted(let item), .updated(let item): [.remove(item.id)]
        case .removed(let id): [.remove(id)]
        }
    }
}
