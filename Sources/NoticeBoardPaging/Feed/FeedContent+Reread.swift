import NoticeBoardBase

/// Rows in doubt: they are read again where they stand, and what the service shows no more goes.
///
/// A row goes only if a page shows one that stood above it and one that stood below it, in the list's order, without it and
/// without an unreadable element between both. The head of the list counts as above, and so does the row that a cursor
/// continues; the end of the list counts as below. A page on which a row has moved takes nothing away.
extension FeedContent {
    /// What a page shows of one stretch.
    private struct Sighting {
        /// The first and the last row that is known, and the element that showed it.
        var first, last: (id: Item.ID, element: Int)?
        /// What the service has between two rows that it shows: all that is there now goes unless it is among these.
        var edits: [(range: Range<Int>, new: [Item])] = []
        var hasMoved = false
        /// The last row above which nothing is in doubt any more, and the element that showed it.
        var settled: (id: Item.ID, element: Int)?
    }

    // MARK: - Which rows are in doubt

    /// Takes in what the total says after a refresh: where items are missing, every row below the head is in doubt.
    mutating func doubtRows(from index: Int, expecting expected: Int?) {
        // Rows that stand on every page may not be counted.
        let counted = sequence.count - walk.pinned.count - newcomers.count
        guard let total, total.clampedAdding(uncounted) < max(expected ?? 0, counted), rules.serviceOrder != .moving
        else { return }
        stale.formUnion(sequence[index...])
        stale.subtract(newcomers)
    }

    /// Takes in what a page proves by the rows it shows, and where it says that they are continued.
    mutating func note(_ page: Page<Item>) {
        if !stale.isEmpty { for item in page.items { stale.remove(item.id) } }
        if let last = page.items.last?.id, page.skipped.isEmpty, page.next?.cursor != nil { ways[last] = page.next }
    }

    /// Returns the row in doubt that is nearest to the anchor, rather one below it.
    func staleRow(except asked: Set<Item.ID>) -> Item.ID? {
        guard stale.count > 0 else { return nil }
        let start = anchor.flatMap(index) ?? 0
        let isOpen = { [stale] (id: Item.ID) in stale.contains(id) && !asked.contains(id) }
        return sequence[start...].first(where: isOpen) ?? sequence[..<start].last(where: isOpen)
    }

    // MARK: - Where to look for them

    /// The index of a row in the service's order: where it is shown, if that is the same, since that is found faster.
    func index(of id: Item.ID) -> Int? {
        if rules.order == nil { return items.index(id: id) }
        return items.contains(id: id) ? sequence.firstIndex(of: id) : nil
    }

    /// The rows around one that were shown next to each other.
    private func stretch(around index: Int) -> Range<Int> {
        let edges = gaps.compactMap { $0.before.flatMap(self.index) }
        return (edges.filter { $0 <= index }.max() ?? 0)..<(edges.filter { $0 > index }.min() ?? sequence.count)
    }

    /// How many rows above the one in doubt are read with it, so that its place is known.
    private var lead: Int { min(max(walk.stride / 4, 1), 3) }

    /// Begins to read a row again; `nil` where it stands is not known.
    func reread(_ id: Item.ID, _ ticket: FeedTicket, left: Int) -> FeedReread<Item.ID>? {
        guard let index = index(of: id) else { return nil }
        let stretch = stretch(around: index)
        var reread = FeedReread(id: id, ticket: ticket, left: left)
        guard walk.position?.cursor == nil, ways.isEmpty else {
            // A cursor leads down alone: from the nearest one above.
            let above = sequence[stretch.lowerBound..<index].last { ways[$0] != nil }
            if above == nil, stretch.lowerBound > 0 { return nil }
            (reread.above, reread.position) = (above, above.flatMap { ways[$0] })
            return reread
        }
        guard case .offset? = walk.position else { return stretch.lowerBound == 0 && walk.position == nil ? reread : nil }
        guard let offset = offset(at: index, in: stretch) else { return nil }
        reread.position = .offset(max(0, min(offset, total ?? .max) - lead))
        return reread
    }

