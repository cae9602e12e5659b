import NoticeBoardBase

/// What pages tell of the service, and which rows are in doubt: they may be deleted by now, or rows between them may be missing.
extension FeedContent {
    // MARK: - What a page tells

    /// Records what a page tells about the service, and the cursor that continues it.
    mutating func note(_ page: Page<Item>, at position: PagePosition?) {
        let count = page.items.count + page.skipped.count
        facts.pageSize = max(facts.pageSize, count)
        if let start = position.offset, let total = page.total, count > 0, start.clampedAdding(count) > total {
            facts.isTotalTooSmall = true
        }
        facts.lastPosition = page.next ?? facts.lastPosition
        noteEmptyPage(page, at: position)
        if !page.skipped.isEmpty || page.pinned > 0 { facts.hidesPlaces = true }
        setPins(facts.pins.union(page.pinnedIDs))
        noteCursor(of: page)
    }

    /// Records an empty page, if the service reports a total, which shows later whether the list is the same.
    private mutating func noteEmptyPage(_ page: Page<Item>, at position: PagePosition?) {
        guard let position, let total = page.total, page.storedAt == nil else { return }
        guard page.items.isEmpty, page.skipped.isEmpty, page.next == nil else {
            facts.emptyPages?.positions.remove(position)
            return
        }
        if facts.emptyPages?.total != total { facts.emptyPages = ServiceFacts<Item.ID>.EmptyPages(total: total) }
        facts.emptyPages?.positions.insert(position)
    }

    /// Returns whether the position that a page names was answered with an empty page, while the list was the same.
    func isBelowLastItems(_ next: PagePosition?, _ total: Int?) -> Bool {
        guard let empty = facts.emptyPages, let next else { return false }
        return empty.total == total && empty.positions.contains(next)
    }

    /// Marks pinned rows, whose places pages do not show.
    mutating func setPins(_ pins: Set<Item.ID>) {
        guard pins != facts.pins else { return }
        facts.pins = pins
        let slots = Set(pins.compactMap(items.slot))
        list.mark { rows in
            rows.forEachRow { row in
                guard !row.isNewcomer else { return }
                row.origin = slots.contains(row.slot) ? .pin : .page
                if row.origin == .pin { row.cursor = nil }
            }
        }
    }

    /// Records the cursor that continues a page, once its last row is loaded.
    mutating func noteCursor(of page: Page<Item>) {
        guard let next = page.next, !page.endsBroken, let last = page.items.last?.id, let slot = items.slot(of: last) else {
            return
        }
        if next.cursor != nil { setCursor(next, below: slot) }
        reopenEnd(page, next, slot)
    }

    /// Continues a list that has ended at a row although a page names a next one: it has grown, or a total was too small.
    private mutating func reopenEnd(_ page: Page<Item>, _ next: PagePosition, _ slot: Int) {
        guard walk.end == .lastPage, let lowest = list.stretches[list.lowest].rows.last, lowest.slot == slot, lowest.hasPlace,
            page.storedAt == nil, !isBelowLastItems(next, page.total)
        else { return }
        if case .offset = next, facts.isTotalTooSmall { return moveWalk(total: page.total) }
        guard rules.serviceOrder == .fixed, let cursor = next.cursor, cursor != rules.paging.endMark else { return }
        walk.end = nil
        walk.position = next
        walk.lastID = id(of: slot)
    }

    /// Records where a cursor service continues below a row.
    mutating func setCursor(_ next: PagePosition, below slot: Int) {
        guard let row = list.row(slot), row.hasPlace, row.cursor.map({ facts.cursors[Int($0)] }) != next else { return }
        let number = Int32(facts.cursors.count)
        facts.cursors.append(next)
        list.mark([slot]) { $0.cursor = number }
        if facts.cursors.count.isMultiple(of: 256) { compactCursors() }
    }

