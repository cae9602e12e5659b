import NoticeBoardBase

/// New items above the loaded ones.
extension PageWalk {
    /// Returns how many items at the top of a page are above everything loaded: the list's first item follows them.
    ///
    /// Without a total, the item after it must be known, too: a single one may be pinned.
    private func leading(_ page: Page<Item>, at offset: Int, _ total: Int?) -> Int {
        // Skip the search if the total shows that fewer items than `offset` have arrived.
        let grown = total.flatMap { total in progress.total.map { total - $0 } }
        guard grown?.clampedAdding(cameAbove) ?? .max > offset, let first, let known = page.items.firstIndex(where: isPlaced),
            page.items[known].id == first
        else { return 0 }
        if grown != nil { return known }
        let next = known + 1
        return next == page.items.count || isPlaced(page.items[next]) ? known : 0
    }

    /// Counts the new items above, and returns how many of them lead the page.
    ///
    /// The last item of the previous page shows how far it has moved down.
    mutating func countAbove(_ page: Page<Item>, _ total: Int?) -> Int {
        guard pages > 0, let offset, !page.items.isEmpty else { return 0 }
        var top = 0
        // A page requested again at the same offset proves nothing.
        let isElsewhere = reached != offset.clampedAdding(previous.count)
        while page.skipped.isEmpty, isElsewhere, top < min(page.items.count, previous.count),
            page.items[top].id == previous[top].id
        {
            top += 1
        }
        // Only if the pages differ further down; a page repeated as a whole was pushed down.
        if top < min(page.items.count, previous.count) {
            for item in page.items[..<top] { pinned.insert(item.id) }
            recent = Self.apart(recent, from: pinned)
        } else {
            top = 0
        }
        let leading = leading(page, at: offset, total)
        if leading > 0 {
            cameAbove = max(cameAbove, offset.clampedAdding(leading - max(page.pinned, 0)))
            return page.items[..<leading].count { !seen.contains($0.id) }
        } else if let reached, let lastID, let index = page.items.lastIndex(where: { $0.id == lastID }) {
            cameAbove = cameAbove.clampedAdding(max(0, offset.clampedAdding(index + 1 - top).clampedAdding(-reached)))
        }
        return 0
    }
}