    /// Returns where the service has a row: from the head, or from where the list is read on below its stretch.
    private func offset(at index: Int, in stretch: Range<Int>) -> Int? {
        guard stretch.lowerBound > 0 else { return index.clampedAdding(newItemCount) }
        let isLast = stretch.upperBound == sequence.count
        let way = isLast ? walk : bridges[sequence[stretch.upperBound]]
        if isLast, walk.end != nil { return total.map { $0 - sequence.count + index } }
        guard case .offset(let end)? = way?.bookmark.position else { return nil }
        return end - stretch.upperBound + index
    }

    // MARK: - What a page says of them

    /// Compares a page with the rows around the one in doubt, and returns where that is to be looked for next, if anywhere.
    mutating func compare(_ page: Page<Item>, for reread: FeedReread<Item.ID>) -> FeedReread<Item.ID>? {
        note(page)
        guard let index = index(of: reread.id) else { return nil }
        let stretch = stretch(around: index)
        let seen = sighting(of: page, at: reread.position, below: reread.above, in: stretch)
        for item in page.items { replace(item) }
        if let now = page.total, now >= 0 { total = now }
        if !seen.hasMoved, !takesTooMany(seen.edits, page.total) {
            carryOut(seen.edits, isLast: stretch.upperBound == sequence.count, page)
        }
        if stale.isEmpty, let servedTotal { uncounted = max(0, sequence.count - servedTotal) }
        guard !seen.hasMoved, stale.contains(reread.id) else { return nil }
        return reread.left > 1 ? next(after: page, seen, reread) : nil
    }

    private func sighting(
        of page: Page<Item>, at position: PagePosition?, below above: Item.ID? = nil, in stretch: Range<Int>
    ) -> Sighting {
        var seen = Sighting()
        let isHead = position == nil || position == .offset(0)
        let isTop = isHead && stretch.lowerBound == 0 && gap(above: sequence.first) == nil
        var last = isTop ? -1 : above.flatMap(index).flatMap { stretch.contains($0) ? $0 : nil }
        var (element, heading, isReadable, new) = (-1, 0, true, [Item]())
        var fresh: Set<Item.ID> = []
        let broken = Set(page.skipped.map(\.index))
        let top = sequence.prefix(page.items.count + newcomers.count).filter { !newcomers.contains($0) }
        for item in page.items {
            element += 1
            while broken.contains(element) { (element, isReadable) = (element + 1, false) }
            // Rows that head the list and this page too stand on every page.
            let isHeading = element == heading && heading < top.count && top[heading] == item.id
            if isHeading { heading += 1 }
            let isPinned = isHeading || walk.pinned.contains(item.id)
            guard isHead || !isPinned, !newcomers.contains(item.id) else { continue }
            guard let index = index(of: item.id) else {
                if fresh.insert(item.id).inserted { new.append(item) }
                continue
            }
            guard stretch.contains(index) else {
                // A row beyond a gap.
                (last, new) = (nil, [])
                continue
            }
            guard index > last ?? -1 else {
                seen.hasMoved = true
                return seen
            }
            // What came above the head is for a refresh to bring.
            if let last, isReadable { seen.edits.append((last + 1..<index, last < 0 ? [] : new)) }
            if seen.first == nil { seen.first = (item.id, element) }
            seen.settled = seen.last
            seen.last = (item.id, element)
            (last, isReadable, new) = (index, true, [])
        }
        if let last, isReadable, stretch.upperBound == sequence.count, isLast(page, at: position),
            broken.allSatisfy({ $0 < element })
        {
            seen.edits.append((last + 1..<sequence.count, new))
            seen.settled = seen.last
        } else if page.total == nil, seen.last?.element == element, let edit = seen.edits.last, !edit.range.isEmpty {
            // Where no total tells, a row alone may have come in the middle: the next row has to agree.
            seen.edits.removeLast()
        } else {
            seen.settled = seen.last
        }
        return seen
    }

    /// Whether fewer rows than the total says would stay of a list that is loaded to its end: some stand in another order here.
    private func takesTooMany(_ edits: [(range: Range<Int>, new: [Item])], _ now: Int?) -> Bool {
        guard walk.end == .lastPage, gaps.isEmpty, let now, let servedTotal else { return false }
        let change = edits.reduce(0) { $0 + $1.new.count - sequence[$1.range].count(where: stale.contains) }
        return sequence.count + change < min(now, servedTotal)
    }

