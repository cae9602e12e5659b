@testable import NoticeBoardPaging

/// What a list knows of its rows, by ID.
extension FeedContent {
    /// The rows in the service's order.
    var sequence: [Item.ID] { list.rows.map { id(of: $0.slot) } }
    /// The rows that a change inserted, and that no page has shown.
    var newcomers: Set<Item.ID> { ids { $0.isNewcomer } }
    /// The rows in doubt.
    var unconfirmed: Set<Item.ID> { ids { $0.existence == .inDoubt } }
    /// The rows whose order with the row above is not known.
    var unlinked: Set<Item.ID> { ids { !$0.link.isOrdered } }
    /// Where a cursor service continues below rows that ended a page.
    var cursorsAfter: [Item.ID: PagePosition] {
        var cursors: [Item.ID: PagePosition] = [:]
        for row in list.rows {
            if let number = row.cursor { cursors[id(of: row.slot)] = facts.cursors[Int(number)] }
        }
        return cursors
    }

    private func ids(_ isWanted: (FeedRow) -> Bool) -> Set<Item.ID> {
        Set(list.rows.filter(isWanted).map { id(of: $0.slot) })
    }
}

/// Changes of items by ID, for tests of the items alone.
extension FeedItems {
    /// Inserts new items at an index.
    mutating func insert(_ new: [Item], at index: Int) {
        var slots = order
        slots.insert(contentsOf: new.map { add($0) }, at: index)
        show(slots)
    }

    /// Removes the items with these IDs.
    mutating func remove(_ ids: some Collection<Item.ID>) {
        let gone = Set(ids.compactMap(slot))
        show(order.filter { !gone.contains($0) })
        _ = compact()
    }

    /// Sorts each stretch of IDs on its own.
    mutating func sort(_ stretches: [ArraySlice<Item.ID>], by precedes: (Int, Item, Item) -> Bool) {
        sort(slots: stretches.map { $0.compactMap(slot) }, by: precedes)
    }
}
