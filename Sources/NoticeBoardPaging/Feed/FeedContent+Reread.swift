import NoticeBoardBase

/// The reload of a row in doubt, and where to look for the row.
struct FeedReread<ID: Hashable & Sendable>: Sendable {
    /// The row in doubt.
    let id: ID
    /// The position of the page that may show the row.
    var position: PagePosition?
    /// The row that the page follows: a cursor says so, or it is the last one of the page before, which names this position.
    var above: ID?
    /// The number of pages that may still be requested.
    var left: Int
}

/// The reload of rows in doubt: where to look for a row, and what the page proves.
///
/// A page on which a row has moved removes nothing.
extension FeedContent {
    // MARK: - Where to look

    /// The number of rows to load above a row in doubt, to prove its position.
    private var lead: Int { min(max(walk.stride / 4, 1), 3) }

    /// Starts to reload a row; `nil` if its position is unknown.
    func reread(_ id: Item.ID, left: Int) -> FeedReread<Item.ID>? {
        guard let index = index(of: id), let number = list.stretch(at: index) else { return nil }
        var reread = FeedReread(id: id, left: left)
        if walk.position?.cursor != nil || !facts.cursors.isEmpty {
            // A cursor leads only down, so start from the nearest one above.
            let rows = list.stretches[number].rows[..<(index - list.start(of: number))]
            let above = rows.last { $0.hasPlace && leadsToItems($0) }
            if above == nil, number > 0 { return nil }
            reread.above = above.map { self.id(of: $0.slot) }
            reread.position = above?.cursor.map { facts.cursors[Int($0)] }
            return reread
        }
        guard usesOffsets else { return number == 0 && walk.position == nil ? reread : nil }
        guard let offset = offset(at: index) else { return nil }
        let above = isReadUpwards(at: index) ? max(facts.pageSize - 2, lead) : lead
        let end = facts.isTotalTooSmall ? .max : total ?? .max
        reread.position = .offset(max(0, min(offset, end, endOffset ?? .max) - above))
        return reread
    }

    /// Returns whether a row has a cursor that was not answered with an empty page.
    private func leadsToItems(_ row: FeedRow) -> Bool {
        row.cursor.map { !isBelowLastItems(facts.cursors[Int($0)], total) } ?? false
    }

    /// The offset at which the list ends, if an empty page showed it.
    private var endOffset: Int? {
        guard let empty = facts.emptyPages, empty.total == total else { return nil }
        return empty.positions.compactMap { Optional($0).offset }.min()
    }

    /// Returns whether the rows below a row are known to exist and the ones above are not: then a page should end with it.
    private func isReadUpwards(at index: Int) -> Bool {
        let rows = list.rows
        guard index > 0, index + 1 < rows.count, !hasDoubt else { return false }
        return isInDoubt(id(of: rows[index - 1].slot)) && !isInDoubt(id(of: rows[index + 1].slot))
    }

    // MARK: - Comparing with a page

    /// Compares a page with the rows around a row in doubt; returns where to look next, or `nil` to stop.
    mutating func compare(_ page: Page<Item>, for reread: FeedReread<Item.ID>) -> FeedReread<Item.ID>? {
        note(page, at: reread.position)
        confirmRows(of: page, at: reread.position)
        let newcomers = takeNewcomers(shownBy: page)
        let shown = recheck(page, for: reread, Set(newcomers.map(\.slot)))
        // The page does not show a place of these.
        list.insertAtHead(newcomers.filter { list.row($0.slot) == nil })
        showRows()
        if rules.serviceOrder == .fixed { confirmRows(of: page, at: reread.position) }
        // Only a reload of all rows that this total has caused shows how many rows it leaves out.
        if let total, total == facts.checkedTotal, !hasDoubt { facts.rowsBeyondTotal = list.count.clampedAdding(-total) }
        guard let shown, !shown.hasMoved, isInDoubt(reread.id), reread.left > 1 else { return nil }
        return next(after: page, shown, reread)
    }

    /// Takes the newcomers that a page shows out of the list: the page decides where they are.
    private mutating func takeNewcomers(shownBy page: Page<Item>) -> [FeedRow] {
        guard newcomerCount > 0 else { return [] }
        let slots = Set(page.items.compactMap { items.slot(of: $0.id) })
        return list.takeOut { $0.isNewcomer && slots.contains($0.slot) }
    }

    /// Merges a page with the stretch around a row in doubt; returns what the page shows.
    ///
    /// `newcomers` are those that the page shows.
    private mutating func recheck(_ page: Page<Item>, for reread: FeedReread<Item.ID>, _ newcomers: Set<Int>) -> Comparison? {
        guard let index = index(of: reread.id), let number = list.stretch(at: index) else { return nil }
        let isLast = number == list.lowest
        // Only a cursor says that the rows of a page still follow that row.
        let follows = reread.position?.cursor != nil || page.items.isEmpty
        let evidence = evidence(
            of: page, at: reread.position, below: follows ? reread.above : nil, as: .reread, isTop: number == 0, isLast: isLast)
        let rows = list.stretches[number].rows
        var comparison = Comparison(rows, as: .reread, mergeRules)
        comparison.isBelowGap = number > 0
        comparison.compare(evidence, arrivals: newcomers)
        var misplaced: Set<Int> = []
        if comparison.hasMoved, facts.pins.isEmpty, !isOutdated {
            // Rows of unknown order go where the page shows them.
            misplaced = misplacedSlots(evidence, rows, isBelowGap: number > 0)
            var others = rows
            _ = others.takeOut { misplaced.contains($0.slot) }
            var second = Comparison(others, as: .reread, mergeRules)
            second.isBelowGap = number > 0
            second.compare(evidence, arrivals: newcomers.union(misplaced))
            let isShown = misplaced.isSubset(of: second.spans.flatMap(\.new) + second.below.new)
            guard !misplaced.isEmpty, !second.hasMoved, isShown else { return comparison }
            comparison = second
        }
        if !comparison.hasMoved { linkLikelyRows(shownBy: page.items) }
        for item in page.items { replace(item) }
        if let now = page.total, now >= 0 { total = now }
        guard !comparison.hasMoved, !isOutdated else { return comparison }
        // A misplaced row may be the last one, rows were added at the end, or a total that is too small has ended the list.
        let goesOn = facts.isTotalTooSmall || rules.serviceOrder == .fixed && page.next?.cursor != nil
        let hasGrown = isLast && walk.end == .lastPage && goesOn
        if let lowest = comparison.below.new.lastIndex(where: { hasGrown || misplaced.contains($0) }) {
            comparison.insertBelow(lowest + 1)
        }
        carryOut(comparison, in: number, page)
        noteCursor(of: page)
        continueBelowLowestRow(of: page, at: reread.position)
        return comparison
    }