    /// Whether the list ends with a page: one that is empty proves that only of an empty list.
    private func isLast(_ page: Page<Item>, at position: PagePosition?) -> Bool {
        let count = page.items.count + page.skipped.count
        if page.items.isEmpty { return page.total == 0 }
        var start: Int?
        if case .offset(let offset)? = position { start = offset } else if position == nil { start = 0 }
        if let start, let total = page.total { return start.clampedAdding(count) >= total }
        return page.next == nil || page.next?.cursor != nil && page.next?.cursor == rules.paging.endMark
    }

    /// Puts new items of a page between the rows between which it shows them, and returns the others.
    mutating func insertBetween(_ new: [Item], of page: Page<Item>, at position: PagePosition?) -> [Item] {
        guard rules.serviceOrder != .moving else { return new }
        // Mostly they end the page.
        if page.items.suffix(new.count).elementsEqual(new, by: { $0.id == $1.id }) {
            guard let place = place(of: new, on: page), place > lowestStart else { return new }
            insert(new, at: place)
            return []
        }
        let seen = sighting(of: page, at: position, in: lowestStart..<sequence.count)
        let between = seen.hasMoved ? [] : seen.edits.filter { $0.range.isEmpty && !$0.new.isEmpty && $0.range.lowerBound > 0 }
        guard !between.isEmpty else { return new }
        let own = Dictionary(new.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for edit in between.reversed() { insert(edit.new.compactMap { own[$0.id] }, at: edit.range.lowerBound) }
        return new.filter { !items.contains(id: $0.id) }
    }

    /// Returns the index below the known row under which a page shows new ones, where rows may appear in the middle.
    func place(of new: [Item], on page: Page<Item>) -> Int? {
        guard rules.serviceOrder == .fixed, let first = page.items.firstIndex(where: { $0.id == new.first?.id }), first > 0
        else { return nil }
        let above = page.items[first - 1].id
        return newcomers.contains(above) ? nil : index(of: above).map { $0 + 1 }
    }

    private mutating func carryOut(_ edits: [(range: Range<Int>, new: [Item])], isLast: Bool, _ page: Page<Item>) {
        var (gone, come) = (Set<Item.ID>(), 0)
        for (range, new) in edits.reversed() {
            let missing = sequence[range].filter(stale.contains)
            if rules.paging.maximumItems == nil, !new.isEmpty {
                insert(new, at: range.upperBound)
                come += new.count
            }
            guard !missing.isEmpty else { continue }
            gone.formUnion(missing)
            sequence.replaceSubrange(range, with: sequence[range].filter { !stale.contains($0) })
        }
        guard !gone.isEmpty || come > 0 else { return }
        items.remove(gone)
        stale.subtract(gone)
        alignGaps()
        if page.total == nil { total = total?.clampedAdding(come - gone.count) }
        guard isLast else { return walk.lost(gone.count - come, first: firstOfWalk) }
        var known = walk.takeSeen()
        known.subtract(gone)
        if come > 0 { known.formUnion(edits.flatMap { $0.new.map { $0.id } }) }
        guard walk.end != nil, !isLonger(total, readAt: walk.position) else { return moveWalk(total: page.total, known: known) }
        walk.seen = known
        walk.progress = PageProgress(loaded: sequence.count, total: total)
        walk.first = firstOfWalk
    }

    /// Where a row is to be looked for after a page that neither showed it nor proved that it is gone.
    private func next(
        after page: Page<Item>, _ seen: Sighting, _ reread: FeedReread<Item.ID>
    ) -> FeedReread<Item.ID>? {
        var next = reread
        next.left -= 1
        let offset: Int
        switch (reread.position, page.next) {
        case (.offset(let start)?, _): offset = start
        case (nil, .offset?): offset = 0
        default:
            // Below rows that are not known here, the next page tells nothing of this one.
            guard let position = page.next, position.cursor != nil, position != reread.position,
                page.items.last?.id == seen.last?.id || page.items.isEmpty
            else { return nil }
            next.position = position
            next.above = seen.settled?.id ?? reread.above
            return next
        }
        guard let first = seen.first, let last = seen.settled ?? seen.last, let index = index(of: reread.id),
            let top = self.index(of: first.id),
            let bottom = self.index(of: last.id)
        else { return nil }
        if bottom < index, page.next != nil {
            next.position = .offset(offset.clampedAdding(max(last.element, 1)))
        } else if top > index, offset > 0 {
            next.position = .offset(max(0, offset - (top - index) - lead))
        } else {
            return nil
        }
        return next
    }
}
