import NoticeBoardBase

/// The gaps of a list, each between two loaded stretches, with the walk that fills it.
///
/// A gap is identified by the item below it. A gap that the walk itself reports cannot be filled.
extension FeedContent {
    /// Returns the current gap above an item.
    func gap(above id: Item.ID?) -> PageGap<Item.ID>? { gaps.first { $0.before == id } }

    /// Returns the walk that fills a gap, or `nil` if it cannot be loaded.
    func bridge(of gap: PageGap<Item.ID>) -> PageWalk<Item>? {
        guard let bridge = gap.before.flatMap({ bridges[$0] }), bridge.end == nil else { return nil }
        return bridge
    }

    /// The start index of the stretch that older pages continue.
    var lowestStart: Int {
        let below = gaps.last { $0.before.map { bridges[$0] != nil } ?? false }?.before
        return below.flatMap { sequence.lastIndex(of: $0) } ?? 0
    }

    /// The first item of that stretch that came from a page.
    var firstOfWalk: Item.ID? { sequence[lowestStart...].first { !newcomers.contains($0) } }

    /// Opens a gap between a head and the rows below it.
    mutating func openGap(above id: Item.ID, after head: FeedHead<Item>) {
        gaps.removeAll { $0.before == id }
        gaps.insert(PageGap(after: head.items.last?.id, before: id), at: 0)
        bridges[id] = head.walk
    }

    /// Adds a page to a gap from above, and returns whether it had new items.
    mutating func fill(_ gap: PageGap<Item.ID>, with page: Page<Item>) -> (isLonger: Bool, failure: NoticeBoardError?) {
        guard let below = gap.before, var bridge = bridges[below], let place = sequence.lastIndex(of: below),
            let number = gaps.firstIndex(of: gap)
        else { return (false, nil) }
        note(page)
        let previous = bridge.lastID
        let loaded = bridge.accept(page)
        let failure = bridge.takeFailure()
        if failure?.code == .placeLost, let way = wayAbove(gap: number) {
            // The service no longer has the stretch above, so both gaps become one.
            bridges[below] = way
            alignGaps()
            return (false, nil)
        }
        bridges[below] = bridge
        total = bridge.progress.total ?? total
        guard !bridge.isOutOfOrder else {
            // The walk lost its place, so its items may belong elsewhere.
            restartBridge(above: below, at: place)
            return (false, failure)
        }
        guard let loaded else { return (false, failure) }
        skipped += loaded.skipped.count
        let found = loaded.items.dropFirst(loaded.above)
        let end = meeting(found, above: place, previous)
        let shown = found[..<(end ?? found.endIndex)]
        let new = shown.filter { !items.contains(id: $0.id) || newcomers.contains($0.id) }
        // Rows from further down have moved here. The item below another gap stays: it identifies the gap.
        let unmoved = newcomers.union(sequence[..<place])
        let moved = shown.map { $0.id }.filter { items.contains(id: $0) && !unmoved.contains($0) && bridges[$0] == nil }
        let arrived = takeAway(moved + new.map { $0.id }.filter(newcomers.contains), of: Array(shown))
            .filter { !items.contains(id: $0.id) }
        insert(arrived, at: self.place(of: arrived, on: page) ?? sequence.lastIndex(of: below) ?? place)
        walk.progress.loaded += new.count
        gaps.insert(contentsOf: loaded.gaps, at: number)
        alignGaps()
        if end != nil || bridge.end == .lastPage { closeGap(above: below, readAt: bridge.position) }
        return (!new.isEmpty, failure)
    }

    /// Removes the gap above another one, and returns its walk.
    private mutating func wayAbove(gap number: Int) -> PageWalk<Item>? {
        guard number > 0, let row = gaps[number - 1].before, let way = bridges.removeValue(forKey: row) else { return nil }
        gaps.remove(at: number - 1)
        return way
    }

    /// Restarts the walk into a gap at the items above it.
    private mutating func restartBridge(above id: Item.ID, at place: Int) {
        let edges = gaps.compactMap(\.before).filter { bridges[$0] != nil }
        let start = edges.compactMap { sequence.lastIndex(of: $0) }.filter { $0 < place }.max() ?? 0
        let above = sequence[start..<place].filter { !newcomers.contains($0) }
        let bookmark = PageBookmark(
            position: .offset(place), recent: above.suffix(max(rules.paging.remembered, 1)), loaded: place, total: total)
        bridges[id] = PageWalk(rules: rules.paging, from: bookmark, known: Set(above))
    }

    /// Returns the index at which a page meets the stretch below a gap.
    ///
    /// That is the stretch's first item, or two of its items in a row: a single one may have moved.
    private func meeting(_ found: ArraySlice<Item>, above place: Int, _ previous: Item.ID?) -> Int? {
        let below = sequence[place]
        let stretch = Set(sequence[place...]).subtracting(newcomers)
        var isBelow = previous.map(stretch.contains) ?? false
        for index in found.indices {
            let id = found[index].id
            guard stretch.contains(id) else {
                isBelow = false
                continue
            }
            if id == below { return index }
            if isBelow { return max(index - 1, found.startIndex) }
            isBelow = true
        }
        return nil
    }

