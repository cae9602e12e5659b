import NoticeBoardBase

/// The reload of a stale row, and where to look for it.
struct FeedReread<ID: Hashable & Sendable>: Sendable {
    /// The stale row.
    let id: ID
    /// The position of the page that may show it.
    var position: PagePosition?
    /// The row that the page follows, if a cursor says so.
    var above: ID?
    /// The number of pages that may still be requested.
    var left: Int
}

/// Stale rows: reloads them, and removes the rows that the service no longer has.
///
/// A page on which a row has moved removes nothing.
extension FeedContent {
    // MARK: - Locating stale rows

    /// Returns a row's index in the service's order; uses the faster display index if both orders are the same.
    func index(of id: Item.ID) -> Int? {
        if rules.order == nil { return items.index(id: id) }
        return items.contains(id: id) ? sequence.firstIndex(of: id) : nil
    }

    /// Returns the range around an index that has no gap inside.
    func stretch(around index: Int) -> Range<Int> {
        let edges = gaps.compactMap { $0.before.flatMap(self.index) }
        return (edges.filter { $0 <= index }.max() ?? 0)..<(edges.filter { $0 > index }.min() ?? sequence.count)
    }

    /// The number of rows to load above a stale row, to prove its position.
    private var lead: Int { min(max(walk.stride / 4, 1), 3) }

    /// Starts to reload a row; `nil` if its position is unknown.
    func reread(_ id: Item.ID, left: Int) -> FeedReread<Item.ID>? {
        guard let index = index(of: id) else { return nil }
        let stretch = stretch(around: index)
        var reread = FeedReread(id: id, left: left)
        guard walk.position?.cursor == nil, cursorsAfter.isEmpty else {
            // A cursor leads only down, so start from the nearest one above.
            let above = sequence[stretch.lowerBound..<index].last { cursorsAfter[$0] != nil && hasPlace($0) }
            if above == nil, stretch.lowerBound > 0 { return nil }
            (reread.above, reread.position) = (above, above.flatMap { cursorsAfter[$0] })
            return reread
        }
        guard usesOffsets else { return stretch.lowerBound == 0 && walk.position == nil ? reread : nil }
        guard let offset = offset(at: index, in: stretch) else { return nil }
        let above = isReadUpwards(at: index) ? max(pageSize - 2, lead) : lead
        reread.position = .offset(max(0, min(offset, total ?? .max) - above))
        return reread
    }

    /// Returns whether the rows below a row are known to exist and the ones above are not: then a page should end with it.
    private func isReadUpwards(at index: Int) -> Bool {
        guard index > 0, index + 1 < sequence.count, unconfirmed.isEmpty else { return false }
        return isInDoubt(sequence[index - 1]) && !isInDoubt(sequence[index + 1])
    }

    /// Returns the service's offset of a row, counted from the head or from the bookmark below its stretch.
    func offset(at index: Int, in stretch: Range<Int>) -> Int? {
        guard stretch.lowerBound > 0 || gap(above: sequence.first) != nil else {
            // Undecodable elements are assumed to be evenly distributed. Without a total, the list's end is unknown.
            let broken = total == nil ? 0 : Int(Double(skipped) * Double(index) / Double(sequence.count))
            return index.clampedAdding(newItemCount).clampedAdding(broken)
        }
        let isLast = stretch.upperBound == sequence.count
        let way = isLast ? walk : openGaps.first { $0.edges.before == sequence[stretch.upperBound] }?.walk
        if isLast, walk.end != nil { return total.map { $0 - sequence.count + index } }
        // A stored offset is untrusted input.
        return way.flatMap(offset).map { max(0, $0.clampedAdding(index - stretch.upperBound)) }
    }

    /// Returns the offset where a walk continues in the list as it is now: rows that came since its last page came above.
    func offset(of walk: PageWalk<Item>) -> Int? {
        guard case .offset(let offset)? = walk.bookmark.position else { return nil }
        return offset.clampedAdding(total.flatMap { now in walk.progress.total.map { now - $0 } } ?? 0)
    }

    // MARK: - Comparing with a page

