/// The items that a filter hides: they stay in the list, so that totals, ends and gaps stay true.
extension FeedContent {
    /// The items that are to be seen.
    var visible: FeedItems<Item> { hidden.isEmpty ? items : unhidden }

    /// Finds out which items are hidden, all anew.
    mutating func filterItems() {
        hidden = [:]
        for item in items {
            if let reason = reason(item) { hidden[item.id] = reason }
        }
        showVisible()
    }

    /// Finds out which of some items are hidden.
    mutating func judge(_ some: some Sequence<Item>) {
        guard filter != nil else { return }
        for item in some {
            if let reason = reason(item) {
                hidden[item.id] = reason
            } else if !hidden.isEmpty {
                hidden[item.id] = nil
            }
        }
    }

    private func reason(_ item: Item) -> HiddenReason? {
        guard let reason = filter?(item), !shownReasons.contains(reason) else { return nil }
        return reason
    }

    /// Takes the hidden items out of those that are to be seen.
    mutating func showVisible() {
        guard !hidden.isEmpty || !hiddenCounts.isEmpty else { return }
        hidden = hidden.filter { items.contains(id: $0.key) }
        hiddenCounts = hidden.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        unhidden = hidden.isEmpty ? FeedItems() : items.hiding(hidden.keys)
    }

    /// Returns a hidden row in doubt: it counts as one that came into sight.
    func hiddenStaleRow(except asked: Set<Item.ID>) -> Item.ID? {
        stale.isEmpty ? nil : hidden.keys.first { stale.contains($0) && !asked.contains($0) }
    }

    /// Returns the visible row that is shown at the place of one, or below it.
    func visibleRow(at id: Item.ID?) -> Item.ID? {
        guard let id, hidden[id] != nil, let index = items.index(id: id) else { return id }
        return items[index...].first { hidden[$0.id] == nil }?.id
    }

    /// The visible rows above which the gaps are shown whose own row is hidden.
    var gapPlaces: [PageGap<Item.ID>: Item.ID?] {
        guard !hidden.isEmpty else { return [:] }
        return gaps.reduce(into: [:]) { places, gap in
            if let before = gap.before, hidden[before] != nil { places[gap] = .some(visibleRow(at: before)) }
        }
    }
}
