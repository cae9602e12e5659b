/// The items that a filter hides: they stay in the list, so that totals, ends and gaps stay true.
extension FeedContent {
    /// The items that are to be seen.
    var visible: FeedItems<Item> { hidden.isEmpty ? items : unhidden }

    /// Finds out which items are hidden.
    mutating func filterItems() {
        (hidden, hiddenCounts, unhidden) = ([:], [:], FeedItems())
        guard let filter else { return }
        for item in items {
            guard let reason = filter(item), !shownReasons.contains(reason) else { continue }
            hidden[item.id] = reason
            hiddenCounts[reason, default: 0] += 1
        }
        guard !hidden.isEmpty else { return }
        unhidden = items
        unhidden.remove(Array(hidden.keys))
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
