import NoticeBoardBase

/// What the list makes of items that changed.
extension FeedMachine {
    /// Takes in what happened.
    mutating func take(_ translation: @escaping @Sendable (FeedShown<Item>) -> [FeedEdit<Item>]) -> [Effect] {
        if isLoading { missed.append(translation) }
        guard state.isLoaded else { return [] }
        let edits = translation(FeedShown(state.items))
        guard !edits.isEmpty else { return [] }
        let (before, generation) = (anchor == nil ? [] : state.items, walk.generation)
        for edit in edits { apply(edit) }
        keepTotal()
        keepAnchor(among: before)
        return (walk.generation == generation ? [] : restartMore()) + continueMore()
    }

    /// Does to the list what changed since the load began, in case that its page was written before.
    ///
    /// A head must know of an arrival when it shows one that came later: it has the earlier one further down.
    mutating func applyMissed(in head: FeedHead<Item>? = nil) {
        guard !missed.isEmpty else { return }
        let shown = Set(head?.items.map(\.id) ?? [])
        let known = shown.isEmpty ? nil : missed.lastIndex { arrivals(in: $0).contains(where: shown.contains) }
        for (number, translation) in missed.enumerated() {
            for edit in translation(FeedShown(state.items)) {
                if case .insert(let item) = edit, number < known ?? 0, !shown.contains(item.id) { continue }
                apply(edit)
            }
        }
    }

    private func arrivals(in translation: (FeedShown<Item>) -> [FeedEdit<Item>]) -> [Item.ID] {
        translation(FeedShown(state.items)).compactMap { if case .insert(let item) = $0 { item.id } else { nil } }
    }

    /// Forgets the changes that every page to come knows of.
    mutating func forgetMissed() {
        if !isLoading { missed = [] }
    }

    /// Does to the list what an edit says; a second time it does nothing more.
    private mutating func apply(_ edit: FeedEdit<Item>) {
        switch edit {
        case .insert(let item):
            guard !replace(item) else { return }
            sequence.insert(item.id, at: 0)
            newcomers.insert(item.id)
            rules.order.merge([item], into: &state.items, ahead: true)
            state.total = state.total?.clampedAdding(1)
        case .patch(let id, let change):
            if let item = state.items.first(where: { $0.id == id }) { patch(item, change) }
        case .patchAll(let change): for item in state.items { patch(item, change) }
        case .remove(let id): remove(id)
        }
    }

    private mutating func patch(_ item: Item, _ change: (inout Item) -> Void) {
        var new = item
        change(&new)
        // An ID that is another would be another item.
        if new != item, new.id == item.id { replace(new) }
    }

    /// Puts `item` in the place of the one of the same ID, if there is one.
    @discardableResult
    private mutating func replace(_ item: Item) -> Bool {
        guard let index = state.items.firstIndex(where: { $0.id == item.id }) else { return false }
        // An equal item stays the instance that it was.
        guard state.items[index] != item else { return true }
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
