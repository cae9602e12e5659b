import NoticeBoardBase

/// The gaps of a list: between two stretches that were loaded, each with the way on into it.
///
/// A gap is known by the item below it. What the walk itself reports as missing is a gap that has no way on.
extension FeedContent {
    /// Returns the gap above an item, as it is now.
    func gap(above id: Item.ID?) -> PageGap<Item.ID>? { gaps.first { $0.before == id } }

    /// Returns the way on into a gap, or `nil` if it cannot be loaded.
    func bridge(of gap: PageGap<Item.ID>) -> PageWalk<Item>? {
        guard let bridge = gap.before.flatMap({ bridges[$0] }), bridge.end == nil else { return nil }
        return bridge
    }

    /// The index at which the stretch begins that further pages continue.
    var lowestStart: Int {
        let below = gaps.last { $0.before.map { bridges[$0] != nil } ?? false }?.before
        return below.flatMap { sequence.lastIndex(of: $0) } ?? 0
    }

    /// The first item of that stretch that a page brought.
    var firstOfWalk: Item.ID? { sequence[lowestStart...].first { !newcomers.contains($0) } }

    /// Opens a gap between a head and what stays below it.
    mutating func openGap(above id: Item.ID, after head: FeedHead<Item>) {
        gaps.removeAll { $0.before == id }
        gaps.insert(PageGap(after: head.items.last?.id, before: id), at: 0)
        bridges[id] = head.walk
    }

