import NoticeBoardBase

/// What the list makes of items that changed.
extension FeedMachine {
    /// Takes in a change.
    mutating func take(_ change: FeedChange<Item>) -> [Effect] {
        if isLoading { note(change) }
        guard state.isLoaded else { return [] }
        let (before, generation) = (state.items, walk.generation)
        apply(change)
        keepTotal()
        keepAnchor(among: before)
        return (walk.generation == generation ? [] : restartMore()) + continueMore()
    }

    /// Keeps a change for the page that is under way: one for each item, so that none undoes what another did before.
    private mutating func note(_ change: FeedChange<Item>) {
        let index = missed.firstIndex { $0.id == change.id }
        if let index, case .inserted = missed[index], case .updated(let item) = change {
            missed[index] = .inserted(item)
        } else {
            if let index { missed.remove(at: index) }
            missed.append(change)
        }
    }

    /// Forgets arrivals that a head must know of, since it shows one that came later: it has them further down.
    mutating func forgetArrivals(knownTo head: FeedHead<Item>) {
        guard !missed.isEmpty else { return }
        let shown = Set(head.items.map(\.id))
        func isArrival(_ change: FeedChange<Item>) -> Bool { if case .inserted = change { true } else { false } }
        guard let last = missed.lastIndex(where: { isArrival($0) && shown.contains($0.id) }) else { return }
        let later = missed[last...]
        missed = missed[..<last].filter { !isArrival($0) || shown.contains($0.id) } + later
    }

    /// Does to the list what changed since the load began, in case that its page was written before.
    mutating func applyMissed() {
        for change in missed { apply(change) }
    }

    /// Forgets the changes that every page to come knows of.
    mutating func forgetMissed() {
        if !isLoading { missed = [] }
    }

    /// Does to the list what a change says; a second time it does nothing more.
    private mutating func apply(_ change: FeedChange<Item>) {
        switch change {
        case .inserted(let item) where rules.belongs(item):
            guard !replace(item) else { return }
            sequence.insert(item.id, at: 0)
            newcomers.insert(item.id)
            rules.order.merge([item], into: &state.items, ahead: true)
            state.total = state.total?.clampedAdding(1)
        case .updated(let item) where rules.belongs(item): replace(item)
        case .inserted(let item), .updated(let item): remove(item.id)
        case .removed(let id): remove(id)
        }
    }

    /// Puts `item` in the place of the one of the same ID, if there is one.
    @discardableResult
    private mutating func replace(_ item: Item) -> Bool {
        guard let index = state.items.firstIndex(where: { $0.id == item.id }) else { return false }
        guard rules.order.tellsApart(state.items[index], item) else {
            state.items[index] = item
            return true
        }
        state.items.remove(at: index)
        let place = sequence.firstIndex(of: item.id) ?? 0
        rules.order.insert(item, into: &state.items) { sequence.firstIndex(of: $0.id) ?? 0 < place }
        return true
    }

    private mutating func remove(_ id: Item.ID) {
        guard let index = state.items.firstIndex(where: { $0.id == id }) else { return }
        state.items.remove(at: index)
        sequence.removeAll { $0 == id }
        state.total = state.total.map { $0 - 1 }
        if newcomers.remove(id) == nil { walk.lost(1, first: sequence.dropFirst(newcomers.count).first) }
    }

    /// What stands in the list is there, whatever an older total says.
    mutating func keepTotal() {
        state.total = state.total.map { max($0, state.items.count) }
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