    /// Forgets the cursors that no row has any more.
    private mutating func compactCursors() {
        var cursors: [PagePosition] = []
        let former = facts.cursors
        list.mark { rows in
            rows.forEachRow { row in
                guard let number = row.cursor else { return }
                cursors.append(former[Int(number)])
                row.cursor = Int32(cursors.count - 1)
            }
        }
        facts.cursors = cursors
    }

    // MARK: - Confirming rows

    /// Returns the rows of a page that it takes out of doubt.
    ///
    /// Where rows may appear in the middle, these are the rows that follow the same row on the page and in the list: above the
    /// others, one may be missing. A merge may make two rows neighbors, so that pages are looked at before and after it.
    func confirmedSlots(of page: Page<Item>, at position: PagePosition?) -> [Int] {
        let known = items.knownSlots(of: page.items)
        guard rules.serviceOrder == .fixed else { return known }
        let rows = list.rows
        let indices = rows.indices(of: known)
        var slots: [Int] = []
        var isTop = position == nil || position.offset == 0
        // The page continues the row that has its cursor.
        var above = position?.cursor == nil ? nil : rows.lastIndex { $0.cursor.map { facts.cursors[Int($0)] } == position }
        for item in page.items where !facts.pins.contains(item.id) {
            let slot = items.slot(of: item.id)
            let index = slot.flatMap { indices[$0] }.flatMap { rows[$0].hasPlace ? $0 : nil }
            if let slot, let index {
                if isTop || above != nil && above == rows.indexAbove(index) { slots.append(slot) }
            }
            isTop = false
            above = index
        }
        return slots
    }

    /// Takes the rows of a page out of doubt, unless it was stored before they were loaded.
    mutating func confirmRows(of page: Page<Item>, at position: PagePosition?) {
        guard !isOutdated else { return }
        confirm(confirmedSlots(of: page, at: position))
    }

    /// Takes rows out of doubt.
    mutating func confirm(_ slots: [Int]) {
        list.mark { $0.confirm(slots) }
    }

    // MARK: - Doubting rows

    /// Returns whether a row may be changed or deleted, because no page has shown it since it was restored or since the last
    /// refresh.
    func isInDoubt(_ id: Item.ID) -> Bool {
        guard let row = row(id) else { return false }
        if row.existence == .inDoubt { return true }
        return row.existence == .unconfirmed && row.hasPlace && rules.serviceOrder != .moving && !facts.numbersPages
    }

    /// What a page that shows a part of the list may prove.
    var mergeRules: MergeRules {
        var rules = MergeRules(order: self.rules.serviceOrder)
        rules.hasPins = !facts.pins.isEmpty
        rules.hidesPlaces = facts.hidesPlaces
        // With offsets and no total, rows that arrive and go between two requests may leave the list in a wrong order.
        let isSure = self.rules.serviceOrder != .moving && (total != nil || !usesOffsets)
        rules.removable = isSure ? .unconfirmed : .inDoubt
        if isOutdated { rules.removable = nil }
        return rules
    }

    /// Puts rows in doubt.
    mutating func doubt(_ slots: some Sequence<Int>) {
        guard rules.serviceOrder != .moving else { return }
        list.mark(slots) { row in
            if !row.isNewcomer { row.existence = .inDoubt }
        }
    }

    /// Puts the rows from an index on in doubt.
    mutating func doubtRows(from index: Int) {
        guard rules.serviceOrder != .moving else { return }
        var start = index
        list.mark { rows in
            for index in max(start, 0)..<max(rows.count, max(start, 0)) where !rows[index].isNewcomer {
                rows[index].existence = .inDoubt
            }
            start -= rows.count
        }
    }