    /// Compares a page with the rows around a stale one; returns where to look next, or `nil` to stop.
    mutating func compare(_ page: Page<Item>, for reread: FeedReread<Item.ID>) -> FeedReread<Item.ID>? {
        note(page, at: reread.position)
        let arrived = page.items.filter { newcomers.contains($0.id) }
        takeAway(arrived.map { $0.id })
        defer {
            // The page does not show a place of these.
            putBack(arrived.filter { !items.contains(id: $0.id) })
        }
        guard let index = index(of: reread.id) else { return nil }
        var stretch = stretch(around: index)
        var seen = sighting(of: page, at: reread.position, below: reread.above, in: stretch)
        let misplaced = seen.hasMoved && walk.pinned.isEmpty && !isOutdated ? misplacedRows(of: page, in: stretch) : []
        if !misplaced.isEmpty {
            let former = self
            takeAway(misplaced.map { $0.id })
            stretch = stretch.lowerBound..<stretch.upperBound - misplaced.count
            seen = sighting(of: page, at: reread.position, below: reread.above, in: stretch)
            let shown = Set((seen.edits.flatMap { $0.new } + seen.rest).map { $0.id })
            guard !seen.hasMoved, misplaced.allSatisfy({ shown.contains($0.id) }) else {
                self = former
                return nil
            }
        }
        if !seen.hasMoved { proveSeams(by: page.items) }
        for item in page.items { replace(item) }
        let isSure = !seen.hasMoved && !isOutdated
        if let now = page.total, now >= 0 { total = now }
        if isSure {
            let isLast = stretch.upperBound == sequence.count
            // A misplaced row may be the last one, or rows were added at the end.
            let hasGrown = isLast && rules.serviceOrder == .fixed && walk.end == .lastPage && page.next?.cursor != nil
            let last = seen.rest.lastIndex { item in hasGrown || misplaced.contains { $0.id == item.id } }
            if let last {
                let (place, rest) = (stretch.upperBound, Array(seen.rest[...last]))
                seen.edits.append(Edit(range: place..<place, new: rest, open: .below))
            }
            carryOut(seen.edits, isLast: isLast, page)
            noteCursor(of: page)
        }
        // Only a reload of all rows that this total has caused shows how many rows it leaves out.
        if unconfirmed.isEmpty, let total, total == checkedTotal { rowsMissingFromTotal = max(0, sequence.count - total) }
        guard !seen.hasMoved, isInDoubt(reread.id) else { return nil }
        return reread.left > 1 ? next(after: page, seen, reread) : nil
    }

    /// Returns the fewest rows that a page shows elsewhere, if their order was not known.
    private func misplacedRows(of page: Page<Item>, in stretch: Range<Int>) -> [Item] {
        let rows = page.items.filter { hasPlace($0.id) && index(of: $0.id).map(stretch.contains) ?? false }
        let places = rows.compactMap { index(of: $0.id) }
        guard let first = places.min(), let last = places.max(), rules.serviceOrder != .moving,
            sequence[first...last].dropFirst().contains(where: unlinked.contains)
        else { return [] }
        let kept = Set(inOrder(places))
        return zip(rows, places).filter { !kept.contains($1) && gap(above: $0.id) == nil }.map { $0.0 }
    }

    /// Returns where to look for a row after a page that neither showed it nor proved its deletion.
    private func next(
        after page: Page<Item>, _ seen: Sighting, _ reread: FeedReread<Item.ID>
    ) -> FeedReread<Item.ID>? {
        var next = reread
        next.left -= 1
        guard let offset = reread.position.offset, page.next?.cursor == nil, page.next?.page == nil else {
            // Below unknown rows and undecodable elements, the next page proves nothing about this one.
            guard let position = page.next, position.cursor != nil, position != reread.position, !page.endsBroken,
                page.items.last?.id == seen.last?.id || page.items.isEmpty
            else { return nil }
            next.position = position
            next.above = seen.last?.id ?? reread.above
            return next
        }
        guard let first = seen.first, let last = seen.last, let index = index(of: reread.id),
            let top = self.index(of: first.id),
            let bottom = self.index(of: last.id)
        else { return nil }
        if bottom < index, page.next != nil {
            next.position = .offset(offset.clampedAdding(max(last.element, 1)))
        } else if top >= index, offset > 0 {
            next.position = .offset(max(0, offset - (top - index) - max(walk.stride - 2, lead)))
        } else {
            return nil
        }
        return next
    }
}
