extension Stretches {
    /// Puts a new item at the head of the list, or in the place of the one of its ID.
    package mutating func insert(_ item: Item) {
        guard !update(item) else { return }
        // It stands above what a gap hides.
        replace(0..<0, with: [item], read: [answers + 1])
        for index in gaps.indices where gaps[index].at > 0 || items.count == 1 { gaps[index].at += 1 }
        if let first = gaps.first, first.at == 0 { gaps[0].at = 1 }
        total = total?.clampedAdding(1)
    }

    /// Puts an item in the place of the one of the same ID, and tells whether there is one.
    @discardableResult
    package mutating func update(_ item: Item) -> Bool {
        guard let position = items.index(id: item.id) else { return false }
        // An equal item stays the instance that it was.
        if items[position] != item { items.update(item, at: position) }
        return true
    }

    /// Removes the item of an ID, because the service says so.
    package mutating func remove(_ id: Item.ID) {
        pins.removeAll { $0.id == id }
        guard let position = items.index(id: id) else { return }
        takeOut(at: position)
        total = total.map { max(0, $0 - 1) }
    }

    /// Sets the row that the list is read around, if it is one of the list.
    package mutating func scroll(to id: Item.ID?) {
        if id.map({ id in items.contains(id: id) || pins.contains { $0.id == id } }) ?? true { anchor = id }
    }

    /// Marks all rows as stale.
    package mutating func expire() { staleUpTo = answers }
}
