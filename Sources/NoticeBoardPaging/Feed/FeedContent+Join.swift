import NoticeBoardBase

/// Joining a page with the list, whatever it was requested for.
///
/// A page is compared with the rows of one stretch. The edits that it shows are the same for a refresh, a gap, an older page and
/// a reloaded row.
extension FeedContent {
    /// A part of the list that a page was requested for, and that it shows as a whole.
    enum PagePart {
        /// The gap above the row at an index, with the rows on both sides.
        case gap(Int)
        /// The list's first rows; `endsList` says whether these are all.
        case head(endsList: Bool)
    }

    /// The part of a page that belongs to one stretch.
    struct Sighting {
        /// The first and last known row, with its element's index on the page.
        var first, last: (id: Item.ID, element: Int)?
        var edits: [Edit] = []
        /// The new items below the last known row, if that ends its stretch.
        var rest: [Item] = []
        var hasMoved = false
    }

    // MARK: - A page

    /// Joins a page with the rows of a range, and returns deleted rows, new ones, and where the range is now.
    ///
    /// Every row that the page shows gets its place there. Rows that keep their order stay; the others have moved.
    mutating func join(
        _ page: Page<Item>, with range: Range<Int>, at position: PagePosition? = nil, below above: Item.ID? = nil,
        as part: PagePart
    ) -> (gone: Set<Item.ID>, new: [Item.ID], range: Range<Int>) {
        var (page, part, isHead) = (page, part, false)
        if case .head = part { isHead = true }
        let (added, rest) = (page.items.dropLast(range.count), page.items.suffix(range.count))
        if isHead, page.skipped.isEmpty, sequence[range].elementsEqual(rest, by: { $0 == $1.id }),
            !added.contains(where: { items.contains(id: $0.id) })
        {
            // Usually the head shows new items above the same ones as before.
            for item in rest { replace(item) }
            if !newcomers.isEmpty { newcomers.subtract(rest.map { $0.id }) }
            if !unlinked.isEmpty { unlinked.subtract(sequence[range].dropFirst()) }
            if !added.isEmpty { insert(Array(added), at: 0) }
            return ([], added.map { $0.id }, 0..<page.items.count)
        }
        page.items = items.instances(of: page.items)
        var ids: Set<Item.ID> = []
        let known = page.items.map { $0.id }.filter { items.contains(id: $0) && ids.insert($0).inserted }
        let places = known.filter(hasPlace).compactMap(index).filter(range.contains)
        let stays = Set(inOrder(places).map { sequence[$0] })
        let isMoving = rules.serviceOrder == .moving
        let moved = known.filter { id in
            guard !isHead else { return !stays.contains(id) }
            return !stays.contains(id) && !walk.pinned.contains(id)
                && (isMoving || newcomers.contains(id) || range.contains(index(of: id) ?? -1))
        }
        let (left, rows) = (moved.compactMap(index), moved.compactMap { items[id: $0] })
        let now = { (place: Int) in place - left.count { $0 < place } }
        let stretch = now(range.lowerBound)..<now(range.upperBound)
        if case .gap(let place) = part { part = .gap(now(place)) }
        if let continuation = moveGaps(past: Set(moved)) { goOn(as: continuation) }
        takeAway(moved)
        let seen = sighting(of: page, at: position, below: above, in: stretch, as: part)
        let gone = replace(seen.edits, doubtsAll: true).gone
        for item in page.items { replace(item) }
        let new = seen.edits.flatMap { $0.new.map { $0.id } }
        // Rows that have moved to a part of the page that shows no place.
        let unplaced = rows.filter { !items.contains(id: $0.id) }
        if !unplaced.isEmpty { insert(unplaced, at: stretch.upperBound + new.count - gone.count, isLinked: false) }
        doubt(unplaced.map { $0.id })
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

    /// Returns what a page shows of the rows of a stretch; `above` is the row that the page follows, if a cursor says so.
    func sighting(
        of page: Page<Item>, at position: PagePosition?, below above: Item.ID? = nil, in stretch: Range<Int>,
        as part: PagePart? = nil
    ) -> Sighting {
        var seen = Sighting()
        let isStart = position.offset == 0
        var (isHead, endsList) = (false, stretch.upperBound == sequence.count && isLast(page, at: position, below: above))
        var gapPlace = Int.max
        if case .gap(let place) = part { gapPlace = place }
        if case .head(let isEnd) = part { (isHead, endsList, gapPlace) = (true, isEnd, 0) }
        let isTop = isHead || isStart && stretch.lowerBound == 0 && gap(above: sequence.first) == nil
        var last = isTop ? -1 : above.flatMap(index).flatMap { stretch.contains($0) ? $0 : nil }
        var (element, heading, isReadable, new) = (-1, 0, true, [Item]())
        var fresh: Set<Item.ID> = []
        let broken = Set(page.skipped.map(\.index))
        let top = sequence.prefix(page.items.count + newcomers.count).filter { !newcomers.contains($0) }
        for item in page.items {
            element += 1
            while broken.contains(element) {
                (element, isReadable) = (element + 1, false)
                if let last, part != nil || last >= 0 && walk.pinned.isEmpty, !new.isEmpty {
                    seen.edits.append(Edit(range: last + 1..<last + 1, new: new, open: .below))
                    new = []
                }
            }
            // Rows that lead both the list and this page are pinned.
            let isHeading = element == heading && heading < top.count && top[heading] == item.id
            if isHeading { heading += 1 }
            let isPinned = isHeading || walk.pinned.contains(item.id)
            guard !isPinned || isHead || isStart && page.pinned == 0, !newcomers.contains(item.id) else { continue }
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
            if let last, isReadable {
                // Items above the head are left to a refresh.
                seen.edits.append(Edit(range: last + 1..<index, new: last < 0 && index < gapPlace ? [] : new))
            } else if !new.isEmpty, index >= gapPlace || walk.pinned.isEmpty && index > stretch.lowerBound {
                // Where rows only enter at the head, the rows below a gap are below all of its rows.
                let isBelowGap = index >= gapPlace && last == nil && isReadable && rules.serviceOrder == .newestFirst
                seen.edits.append(Edit(range: (isBelowGap ? gapPlace : index)..<index, new: new, open: .above))
            }
            if seen.first == nil { seen.first = (item.id, element) }
            seen.last = (item.id, element)
            (last, isReadable, new) = (index, true, [])
        }
        guard let last else { return seen }
        let isSeen = last >= 0 && isReadable && walk.pinned.isEmpty && (rules.serviceOrder == .fixed || seen.last != nil)
        if isReadable, endsList, broken.allSatisfy({ $0 < element }) {
            seen.edits.append(Edit(range: last + 1..<sequence.count, new: new))
        } else if let lowest = new.last, isHead || isSeen && last + 1 < stretch.upperBound && rules.serviceOrder != .moving {
            let place = isReadable ? last + 1 : stretch.upperBound
            seen.edits.append(Edit(range: place..<place, new: new, open: isReadable ? stretch.isEmpty ? nil : .below : .above))
            seen.last = (lowest.id, element)
        } else if isSeen {
            seen.rest = new
        }
        return seen
    }

    /// Returns whether the list ends with a page; `above` is the row that the page follows, if a cursor says so.
    private func isLast(_ page: Page<Item>, at position: PagePosition?, below above: Item.ID?) -> Bool {
        let count = page.items.count + page.skipped.count
        if page.items.isEmpty { return page.total == 0 || endsList(page, at: position, below: above) }
        if let start = position.offset, let total = page.total, page.next?.page == nil {
            // The total may not count rows that are pinned on every page.
            if case .offset(let next)? = page.next, next < total { return false }
            if page.next != nil, isTotalTooSmall { return false }
            return start.clampedAdding(count) >= total
        }
        return page.next == nil || page.next?.cursor != nil && page.next?.cursor == rules.paging.endMark
    }

    /// Returns whether an empty page shows that nothing is below the row that its cursor continues.
    ///
    /// A total that counts more rows than these contradicts it.
    private func endsList(_ page: Page<Item>, at position: PagePosition?, below above: Item.ID?) -> Bool {
        guard let above = above.flatMap(index), position?.cursor != nil, page.next == nil, page.skipped.isEmpty else {
            return false
        }
        return !openGaps.isEmpty || page.total.map { $0 <= above + 1 } ?? true
    }

    // MARK: - New rows

    /// Inserts new items between the rows where the page shows them, and the others below the lowest row, or below the rows above
    /// a gap.
    ///
    /// `link` says whether the page continues the list below `previous`; `last` is the last row of the page before.
    mutating func append(
        _ new: [Item], of page: Page<Item>, at position: PagePosition?, below previous: Item.ID?, _ last: Item.ID?,
        _ link: PageLink, above gap: Item.ID? = nil
    ) {
        let others = insertBetween(new, of: page, at: position, below: previous, above: gap)
        let own = itemsBelowRows(others, of: page, above: gap)
        let place = gap.flatMap(index) ?? sequence.endIndex
        guard let first = own.first?.id else { return }
        let shown = page.items.prefix { $0.id != first }.last { !walk.pinned.contains($0.id) && !newcomers.contains($0.id) }?.id
        let above = sequence[..<place].last { !newcomers.contains($0) }
        let isLast = gap != nil || own.elementsEqual(page.items.suffix(own.count)) { $0.id == $1.id }
        let isLinked = isLast && (shown.map { follows($0, place) } ?? (link != .unknown && (last == nil || last == above)))
        insert(own, at: place, isLinked: isLinked)
        if isLinked, shown == nil, link == .likely { addSeams([first: above].compactMapValues { $0 }) }
    }

    /// Returns the rows of the stretch above a gap, or of the lowest stretch.
    private func stretch(above gap: Item.ID?) -> Range<Int> {
        guard let end = gap.flatMap(index) else { return lowestStart..<sequence.count }
        return end > 0 ? stretch(around: end - 1) : 0..<0
    }

    /// Returns the new items that a page does not show above a row of the list, or of the stretch above a gap.
    ///
    /// The others are not below the end: they are above all rows, in a gap, or in a place that another page shows.
    private func itemsBelowRows(_ new: [Item], of page: Page<Item>, above gap: Item.ID?) -> [Item] {
        guard rules.serviceOrder != .moving, !new.isEmpty else { return new }
        let range = stretch(above: gap)
        let isRow = { (id: Item.ID) in hasPlace(id) && (index(of: id).map(range.contains) ?? false) }
        // A row further up may have moved here: then the page continues the list.
        let lowest = sequence[range].last(where: hasPlace)
        guard let last = page.items.lastIndex(where: { isRow($0.id) }),
            last == page.items.count - 1 || page.items[last].id == lowest
        else { return new }
        let below = Set(page.items[(last + 1)...].map { $0.id })
        return new.filter { below.contains($0.id) }
    }

    /// Puts items of changes back at the head, in their order: no page has shown their place.
    mutating func putBack(_ arrived: [Item]) {
        guard !arrived.isEmpty else { return }
        insert(arrived, at: sequence.prefix { [pinned = walk.pinned] in pinned.contains($0) }.count)
        newcomers.formUnion(arrived.map { $0.id })
    }

    /// Leaves out items that a page shows above a loaded row: a refresh, a gap or a reloaded row brings them.
    mutating func leaveOut(_ new: [Item], of page: Page<Item>, at position: PagePosition?) {
        guard !new.isEmpty, rules.serviceOrder != .moving else { return }
        let ids = Set(new.map { $0.id })
        walk.seen.subtract(ids)
        walk.recent.removeAll(where: ids.contains)
        walk.progress.loaded -= ids.count
        guard openGaps.isEmpty, let offset = position.offset, let first = firstOfWalk,
            let index = page.items.firstIndex(where: { $0.id == first })
        else { return }
        walk.cameAbove = max(walk.cameAbove, offset.clampedAdding(index))
    }

    /// Returns whether new rows, shown directly below a row, are also below all rows between it and `end`.
    private func follows(_ id: Item.ID, _ end: Int) -> Bool {
        guard let place = index(of: id), place < end, stretch(around: end - 1).contains(place) else { return false }
        let between = sequence[(place + 1)..<end].filter { !newcomers.contains($0) }
        // Where rows only enter at the head, no row appears between others.
        return between.isEmpty || rules.serviceOrder == .newestFirst && showsPlaces && !between.contains(where: unlinked.contains)
    }

    /// Inserts new items between the rows where the page shows them, and returns the others.
    private mutating func insertBetween(
        _ new: [Item], of page: Page<Item>, at position: PagePosition?, below previous: Item.ID?, above gap: Item.ID?
    ) -> [Item] {
        guard rules.serviceOrder != .moving else { return new }
        let range = stretch(above: gap)
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
}
