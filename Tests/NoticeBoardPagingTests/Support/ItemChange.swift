import NoticeBoardPaging

/// A change event of a service: an item was inserted, updated or removed.
enum ItemChange<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    case inserted(Item), updated(Item), removed(Item.ID)

    var id: Item.ID {
        switch self {
        case .inserted(let item), .updated(let item): item.id
        case .removed(let id): id
        }
    }

    /// Returns the edits of a list that contains the items for which `belongs` returns true.
    func edits(_ belongs: (Item) -> Bool = { _ in true }) -> [FeedEdit<Item>] {
        switch self {
        case .inserted(let item) where belongs(item): [.insert(item)]
        case .updated(let item) where belongs(item): [.patch(item.id) { $0 = item }]
        case .inserted(let item), .updated(let item): [.remove(item.id)]
        case .removed(let id): [.remove(id)]
        }
    }
}

extension FeedMachine<Ranked>.Event {
    static func changed(_ change: ItemChange<Ranked>) -> Self { .edited { _ in change.edits { $0.rank != Ranked.away } } }
}
