/// Finding the rows above a gap, or above the next page, again: the list has moved, or the service refuses a cursor.
extension FeedContent {
    /// Lets the walk into a gap look for its last rows where the change of the total has moved them.
    mutating func adjustWalk(into gap: PageGap<Item.ID>) {
        guard let number = stretch(aboveGap: gap.before) else { return }
        var walk = list.stretches[number].walk
        walk.follow(total)
        list.setWalk(walk, of: number)
    }

    // MARK: - Refused cursors

    /// Forgets a cursor that the service refuses.
    mutating func forget(_ cursor: PagePosition) {
        let cursors = facts.cursors
        list.mark { rows in
            rows.forEachRow { row in
                if let number = row.cursor, cursors[Int(number)] == cursor { row.cursor = nil }
            }
        }
    }

    /// Lets the walk into the gap below a stretch begin at the nearest cursor above, or at the head, because its own position was
    /// refused; returns `false` if it has no cursor.
    mutating func stepBackAboveGap(below number: Int) -> Bool {
        guard let refused = list.stretches[number].walk.position, refused.cursor != nil else { return false }
        forget(refused)
        var walk = walkFromCursor(among: list.rows[..<list.start(of: number + 1)], rulesOfGaps)
        // Below a row of the stretch itself, pages continue the stretch.
        if list.stretches[number].rows.contains(where: { $0.cursor != nil }) { walk.isReturning = false }
        list.setWalk(walk, of: number)
        return true
    }

    /// Lets the list continue at the nearest cursor above its end, because its position was refused; returns `false` if none is
    /// left.
    mutating func stepBackFromEnd() -> Bool {
        guard let refused = walk.position, refused.cursor != nil else { return false }
        forget(refused)
        let rows = list.stretches[list.lowest].rows
        guard rows.contains(where: { $0.cursor != nil }) else { return false }
        continueList(as: walkFromCursor(among: rows[...], rules.paging))
        return true
    }

    /// Returns a walk from the lowest cursor of some rows, or from the head.
    private func walkFromCursor(among rows: ArraySlice<FeedRow>, _ rules: PagingRules) -> PageWalk<Item> {
        var bookmark = PageBookmark<Item.ID>(total: total)
        if let row = rows.last(where: { $0.cursor != nil }), let number = row.cursor {
            bookmark.position = facts.cursors[Int(number)]
            bookmark.recent = [id(of: row.slot)]
        }
        var walk = PageWalk<Item>(rules: rules, from: bookmark, known: nil)
        walk.isReturning = true
        return walk
    }
}