    /// Adds a page to a gap from above, and returns whether anything in it is new.
    mutating func fill(_ gap: PageGap<Item.ID>, with page: Page<Item>) -> (isLonger: Bool, failure: NoticeBoardError?) {
        guard let below = gap.before, var bridge = bridges[below], let place = sequence.lastIndex(of: below),
            let number = gaps.firstIndex(of: gap)
        else { return (false, nil) }
        note(page)
        let previous = bridge.lastID
        let loaded = bridge.accept(page)
        let failure = bridge.takeFailure()
        if failure?.code == .placeLost, let way = wayAbove(gap: number) {
            // Nothing of the stretch above is in the service's list any more: both gaps are one.
            bridges[below] = way
            alignGaps()
            return (false, nil)
        }
        bridges[below] = bridge
        total = bridge.progress.total ?? total
        guard !bridge.isTangled else {
            // It has given up looking for its place: what it brings may stand elsewhere.
            restartBridge(above: below, at: place)
            return (false, failure)
        }
        guard let loaded else { return (false, failure) }
        skipped += loaded.skipped.count
        let found = loaded.items.dropFirst(loaded.above)
        let end = meeting(found, above: place, previous)
        let shown = found[..<(end ?? found.endIndex)]
        let new = shown.filter { !items.contains(id: $0.id) || newcomers.contains($0.id) }
        // What stood further down until now has moved here; the item below another gap stays, since that is known by it.
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

    /// Takes away the gap above another one, and returns the way on into it.
    private mutating func wayAbove(gap number: Int) -> PageWalk<Item>? {
        guard number > 0, let row = gaps[number - 1].before, let way = bridges.removeValue(forKey: row) else { return nil }
        gaps.remove(at: number - 1)
        return way
    }

    /// Lets the way into a gap begin again at the items above it.
    private mutating func restartBridge(above id: Item.ID, at place: Int) {
        let edges = gaps.compactMap(\.before).filter { bridges[$0] != nil }
        let start = edges.compactMap { sequence.lastIndex(of: $0) }.filter { $0 < place }.max() ?? 0
        let above = sequence[start..<place].filter { !newcomers.contains($0) }
        let bookmark = PageBookmark(
            position: .offset(place), recent: above.suffix(max(rules.paging.remembered, 1)), loaded: place, total: total)
        bridges[id] = PageWalk(rules: rules.paging, from: bookmark, known: Set(above))
    }

    /// Returns the index in a page at which it meets the stretch below a gap.
    ///
    /// That is its first item, or two of it one behind the other: one alone may have changed its place.
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

    /// Puts items that are not here into the service's order, and where they are shown.
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

    /// Takes newcomers that a page brings from where they stood: they stand where the service has them from now on.
    mutating func takeNewcomers(of new: [Item]) -> [Item] {
        newcomers.isEmpty ? new : takeAway(new.map { $0.id }.filter(newcomers.contains), of: new)
    }

    /// Takes items that a page brings from where they stood, and returns those of the page as they are known here.
    private mutating func takeAway(_ known: [Item.ID], of new: [Item]) -> [Item] {
        guard !known.isEmpty else { return new }
        let own = items.instances(of: new)
        newcomers.subtract(known)
        sequence.removeAll(where: known.contains)
        items.remove(known)
        return own
    }

    /// Lets the list go on in its lowest gap, since nothing below that is in the service's list any more.
    mutating func goOnInGap() -> Bool {
        guard !bridges.isEmpty else { return false }
        let below = sequence[lowestStart]
        guard let bridge = bridges.removeValue(forKey: below) else { return false }
        gaps.removeAll { $0.before == below }
        // The stretch above the gap may have grown at its head since.
        let stretch = sequence[lowestStart...].filter { !newcomers.contains($0) }
        walk.goOn(as: bridge, known: bridge.seen.union(stretch), loaded: sequence.count)
        return true
    }

    /// Returns what a page shows of the stretch that it continues: what stands above that on the page stands in a gap.
    func belowGaps(_ new: [Item], of page: Page<Item>) -> [Item] {
        guard !bridges.isEmpty else { return new }
        let stretch = Set(sequence[lowestStart...]).subtracting(newcomers)
        let first = page.items.firstIndex { stretch.contains($0.id) } ?? 0
        let above = Set(page.items[..<first].map { $0.id })
        return new.filter { !above.contains($0.id) && (newcomers.contains($0.id) || !items.contains(id: $0.id)) }
    }

    // MARK: - What was kept

    /// Takes over the gaps of a list that was kept; each walk knows the items of its own stretch.
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

    /// Lets each gap begin above the next item that stays where the one below it goes, and drops those above an index.
    ///
    /// Returns the way on where nothing stays below a gap: the list goes on there.
    mutating func moveGaps(from index: Int = 0, past gone: Set<Item.ID>) -> PageWalk<Item>? {
        var continuation: PageWalk<Item>?
        var moved: [PageGap<Item.ID>] = []
        for gap in gaps {
            guard let edge = gap.before ?? gap.after, gone.contains(edge) else {
                moved.append(gap)
                continue
            }
            let bridge = bridges.removeValue(forKey: edge)
            // What was read anew has no gap.
            guard let place = sequence.lastIndex(of: edge), place >= index else { continue }
            let next = gap.before == nil ? nil : sequence[place...].first { !gone.contains($0) }
            if let bridge, next == nil {
                continuation = continuation ?? bridge
            } else if !moved.contains(where: { $0.before == next }) {
                moved.append(PageGap(after: gap.after, before: next))
                if let next, let bridge { bridges[next] = bridge }
            }
        }
        // Two gaps whose items between them go are one, which is read on from above.
        var edges: Set<Item.ID?> = []
        gaps = moved.filter { edges.insert($0.before).inserted }
        return continuation
    }

    /// Makes the items on both sides of a gap its edges again.
    mutating func alignGaps() {
        for number in gaps.indices {
            let (after, before) = (gaps[number].after, gaps[number].before)
            guard before.map({ bridges[$0] != nil }) ?? false || after.map({ !items.contains(id: $0) }) ?? false else { continue }
            let index = before.flatMap { sequence.lastIndex(of: $0) } ?? sequence.endIndex
            gaps[number].after = index > 0 ? sequence[index - 1] : nil
        }
    }
}
