import NoticeBoardBase

/// What a walk says about a page.
struct AcceptedPage<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The page's new items; `nil` if another page is needed first.
    var loaded: LoadedPage<Item>?
    /// The error of the list itself.
    var failure: NoticeBoardError?
}

/// Where the list continues: the walk of a stretch is told what the stretch knows, and moved when the rows above it change.
extension FeedContent {
    /// Whether the service is known to use offsets.
    var usesOffsets: Bool { if case .offset? = walk.position ?? facts.lastPosition { true } else { false } }

    /// The first item of the lowest stretch that came from a page.
    var firstOfWalk: Item.ID? { list.stretches[list.lowest].rows.first { $0.hasPlace }.map { id(of: $0.slot) } }

    /// The rules for filling gaps: a user asks for the page of a gap, so that its place is looked for as long as it takes.
    var rulesOfGaps: PagingRules {
        var rules = rules.paging
        rules.maximumSearchPages = nil
        return rules
    }

    /// Lets the walk of a stretch accept a page, and tells it before which rows the stretch has.
    mutating func accept(_ page: Page<Item>, in number: Int) -> AcceptedPage<Item> {
        var walk = list.stretches[number].walk
        let rows = list.stretches[number].rows
        walk.pinned = facts.pins
        walk.seen = walk.pinned.union(walk.recent)
        let indices = rows.indices(of: items.knownSlots(of: page.items))
        for (slot, index) in indices where !rows[index].isNewcomer { walk.seen.insert(id(of: slot)) }
        walk.first = rows.first { $0.hasPlace }.map { id(of: $0.slot) }
        walk.progress.loaded = list.stretches[...number].reduce(0) { $0 + $1.rows.count - $1.rows.newcomerCount }
        let loaded = walk.accept(page)
        let failure = walk.takeFailure()
        // The rows are the stretch's: the walk keeps no second set of them.
        walk.seen = []
        list.setWalk(walk, of: number)
        return AcceptedPage(loaded: loaded, failure: failure)
    }

    /// Returns whether a fully loaded list may have grown at its end, by the total or, without one, by asking.
    func mayHaveGrown(to total: Int?) -> Bool {
        guard walk.end == .lastPage || walk.end == .early || walk.end == .repeatedPosition else { return false }
        // A one-page list can continue only if the service is known to use offsets.
        if walk.position == nil, !usesOffsets { return false }
        // Missing items may be in a gap.
        return total.map { !list.hasGaps && $0 > list.count } ?? usesOffsets
    }

    /// Moves the walk to the end of the loaded rows; the last items locate it.
    mutating func moveWalk(total: Int?) {
        walk.pinned = facts.pins
        var bookmark = walk.bookmark
        // Without a total, how many items are missing in a gap is unknown.
        let shift = growth(from: bookmark.total, to: total) ?? (list.hasGaps ? 0 : list.count - bookmark.loaded)
        switch bookmark.position {
        case .offset(let offset)? where walk.end == nil || list.hasGaps:
            bookmark.position = .offset(max(0, offset.clampedAdding(shift)))
        case nil where facts.lastPosition != nil && !usesOffsets: break
        case nil, .offset?: bookmark.position = .offset(list.count)
        case .page(let number)? where (shift != 0 || list.hasGaps) && rules.serviceOrder != .moving:
            // One page further up, in case rows above were deleted.
            let page = number.clampedAdding(shift / max(facts.pageSize, 1) - 1)
            bookmark.position = page > 1 ? .page(page) : nil
        case .cursor?, .page?: break
        }
        let rows = list.stretches[list.lowest].rows.lastShown(max(rules.paging.remembered, 1))
        bookmark.recent = rows.map { id(of: $0.slot) }
        bookmark.loaded = list.count
        bookmark.total = total
        bookmark.isAtEnd = false
        walk.move(to: bookmark, first: firstOfWalk)
        if case .cursor? = walk.position { findRowOfCursor() }
    }