    /// Puts all rows below the head in doubt if the total after a refresh is too small, or so large that a row is missing there.
    ///
    /// `wasComplete` says whether the list was loaded to its end before.
    mutating func doubtRows(from index: Int, expecting expected: Int?, wasComplete: Bool) {
        guard let total else { return }
        // The total may not count pinned rows.
        let counted = list.count - facts.pins.count - newcomerCount
        let isSmall = total.clampedAdding(max(facts.rowsBeyondTotal, 0)) < max(expected ?? 0, counted)
        let least = wasComplete ? counted.clampedAdding(-min(facts.rowsBeyondTotal, 0)) : .max
        let isLarge = rules.serviceOrder == .fixed && total > min(expected ?? .max, least)
        facts.checkedTotal = isSmall || isLarge ? total : nil
        if isSmall || isLarge { doubtRows(from: index) }
    }

    /// The number of newcomers.
    var newcomerCount: Int { list.stretches.reduce(0) { $0 + $1.rows.newcomerCount } }
    /// Whether a row is in doubt.
    var hasDoubt: Bool { list.stretches.contains { $0.rows.contains { $0.existence == .inDoubt } } }

    /// The rows in doubt below which no other row is loaded.
    var lastRowsInDoubt: [Item.ID] {
        let rows = list.stretches[list.lowest].rows.filter { !$0.isNewcomer }
        return rows.reversed().prefix { $0.existence == .inDoubt }.reversed().map { id(of: $0.slot) }
    }

    /// Returns the rows in doubt of the stretches above and below a gap.
    func rowsInDoubt(beside gap: PageGap<Item.ID>) -> [Item.ID] {
        guard let number = stretch(aboveGap: gap.before) else { return [] }
        let rows = list.stretches[number...number + 1].flatMap(\.rows)
        return rows.filter { $0.existence == .inDoubt }.map { id(of: $0.slot) }
    }

    /// Returns the row above a row, or `nil` for the first one.
    func neighbor(above id: Item.ID) -> Item.ID? {
        guard let index = index(of: id), let above = list.rows.indexAbove(index) else { return nil }
        return self.id(of: list.rows[above].slot)
    }

    /// Returns the rows in doubt, the nearest to the anchor first: the ones below it, then the ones above.
    func staleRows(except asked: Set<Item.ID>) -> [Item.ID] {
        guard !facts.numbersPages, hasDoubt else { return [] }
        let rows = list.rows
        let start = anchor.flatMap(index) ?? 0
        let doubtful = (rows[start...] + rows[..<start].reversed()).filter { $0.existence == .inDoubt }
        return doubtful.map { id(of: $0.slot) }.filter { !asked.contains($0) }
    }

    /// Returns a hidden row in doubt; hidden rows are checked as if they were on screen.
    func hiddenStaleRow(except asked: Set<Item.ID>) -> Item.ID? {
        guard filter != nil, !hiddenCounts.isEmpty, !facts.numbersPages, hasDoubt else { return nil }
        let slot = items.order.first { slot in
            items.isHidden(slot) && list.row(slot)?.existence == .inDoubt && !asked.contains(id(of: slot))
        }
        return slot.map { id(of: $0) }
    }

    // MARK: - Likely order

    /// Links rows that are likely below the row above them, since a refresh does not show them above all rows.
    ///
    /// Those below a gap may be in the gap.
    mutating func linkLikelyRows() {
        list.markFirstStretch { $0.linkLikelyRows { _ in true } }
    }

    /// Links rows that are likely below the row above them if a page shows them below rows that were loaded before.
    mutating func linkLikelyRows(shownBy items: [Item]) {
        let slots = self.items.knownSlots(of: items)
        for number in list.stretches.indices {
            let rows = list.stretches[number].rows
            guard rows.contains(where: { $0.link == .likely }) else { continue }
            let indices = rows.indices(of: slots)
            let placed = slots.compactMap { indices[$0] }.filter { rows[$0].hasPlace }
            // Slots are given in the order of loading.
            let isProof = { (upper: Int, lower: Int) in upper < lower && rows[upper].slot < rows[lower].slot }
            let shown = Set(zip(placed, placed.dropFirst()).filter(isProof).map { rows[$1].slot })
            list.mark(shown) { if $0.link == .likely { $0.link = .shown } }
        }
        list.linkFirst()
    }
}
