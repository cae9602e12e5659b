/// Filtering: hidden items stay in the list, so that totals, ends and gaps stay correct.
extension FeedContent {
    /// Applies the filter to all items.
    mutating func filterItems() {
        var rule = filter
        if let filter, !shownReasons.isEmpty {
            rule = { [shownReasons] in filter($0).flatMap { shownReasons.contains($0) ? nil : $0 } }
        }
        items.hide(by: rule)
        showVisible()
    }

    /// Updates the visible items, the counts of the hidden ones, and what is shown of gaps.
    mutating func showVisible() {
        (visible, hiddenCounts) = items.withoutHidden()
        (gapPlaces, gapSizes) = openGaps.isEmpty ? ([:], [:]) : (placesOfGaps(), sizesOfGaps())
    }

    /// Returns a hidden stale row; hidden rows are checked as if they were on screen.
    func hiddenStaleRow(except asked: Set<Item.ID>) -> Item.ID? {
        unconfirmed.isEmpty || lastPosition?.page != nil
            ? nil : items.hiddenIDs.first { unconfirmed.contains($0) && !asked.contains($0) }
    }

    /// Returns the row itself, or the next visible row below it if it is hidden.
    func visibleRow(at id: Item.ID?) -> Item.ID? {
        guard let id, !visible.contains(id: id), let index = items.index(id: id) else { return id }
        return items[index...].first { visible.contains(id: $0.id) }?.id
    }

    /// Returns, for each gap with another visible row below it than its own, that row, or `nil` at the end of the list.
    private func placesOfGaps() -> [PageGap<Item.ID>: Item.ID?] {
        guard !hiddenCounts.isEmpty || rules.order != nil else { return [:] }
        return gaps.reduce(into: [:]) { places, gap in
            guard let before = gap.before else { return }
            // With an order of its own, the stretch below the gap may begin with another row.
            let first = rules.order.flatMap { _ in sequence.firstIndex(of: before) }.map { items[$0].id } ?? before
            let shown = visible.contains(id: first) ? first : visibleRow(at: first)
            if shown != before { places[gap] = .some(shown) }
        }
    }
}
