import NoticeBoardBase

/// Which rows are stale: they may be deleted by now, or rows between them may be missing.
extension FeedContent {
    /// Marks all rows below the head as stale if the total after a refresh is too small, or so large that a row is missing there.
    mutating func doubtRows(from index: Int, expecting expected: Int?) {
        // The total may not count pinned rows.
        let counted = sequence.count - walk.pinned.count - newcomers.count
        guard let total else { return }
        let isSmall = total.clampedAdding(rowsMissingFromTotal) < max(expected ?? 0, counted)
        let isLarge = rules.serviceOrder == .fixed && total > expected ?? .max
        checkedTotal = isSmall || isLarge ? total : nil
        guard isSmall || isLarge else { return }
        doubt(sequence[index...])
    }

    /// Returns whether a row may be changed or deleted, because no page has shown it since it was restored or since the last
    /// refresh.
    func isInDoubt(_ id: Item.ID) -> Bool {
        if unconfirmed.contains(id) { return true }
        // With page numbers, the page of a row is unknown.
        return rules.serviceOrder != .moving && lastPosition?.page == nil && !shown.contains(id) && hasPlace(id)
    }

    /// Returns a test for the rows that are in doubt now; it keeps no copy of the rows alive.
    func testForDoubt() -> (Item.ID) -> Bool {
        // With offsets and no total, rows that arrive and go between two requests may leave the list in a wrong order.
        let isSure = rules.serviceOrder != .moving && (total != nil || !usesOffsets)
        return { [unconfirmed, shown, newcomers, pinned = walk.pinned] id in
            if unconfirmed.contains(id) { return true }
            return isSure && !shown.contains(id) && !newcomers.contains(id) && !pinned.contains(id)
        }
    }

    /// Marks rows as stale.
    mutating func doubt(_ rows: some Sequence<Item.ID>) {
        guard rules.serviceOrder != .moving else { return }
        unconfirmed.formUnion(rows)
        unconfirmed.subtract(newcomers)
    }

    /// Marks rows as stale if an older page shows that some were deleted.
    ///
    /// `skippedOver` are the last loaded rows, if the page goes on below a row above them.
    mutating func doubtRows(
        after page: Page<Item>, at position: PagePosition?, _ formerTotal: Int?, _ skippedOver: ArraySlice<Item.ID>
    ) {
        let isSmaller = page.total.flatMap { now in formerTotal.map { now < $0 } } ?? false
        doubt(isSmaller ? sequence[...] : skippedOver)
        confirmRows(of: page, at: position)
    }

    /// Takes the rows of a page out of doubt.
    ///
    /// Where rows may appear in the middle, one may be missing above the first row of a page, or above a row below a new one.
    private mutating func confirmRows(of page: Page<Item>, at position: PagePosition?) {
        let isSure = rules.serviceOrder != .fixed || position.offset ?? 0 <= 0
        var isBelowUnknown = !isSure
        for item in page.items {
            // The row above may have to be inserted yet.
            let isKnown = items.contains(id: item.id)
            defer { isBelowUnknown = rules.serviceOrder == .fixed && !isKnown }
            guard !isBelowUnknown || !isKnown else { continue }
            shown.insert(item.id)
            if !unconfirmed.isEmpty { unconfirmed.remove(item.id) }
        }
    }

    /// The last loaded rows, below the last one that an older page shows again.
    func rowsBelow(_ page: Page<Item>) -> ArraySlice<Item.ID> {
        let known = page.items.last { items.contains(id: $0.id) && !newcomers.contains($0.id) && !walk.pinned.contains($0.id) }
        return known.flatMap { index(of: $0.id) }.map { sequence[($0 + 1)...] } ?? []
    }

    /// Records what a page tells about the service, which rows it confirms, and the cursor that continues it.
    mutating func note(_ page: Page<Item>, at position: PagePosition?) {
        let count = page.items.count + page.skipped.count
        pageSize = max(pageSize, count)
        if let start = position.offset, let total = page.total, count > 0, start.clampedAdding(count) > total {
            isTotalTooSmall = true
        }
        lastPosition = page.next ?? lastPosition
        walk.pinned.formUnion(page.pinnedIDs)
        if !page.skipped.isEmpty || page.pinned > 0 { hidesPlaces = true }
        if !hidesPlaces, !walk.pinned.isEmpty, !page.items.isEmpty {
            // Undeclared pinned rows lead every page.
            walk.pinned.formIntersection(page.items.map { $0.id }.prefix(while: walk.pinned.contains))
        }
        confirmRows(of: page, at: position)
        noteCursor(of: page)
    }

    /// Records the cursor that continues a page.
    mutating func noteCursor(of page: Page<Item>) {
        guard let last = page.items.last?.id, hasPlace(last), !page.endsBroken, page.next?.cursor != nil else { return }
        cursorsAfter[last] = page.next
        // The list has grown at its end.
        if rules.serviceOrder == .fixed, walk.end == .lastPage, last == sequence.last, page.next?.cursor != rules.paging.endMark {
            (walk.end, walk.position, walk.lastID) = (nil, page.next, last)
        }
    }

    /// Returns the stale rows, the nearest to the anchor first: the ones below it, then the ones above.
    func staleRows(except asked: Set<Item.ID>) -> [Item.ID] {
        // With page numbers, the page of a row is unknown.
        guard !unconfirmed.isEmpty, lastPosition?.page == nil else { return [] }
        let start = anchor.flatMap(index) ?? 0
        return (sequence[start...] + sequence[..<start].reversed()).filter { unconfirmed.contains($0) && !asked.contains($0) }
    }
}
