/// What is shown of the rows: hidden items stay in the list, so that totals, ends and gaps stay correct.
extension FeedContent {
    /// The items that are not hidden.
    var visible: FeedItems<Item> { shown.items }
    /// The number of hidden items by reason.
    var hiddenCounts: [HiddenReason: Int] { shown.hiddenCounts }
    /// The visible rows below gaps, where these differ from the gaps' own.
    var gapPlaces: [PageGap<Item.ID>: Item.ID?] { shown.gapPlaces }
    /// The numbers of items missing in gaps.
    var gapSizes: [PageGap<Item.ID>: Int] { shown.gapSizes }

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
        (shown.items, shown.hiddenCounts) = items.withoutHidden()
        shown.gapPlaces = list.hasGaps ? rowsBelowGaps() : [:]
        shown.gapSizes = list.hasGaps ? sizesOfGaps() : [:]
    }

    /// Returns the row itself, or the next visible row below it if it is hidden.
    func visibleRow(at id: Item.ID?) -> Item.ID? {
        guard let id, !visible.contains(id: id), let index = items.index(id: id) else { return id }
        return items[index...].first { visible.contains(id: $0.id) }?.id
    }

    /// Returns, for each gap with another visible row below it than its own, that row, or `nil` at the end of the list.
    private func rowsBelowGaps() -> [PageGap<Item.ID>: Item.ID?] {
        guard !hiddenCounts.isEmpty || rules.order != nil else { return [:] }
        var rows: [PageGap<Item.ID>: Item.ID?] = [:]
        for (number, gap) in gaps.enumerated() {
            guard let before = gap.before else { continue }
            // With an order of its own, the stretch below the gap may begin with another row.
            let first = rules.order == nil ? before : items[list.start(of: number + 1)].id
            let shown = visible.contains(id: first) ? first : visibleRow(at: first)
            if shown != before { rows[gap] = .some(shown) }
        }
        return rows
    }

    // MARK: - The list's end

    private var distance: Int { max(rules.prefetchDistance, 1) }

    /// Returns the number of visible rows below a row near the end, in the service's order; `nil` further up.
    func rowsBelow(_ id: Item.ID) -> Int? {
        guard let slot = items.slot(of: id) else { return nil }
        let hidesRows = !shown.hiddenCounts.isEmpty
        var below = 0
        for stretch in list.stretches.reversed() {
            for row in stretch.rows.reversed() where !hidesRows || !items.isHidden(row.slot) {
                if row.slot == slot { return below }
                below += 1
                if below == distance { return nil }
            }
        }
        return nil
    }

    /// Returns whether a row is near the end of a display order that differs from the service's.
    func isNearShownEnd(_ id: Item.ID) -> Bool {
        rules.order != nil && visible.suffix(distance).contains { $0.id == id }
    }
}