    /// Returns the fewest rows that a page shows elsewhere, if their order was not known.
    private func misplacedSlots(_ evidence: Evidence, _ rows: [FeedRow], isBelowGap: Bool) -> Set<Int> {
        let indices = rows.indices(of: evidence.slots)
        let shown = evidence.slots.compactMap { indices[$0] }.filter { rows[$0].hasPlace }
        guard let first = shown.min(), let last = shown.max(), rules.serviceOrder != .moving,
            rows[first...last].dropFirst().contains(where: { !$0.link.isOrdered })
        else { return [] }
        let kept = Set(Comparison.inOrder(shown))
        // The row below a gap stays: it identifies the gap.
        return Set(shown.filter { !kept.contains($0) && (!isBelowGap || $0 > 0) }.map { rows[$0].slot })
    }

    /// Carries out what a page shows in a stretch, and moves the walk below it.
    private mutating func carryOut(_ comparison: Comparison, in number: Int, _ page: Page<Item>) {
        let wasLast = number == list.lowest
        let merge = Merge(comparison)
        let gone = merge.gone.count
        let come = merge.come.count { $0 < 0 || list.row($0) == nil }
        if merge.unlinksBelow, !wasLast { unlinkFirst(of: number + 1) }
        list.setRows(resolve(merge.rows, page), of: number)
        guard gone > 0 || come > 0 else { return }
        // The total counts newcomers already.
        if page.total == nil { changeTotal(by: merge.come.count { $0 < 0 } - gone) }
        guard wasLast, number == list.lowest else { return walk.lost(gone - come, first: firstOfWalk) }
        guard walk.end != nil, !mayHaveGrown(to: total) else { return moveWalk(total: page.total == nil ? nil : total) }
        walk.progress = PageProgress(loaded: list.count, total: total)
    }

    /// Returns where to look for a row after a page that neither showed it nor proved its deletion.
    private func next(after page: Page<Item>, _ shown: Comparison, _ reread: FeedReread<Item.ID>) -> FeedReread<Item.ID>? {
        var next = reread
        next.left -= 1
        let last = shown.last.map { $0.slot < 0 ? page.items[~$0.slot].id : id(of: $0.slot) }
        // After an empty page, the one above shows where the list ends.
        let isEmpty = page.items.isEmpty && page.skipped.isEmpty && page.next == nil
        if isEmpty, reread.position?.cursor != nil {
            let above = self.reread(reread.id, left: next.left)
            return above?.position == reread.position ? nil : above
        }
        guard let offset = reread.position.offset, page.next?.cursor == nil, page.next?.page == nil else {
            // Below unknown rows and undecodable elements, the next page proves nothing about this one.
            guard let position = page.next, position.cursor != nil, position != reread.position, !page.endsBroken,
                page.items.last?.id == last || page.items.isEmpty
            else { return nil }
            next.position = position
            next.above = last ?? reread.above
            return next
        }
        if isEmpty, offset > 0 {
            next.position = .offset(max(0, offset - max(facts.pageSize - 1, 1)))
            return next
        }
        guard let first = shown.first, let top = list.index(of: first.slot), let bottom = last.flatMap(index),
            let index = index(of: reread.id)
        else { return nil }
        if bottom < index, page.next != nil {
            // The service may name a next page although there is none: only an empty page shows that the list ends here.
            if let following = page.next, page.next.offset ?? 0 >= total ?? .max, page.items.last?.id == last {
                next.position = following
                next.above = last
                return next
            }
            // If the list ends before its total, a page that is shorter than others is probably the last one with items.
            let endsEarly = endOffset ?? .max < total ?? 0
            let isShort = page.items.count + page.skipped.count < facts.pageSize
            // The next page begins with the last row shown. If that is the only one, a longer page may show the row below it.
            let step = shown.last?.element ?? 0
            next.position = .offset(offset.clampedAdding(isShort ? step : max(step, 1)))
            if endsEarly, isShort { next.position = page.next }
            return next
        }
        guard top >= index, offset > 0 else { return nil }
        // If the row may be on the page that ends with the first row shown, this page also shows whether the row is gone.
        let isNear = top - index < facts.pageSize
        let end = offset.clampedAdding(first.element - facts.pageSize + 1)
        let above = (offset - (top - index)).clampedAdding(-max(walk.stride - 2, lead))
        next.position = .offset(max(0, isNear ? max(above, end) : above))
        return next
    }
}
