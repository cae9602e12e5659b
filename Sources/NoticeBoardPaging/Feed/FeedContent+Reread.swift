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
    /// The part of a page that belongs to one stretch.
    struct Sighting {
        /// The first and last known row, with its element's index on the page.
        var first, last: (id: Item.ID, element: Int)?
        var edits: [Edit] = []
        /// The new items below the last known row, if that ends its stretch.
        var rest: [Item] = []
        var hasMoved = false
    }

    /// What a page shows besides a part of a stretch: the rows of a gap above an index, or the list's first rows.
    enum PagePart {
        case gap(Int)
        case head(endsList: Bool)
    }

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
        reread.position = .offset(max(0, min(offset, total ?? .max) - lead))
        return reread
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
            for item in arrived where !items.contains(id: item.id) { apply(.insert(item)) }
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
        if unconfirmed.isEmpty, let total { rowsMissingFromTotal = max(0, sequence.count - total) }
        guard !seen.hasMoved, unconfirmed.contains(reread.id) else { return nil }
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

    /// Joins a page with the rows of a range, and returns deleted rows, new ones, and where the range is now.
    ///
    /// Every row that the page shows gets its place there. Rows that keep their order stay; the others have moved.
    mutating func join(
        _ page: Page<Item>, with range: Range<Int>, at position: PagePosition? = nil, below above: Item.ID? = nil, as part: PagePart
    ) -> (gone: Set<Item.ID>, new: [Item.ID], range: Range<Int>) {
        var (page, part, isHead) = (page, part, false)
        page.items = items.instances(of: page.items)
        if case .head = part { isHead = true }
        let known = page.items.map { $0.id }.filter(items.contains)
        let places = known.filter(hasPlace).compactMap(index).filter(range.contains)
        let stays = Set(inOrder(places).map { sequence[$0] })
        let takesAll = isHead || rules.serviceOrder == .moving
        let moved = known.filter { id in
            !stays.contains(id) && (takesAll || newcomers.contains(id) || hasPlace(id) && range.contains(index(of: id) ?? -1))
        }
        let (left, rows) = (moved.compactMap(index), moved.compactMap { items[id: $0] })
        let now = { (place: Int) in place - left.count { $0 < place } }
        let stretch = now(range.lowerBound)..<now(range.upperBound)
        if case .gap(let place) = part { part = .gap(now(place)) }
        if let continuation = moveGaps(past: Set(moved)) { goOn(as: continuation) }
        takeAway(moved)
        let seen = sighting(of: page, at: position, below: above, in: stretch, as: part)
        let gone = replace(seen.edits, takesAll: true).gone
        for item in page.items { replace(item) }
        let new = seen.edits.flatMap { $0.new.map { $0.id } }
        // The page shows no place of these.
        let others = rows.filter { !items.contains(id: $0.id) }
        if !others.isEmpty { insert(others, at: stretch.upperBound + new.count - gone.count, isLinked: false) }
        doubt(others.map { $0.id })
        return (gone, new, stretch.lowerBound..<stretch.upperBound + new.count - gone.count)
    }

    /// Returns as many of these indices as possible, in rising order.
    func inOrder(_ indices: [Int]) -> [Int] {
        if zip(indices, indices.dropFirst()).allSatisfy(<) { return indices }
        // The longest rising ones that end with each.
        var rising: [[Int]] = []
        for index in indices {
            let above = rising.filter { $0.last ?? 0 < index }.max { $0.count < $1.count } ?? []
            rising.append(above + [index])
        }
        return rising.max { $0.count < $1.count } ?? []
    }

    func sighting(
        of page: Page<Item>, at position: PagePosition?, below above: Item.ID? = nil, in stretch: Range<Int>,
        as part: PagePart? = nil
    ) -> Sighting {
        var seen = Sighting()
        var (isHead, isRefresh, endsList, gapPlace) = (position.offset == 0, false, false, Int.max)
        switch part {
        case .head(let isLast): (isRefresh, endsList, gapPlace) = (true, isLast, 0)
        case .gap(let place): gapPlace = place
        case nil: break
        }
        let isTop = isRefresh || isHead && stretch.lowerBound == 0 && gap(above: sequence.first) == nil
        var last = isTop ? -1 : above.flatMap(index).flatMap { stretch.contains($0) ? $0 : nil }
        var (element, heading, isReadable, new) = (-1, 0, true, [Item]())
        var fresh: Set<Item.ID> = []
        let broken = Set(page.skipped.map(\.index))
        let top = sequence.prefix(page.items.count + newcomers.count).filter { !newcomers.contains($0) }
        for item in page.items {
            element += 1
            while broken.contains(element) {
                (element, isReadable) = (element + 1, false)
                if part != nil || walk.pinned.isEmpty, let last, last >= 0 || part != nil, !new.isEmpty {
                    seen.edits.append(Edit(range: last + 1..<last + 1, new: new, open: .below))
                    new = []
                }
            }
            // Rows that lead both the list and this page are pinned.
            let isHeading = element == heading && heading < top.count && top[heading] == item.id
            if isHeading { heading += 1 }
            let isPinned = isHeading || walk.pinned.contains(item.id)
            guard !isPinned || isRefresh || isHead && page.pinned == 0, !newcomers.contains(item.id) else { continue }
            guard let index = index(of: item.id) else {
                if fresh.insert(item.id).inserted { new.append(item) }
                continue
            }
            guard stretch.contains(index) else {
                // The row is beyond a gap.
                (last, new) = (nil, [])
                continue
            }
            guard index > last ?? -1 else {
                seen.hasMoved = true
                return seen
            }
            // Items above the head are left to a refresh.
            if let last, isReadable {
                seen.edits.append(Edit(range: last + 1..<index, new: last < 0 && index < gapPlace ? [] : new))
            } else if index >= gapPlace || (last != nil || isReadable) && walk.pinned.isEmpty && index > stretch.lowerBound, !new.isEmpty {
                // Where rows only enter at the head, the rows below a gap are below all of its rows.
                let isBelow = last == nil && isReadable && gapPlace >= stretch.lowerBound && rules.serviceOrder == .newestFirst
                let start = isBelow && index >= gapPlace ? gapPlace : index
                seen.edits.append(Edit(range: start..<index, new: new, open: .above))
            }
            if seen.first == nil { seen.first = (item.id, element) }
            seen.last = (item.id, element)
            (last, isReadable, new) = (index, true, [])
        }
        let isWhole = broken.allSatisfy { $0 < element }
        if let last, isReadable, isWhole, isRefresh ? endsList : stretch.upperBound == sequence.count && isLast(page, at: position) {
            seen.edits.append(Edit(range: last + 1..<sequence.count, new: new))
        } else if isRefresh {
            let place = isReadable ? (last ?? -1) + 1 : stretch.upperBound
            seen.edits.append(Edit(range: place..<place, new: new, open: isReadable && place > 0 ? .below : nil))
        } else if let last, last >= 0, isReadable, walk.pinned.isEmpty, rules.serviceOrder == .fixed || seen.last != nil {
            if let lowest = new.last, last + 1 < stretch.upperBound, rules.serviceOrder != .moving {
                seen.edits.append(Edit(range: last + 1..<last + 1, new: new, open: .below))
                seen.last = (lowest.id, element)
            } else {
                seen.rest = new
            }
        }
        return seen
    }

    /// Returns whether the list ends with a page; an empty page proves it only for an empty list.
    private func isLast(_ page: Page<Item>, at position: PagePosition?) -> Bool {
        let count = page.items.count + page.skipped.count
        if page.items.isEmpty { return page.total == 0 }
        if let start = position.offset, let total = page.total, page.next?.page == nil {
            // The total may not count rows that are pinned on every page.
            if case .offset(let next)? = page.next, next < total { return false }
            return start.clampedAdding(count) >= total
        }
        return page.next == nil || page.next?.cursor != nil && page.next?.cursor == rules.paging.endMark
    }

    /// Inserts new items between the rows where the page shows them, and the others below the lowest row, or below the rows above
    /// a gap.
    ///
    /// `link` says whether the page continues the list below `previous`; `last` is the last row of the page before.
    mutating func append(
        _ new: [Item], of page: Page<Item>, at position: PagePosition?, below previous: Item.ID?, _ last: Item.ID?,
        _ link: PageLink, above gap: Item.ID? = nil
    ) {
        let own = insertBetween(new, of: page, at: position, below: previous, above: gap)
        let place = gap.flatMap(index) ?? sequence.endIndex
        guard let first = own.first?.id else { return }
        let shown = page.items.prefix { $0.id != first }.last { !walk.pinned.contains($0.id) && !newcomers.contains($0.id) }?.id
        let above = sequence[..<place].last { !newcomers.contains($0) }
        let isLast = gap != nil || own.elementsEqual(page.items.suffix(own.count)) { $0.id == $1.id }
        let isLinked = isLast && (shown.map { follows($0, place) } ?? (link != .unknown && (last == nil || last == above)))
        insert(own, at: place, isLinked: isLinked)
        if isLinked, shown == nil, link == .likely { addSeams([first: above].compactMapValues { $0 }) }
    }

    /// Returns whether new rows, shown directly below a row, are also below all rows between it and `end`.
    private func follows(_ id: Item.ID, _ end: Int) -> Bool {
        guard let place = index(of: id), place < end else { return false }
        let between = sequence[(place + 1)..<end].filter { !newcomers.contains($0) }
        // Where rows only enter at the head, no row appears between others.
        return between.isEmpty || rules.serviceOrder == .newestFirst && showsPlaces && !between.contains(where: unlinked.contains)
    }

    /// Inserts new items between the rows where the page shows them, and returns the others.
    private mutating func insertBetween(
        _ new: [Item], of page: Page<Item>, at position: PagePosition?, below previous: Item.ID?, above gap: Item.ID?
    ) -> [Item] {
        guard rules.serviceOrder != .moving else { return new }
        let end = gap.flatMap(index) ?? sequence.count
        let range = gap == nil ? lowestStart..<end : end > 0 ? stretch(around: end - 1) : 0..<0
        let isFixed = rules.serviceOrder == .fixed
        // Usually the new items end the page.
        guard isFixed && !new.isEmpty || !page.items.suffix(new.count).elementsEqual(new, by: { $0.id == $1.id }) else {
            return new
        }
        let seen = sighting(of: page, at: position, below: previous, in: range)
        guard !seen.hasMoved else { return new }
        let own = Dictionary(new.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        // Where rows only enter at the head, the page may be in another order than the one before.
        let edits = seen.edits.filter { $0.range.lowerBound > 0 && (isFixed || $0.range.isEmpty && $0.open != .below) }
            .map { Edit(range: $0.range, new: $0.new.compactMap { own[$0.id] }, open: $0.open) }
        doubt(edits.flatMap { sequence[$0.range] }.filter(hasPlace))
        let gone = replace(edits).gone
        walk.seen.subtract(gone)
        walk.progress.loaded -= gone.count
        return new.filter { !items.contains(id: $0.id) }
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
