import NoticeBoardBase

/// What the list makes of items that changed.
extension FeedMachine {
    /// Does to the list what a change says; a second time it does nothing more.
    mutating func apply(_ change: FeedChange<Item>) {
        switch change {
        case .inserted(let item) where rules.belongs(item):
            guard !replace(item) else { return }
            sequence.insert(item.id, at: 0)
            newcomers.insert(item.id)
            rules.order.insert(item, into: &state.items)
            state.total = state.total?.clampedAdding(1)
        case .updated(let item) where rules.belongs(item): replace(item)
        case .inserted(let item), .updated(let item): remove(item.id)
        case .removed(let id): remove(id)
        }
    }

    /// Puts `item` in the place of the one of the same ID, if there is one.
    @discardableResult
    mutating func replace(_ item: Item) -> Bool {
        guard let index = state.items.firstIndex(where: { $0.id == item.id }) else { return false }
        rules.order.replace(at: index, with: item, in: &state.items)
        return true
    }

    private mutating func remove(_ id: Item.ID) {
        guard let index = state.items.firstIndex(where: { $0.id == id }) else { return }
        let before = state.items
        state.items.remove(at: index)
        sequence.removeAll { $0 == id }
        newcomers.remove(id)
        state.total = state.total.map { max($0 - 1, state.items.count) }
        keepAnchor(among: before)
    }

    /// Gives the anchor's place to its neighbour if it has left the list, rather to the one below.
    mutating func keepAnchor(among before: [Item]) {
        guard let anchor, !state.items.contains(where: { $0.id == anchor }) else { return }
        let stays = Set(state.items.map(\.id))
        let index = before.firstIndex { $0.id == anchor } ?? before.endIndex
        let neighbour = before[index...].first { stays.contains($0.id) } ?? before[..<index].last { stays.contains($0.id) }
        self.anchor = neighbour?.id
    }
}