    /// Joins the stretches above and below a gap.
    private mutating func closeGap(above id: Item.ID, readAt position: PagePosition?) {
        gaps.removeAll { $0.before == id }
        bridges[id] = nil
        let start = lowestStart
        walk.noteKnown(sequence[start...].filter { !newcomers.contains($0) }, first: firstOfWalk)
        if let total, isLonger(total, readAt: position) { moveWalk(total: total, known: walk.takeSeen()) }
    }

    /// Inserts new items in the service's order and in display order.
    mutating func insert(_ new: [Item], at place: Int) {
        judge(new)
        if let precedes = rules.order {
            let above = Set(sequence[..<place])
            items.merge(new, behind: { above.contains($0.id) }, by: precedes)
        } else {
            items.insert(new, at: place)
        }
        sequence.insert(contentsOf: new.map { $0.id }, at: place)
    }

    /// Removes newcomers that a page contains from their old index: the page decides where they are.
    mutating func takeNewcomers(of new: [Item]) -> [Item] {
        newcomers.isEmpty ? new : takeAway(new.map { $0.id }.filter(newcomers.contains), of: new)
    }

    /// Removes a page's known items from their old index, and returns the page's items as stored instances.
    private mutating func takeAway(_ known: [Item.ID], of new: [Item]) -> [Item] {
        guard !known.isEmpty else { return new }
        let own = items.instances(of: new)
        newcomers.subtract(known)
        sequence.removeAll(where: known.contains)
        items.remove(known)
        return own
    }

    /// Continues the list in its lowest gap, because the service has none of the rows below it any more.
    mutating func goOnInGap() -> Bool {
        guard !bridges.isEmpty else { return false }
        let below = sequence[lowestStart]
        guard let bridge = bridges.removeValue(forKey: below) else { return false }
        gaps.removeAll { $0.before == below }
        // The stretch above the gap may have grown at its head.
        let stretch = sequence[lowestStart...].filter { !newcomers.contains($0) }
        walk.goOn(as: bridge, known: bridge.seen.union(stretch), loaded: sequence.count)
        return true
    }

    /// Returns a page's new items in the stretch that it continues; items above that belong in a gap.
    func belowGaps(_ new: [Item], of page: Page<Item>) -> [Item] {
        guard !bridges.isEmpty else { return new }
        let stretch = Set(sequence[lowestStart...]).subtracting(newcomers)
        let first = page.items.firstIndex { stretch.contains($0.id) } ?? 0
        let above = Set(page.items[..<first].map { $0.id })
        return new.filter { !above.contains($0.id) && (newcomers.contains($0.id) || !items.contains(id: $0.id)) }
    }

    // MARK: - Restoring

    /// Restores the gaps of a snapshot; each walk knows the items of its own stretch.
    mutating func restoreGaps(_ kept: [FeedSnapshot<Item>.Gap], _ bookmark: PageBookmark<Item.ID>) {
        var start = 0
        for gap in kept {
            let edges = gap.edges
            guard let below = edges.before, let place = sequence.firstIndex(of: below), place >= start,
                self.gap(above: below) == nil
            else { continue }
            gaps.append(PageGap(after: place > 0 ? sequence[place - 1] : nil, before: below))
            guard let bookmark = gap.bookmark else { continue }
            bridges[below] = PageWalk(
                rules: rules.paging, from: bookmark, known: Set(sequence[start..<place]).subtracting(newcomers))
            start = place
        }
        walk = PageWalk(rules: rules.paging, from: bookmark, known: Set(sequence[start...]).subtracting(newcomers))
        walk.first = firstOfWalk
    }

    // MARK: - Edges

    /// Moves each gap to the next row that stays if the one below it goes, and drops gaps above `index`.
    ///
    /// Returns the walk that continues the list if no row stays below a gap.
    mutating func moveGaps(from index: Int = 0, past gone: Set<Item.ID>) -> PageWalk<Item>? {
        var continuation: PageWalk<Item>?
        var moved: [PageGap<Item.ID>] = []
        for gap in gaps {
            guard let edge = gap.before ?? gap.after, gone.contains(edge) else {
                moved.append(gap)
                continue
            }
            let bridge = bridges.removeValue(forKey: edge)
            // Rows above `index` were reloaded, without a gap.
            guard let place = sequence.lastIndex(of: edge), place >= index else { continue }
            let next = gap.before == nil ? nil : sequence[place...].first { !gone.contains($0) }
            if let bridge, next == nil {
                continuation = continuation ?? bridge
            } else if !moved.contains(where: { $0.before == next }) {
                moved.append(PageGap(after: gap.after, before: next))
                if let next, let bridge { bridges[next] = bridge }
            }
        }
        // Two gaps without rows between them become one, filled by the upper walk.
        var edges: Set<Item.ID?> = []
        gaps = moved.filter { edges.insert($0.before).inserted }
        return continuation
    }

    /// Updates the edge above each gap to the item that is there now.
    mutating func alignGaps() {
        for number in gaps.indices {
            let (after, before) = (gaps[number].after, gaps[number].before)
            guard before.map({ bridges[$0] != nil }) ?? false || after.map({ !items.contains(id: $0) }) ?? false else { continue }
            let index = before.flatMap { sequence.lastIndex(of: $0) } ?? sequence.endIndex
            gaps[number].after = index > 0 ? sequence[index - 1] : nil
        }
    }
}