    /// Names the row that the list's cursor continues: the one below which a page named it, not the lowest one.
    ///
    /// If that row has gone, others may have come above its place: the list goes on at the lowest cursor of a loaded row.
    private mutating func findRowOfCursor() {
        let rows = list.rows
        let isOwn = { [facts, walk] (row: FeedRow) in row.cursor.map { facts.cursors[Int($0)] } == walk.position }
        if let row = rows.last(where: isOwn) {
            walk.lastID = id(of: row.slot)
            return
        }
        walk.lastID = nil
        guard rules.serviceOrder == .fixed, let row = list.stretches[list.lowest].rows.last(where: { $0.cursor != nil }),
            let number = row.cursor
        else { return }
        continueList(at: facts.cursors[Int(number)], below: id(of: row.slot))
    }

    /// Continues a list with cursors where a page that was loaded for other rows shows the lowest one.
    ///
    /// The list's own cursor may be that of a row that has gone, or the list may have ended: rows that have come since would be
    /// missed.
    mutating func continueBelowLowestRow(of page: Page<Item>, at position: PagePosition?) {
        guard page.storedAt == nil, !page.endsBroken, rules.serviceOrder != .moving,
            let lowest = list.stretches[list.lowest].rows.last(where: \.hasPlace)?.slot,
            let index = page.items.lastIndex(where: { $0.id == id(of: lowest) })
        else { return }
        let below = page.items[(index + 1)...]
        if !below.isEmpty, position?.cursor != nil, below.allSatisfy({ !items.contains(id: $0.id) }) {
            // The page is loaded again, for the rows that it shows below.
            return continueList(at: position, below: nil)
        }
        guard below.isEmpty, let next = page.next, let cursor = next.cursor, cursor != rules.paging.endMark,
            !isBelowLastItems(next, page.total)
        else { return }
        let mayGrow = rules.serviceOrder == .fixed || walk.end != .lastPage
        if mayGrow, walk.end != nil || walk.position != next { continueList(at: next, below: id(of: lowest)) }
    }

    /// Continues the list at a cursor below a row, if that is known; cursors that were requested before may be requested again.
    private mutating func continueList(at position: PagePosition?, below lastID: Item.ID?) {
        walk.end = nil
        walk.position = position
        walk.lastID = lastID
        walk.cursors = CursorWalk()
        walk.search = nil
        walk.isOutOfOrder = false
        walk.generation += 1
    }

    /// Continues the list at the position of another walk, below all rows.
    mutating func continueList(as other: PageWalk<Item>) {
        walk.resume(as: other, loaded: list.count)
    }

    /// Moves the walks of the stretches below a number away from rows that have left these stretches.
    mutating func forgetAnchors(_ moved: Set<Int>, below upper: Int) {
        guard !moved.isEmpty else { return }
        let ids = Set(moved.map { id(of: $0) })
        for number in list.stretches.indices where number > upper {
            var walk = list.stretches[number].walk
            let left = walk.recent.filter { !ids.contains($0) }
            guard left.count < walk.recent.count, !left.isEmpty else { continue }
            var bookmark = walk.bookmark
            bookmark.recent = left
            walk.move(to: bookmark, first: walk.first)
            list.setWalk(walk, of: number)
        }
    }

    /// Returns a walk that looks for the rows of the stretch above an index, from a position on, and continues below them.
    func walk(below index: Int, from position: PagePosition?) -> PageWalk<Item> {
        var rows: [FeedRow] = []
        if index > 0, let number = list.stretch(at: index - 1) {
            rows = list.stretches[number].rows[..<(index - list.start(of: number))].filter(\.hasPlace)
        }
        let ids = rows.map { id(of: $0.slot) }
        let bookmark = PageBookmark(position: ids.isEmpty ? nil : position, recent: ids, loaded: ids.count, total: total)
        return PageWalk(rules: rulesOfGaps, from: bookmark, known: nil)
    }

    /// Returns how much a total has grown, if both are known.
    func growth(from former: Int?, to now: Int?) -> Int? {
        guard let former, let now else { return nil }
        return now.clampedAdding(-former)
    }
}
