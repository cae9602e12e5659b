/// Filtering: hidden items stay in the list, so that totals, ends and gaps stay correct.
extension FeedContent {
    /// The items that are not hidden.
    var visible: FeedItems<Item> { hidden.isEmpty ? items : unhidden }

    /// Applies the filter to all items.
    mutating func filterItems() {
        hidden = [:]
        judge(items)
        showVisible()
    }

    /// Applies the filter to some items.
    mutating func judge(_ some: some Sequence<Item>) {
        guard let filter else { return }
        for item in some {
            let reason = filter(item).flatMap { shownReasons.contains($0) ? nil : $0 }
            if reason != nil || !hidden.isEmpty { hidden[item.id] = reason }
        }
    }

    /// Rebuilds the visible items and the counts of the hidden ones.
    mutating func showVisible() {
        guard !hidden.isEmpty || !hiddenCounts.isEmpty else { return }
        hidden = hidden.filter { items.contains(id: $0.key) }
        hiddenCounts = hidden.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        unhidden = hidden.isEmpty ? FeedItems() : items.hiding(hidden.keys)
    }

    /// Returns a hidden stale row; hidden rows are checked as if they were on screen.
    func hiddenStaleRow(except asked: Set<Item.ID>) -> Item.ID? {
        unconfirmed.isEmpty ? nil : hidden.keys.first { unconfirmed.contains($0) && !asked.contains($0) }
    }

    /// Returns the row itself, or the next visible row below it if it is hidden.
    func visibleRow(at id: Item.ID?) -> Item.ID? {
        guard let id, hidden[id] != nil, let index = items.index(id: id) else { return id }
        return items[index...].first { hidden[$0.id] == nil }?.id
    }

    /// For each gap with a hidden row below it: the next visible row, or `nil` at the end of the list.
    var gapPlaces: [PageGap<Item.ID>: Item.ID?] {
        guard !hidden.isEmpty else { return [:] }
        return gaps.reduce(into: [:]) { places, gap in
            if let before = gap.before, hidden[before] != nil { places[gap] = .some(visibleRow(at: before)) }
        }
    }
}
