import NoticeBoardBase

/// A gap of a list, with the walk that fills it from above; a gap that the list's own walk reported has none.
struct FeedGap<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The items on both sides.
    var edges: PageGap<Item.ID>
    /// Where to continue in the gap.
    var walk: PageWalk<Item>?
}

/// The gaps of a list, each between two loaded stretches.
///
/// A gap is identified by the item below it.
extension FeedContent {
    /// Returns the current gap above an item.
    func gap(above id: Item.ID?) -> PageGap<Item.ID>? { gaps.first { $0.before == id } }

    /// Returns the walk that fills a gap, or `nil` if it cannot be loaded.
    func bridge(of gap: PageGap<Item.ID>) -> PageWalk<Item>? {
        let bridge = openGaps.first { $0.edges.before == gap.before }?.walk
        return bridge?.end == nil ? bridge : nil
    }

    /// Whether a gap can be filled, so that the rows below it belong to another stretch.
    var isDivided: Bool { openGaps.contains { $0.walk != nil } }

    /// The start index of the stretch that older pages continue.
    var lowestStart: Int {
        openGaps.last { $0.walk != nil }?.edges.before.flatMap(index) ?? 0
    }

    /// The first item of that stretch that came from a page.
    var firstOfWalk: Item.ID? { sequence[lowestStart...].first(where: hasPlace) }

    /// Opens a gap between a head and the rows below it.
    mutating func openGap(above id: Item.ID, after head: FeedHead<Item>) {
        openGaps.removeAll { $0.edges.before == id }
        unlinked.insert(id)
        openGaps.insert(FeedGap(edges: PageGap(after: head.items.last?.id, before: id), walk: head.walk), at: 0)
    }

    /// Adds a page to a gap from above, and returns whether it had new items.
    mutating func fill(_ gap: PageGap<Item.ID>, with page: Page<Item>) -> (isLonger: Bool, failure: NoticeBoardError?) {
        guard let number = openGaps.firstIndex(where: { $0.edges == gap }), var bridge = openGaps[number].walk,
            let below = gap.before, let place = index(of: below)
        else { return (false, nil) }
        note(page)
        let previous = bridge.lastID
        let loaded = bridge.accept(page)
        let failure = bridge.takeFailure()
        if failure?.code == .placeLost || bridge.isOutOfOrder {
            // The page may belong elsewhere: look for the gap from the list's beginning.
            openGaps[number].walk = PageWalk(rules: rules.paging)
            alignGaps()
            return (false, nil)
        }
        openGaps[number].walk = bridge
        total = bridge.progress.total ?? total
        guard let loaded else { return (false, failure) }
        skipped += loaded.skipped.count
        let found = loaded.items.dropFirst(loaded.above)
        let end = meeting(found, above: place, previous)
        let shown = found[..<(end ?? found.endIndex)]
        let new = shown.filter { !items.contains(id: $0.id) || newcomers.contains($0.id) }
        // Rows from further down have moved here. The item below another gap stays: it identifies the gap.
        let unmoved = newcomers.union(sequence[..<place])
        let edges = openGaps.filter { $0.walk != nil }.map(\.edges.before)
        let moved = shown.map { $0.id }.filter { items.contains(id: $0) && !unmoved.contains($0) && !edges.contains($0) }
        let arrived = takeAway(moved + new.map { $0.id }.filter(newcomers.contains), of: Array(shown))
            .filter { !items.contains(id: $0.id) }
        let middle = self.place(of: arrived, on: page)
        insert(
            arrived, at: middle ?? index(of: below) ?? place,
            isLinked: middle != nil || previous != nil && loaded.isLinked && arrived.first?.id == found.first?.id,
            below: middle == nil ? previous : nil)
        if let end, end > found.startIndex, found[end].id == below, let index = index(of: below), index > 0,
            sequence[index - 1] == found[end - 1].id
        {
            unlinked.remove(below)
        }
        if let end { doubtRows(from: below, to: found[end].id) }
        walk.progress.loaded += new.count
        openGaps.insert(contentsOf: loaded.gaps.map { FeedGap(edges: $0) }, at: number)
        alignGaps()
        if end != nil || bridge.end == .lastPage { closeGap(above: below, as: bridge) }
        return (!new.isEmpty, failure)
    }

    /// Marks the first rows of the stretch below a gap as stale: the page that fills the gap does not show them.
    ///
    /// Where rows only enter at the head, they are below all rows of the gap.
    private mutating func doubtRows(from first: Item.ID, to shown: Item.ID) {
        guard rules.serviceOrder != .moving, let start = index(of: first), let end = index(of: shown), start < end else { return }
        doubt(sequence[start..<end])
        // A row that could not be decoded may have been above the gap.
        if rules.serviceOrder == .newestFirst, !hidesPlaces { unlinked.remove(first) }
    }

    /// Returns the index at which a page meets the stretch below a gap.
    ///
    /// That is the stretch's first item, or two of its items in a row: a single one may have moved.
    private func meeting(_ found: ArraySlice<Item>, above place: Int, _ previous: Item.ID?) -> Int? {
        let below = sequence[place]
        let stretch = Set(sequence[place...]).subtracting(newcomers)
        var wasBelow = previous.map(stretch.contains) ?? false
        for index in found.indices {
            let isBelow = stretch.contains(found[index].id)
            if found[index].id == below { return index }
            if isBelow, wasBelow { return max(index - 1, found.startIndex) }
            wasBelow = isBelow
        }
        return nil
    }

    /// Joins the stretches above and below a gap.
    mutating func closeGap(above id: Item.ID, as bridge: PageWalk<Item>) {
        openGaps.removeAll { $0.edges.before == id }
        let start = lowestStart
        walk.seen.formUnion(sequence[start...].filter { !newcomers.contains($0) })
        walk.first = firstOfWalk
        if let total, isLonger(total) { moveWalk(total: total, known: walk.takeSeen()) }
    }

    /// Inserts new items in the service's order and in display order.
    ///
    /// `isLinked` says whether the first one is known to be below `previous`, or below the row above.
    mutating func insert(_ new: [Item], at place: Int, isLinked: Bool = true, below previous: Item.ID? = nil) {
        if let first = new.first?.id, let above = sequence[..<place].last(where: { !newcomers.contains($0) }) {
            unlinked.remove(first)
            if !isLinked || previous.map({ $0 != above }) ?? false { unlinked.insert(first) }
        }
        if !new.isEmpty, sequence[..<place].contains(where: hasPlace),
            let below = sequence[place...].first(where: { !newcomers.contains($0) })
        {
            unlinked.insert(below)
        }
        items.insert(new, at: rules.order == nil ? place : items.endIndex)
        isUnsorted = true
        sequence.insert(contentsOf: new.map { $0.id }, at: place)
    }

    /// Removes a page's known items from their old index, since the page decides where they are, and returns the page's items as
    /// stored instances.
    mutating func takeAway(_ known: [Item.ID], of new: [Item]) -> [Item] {
        guard !known.isEmpty else { return new }
        let own = items.instances(of: new)
        newcomers.subtract(known)
        passLinks(over: Set(known))
        sequence.removeAll(where: known.contains)
        items.remove(known)
        return own
    }

    /// Keeps rows unlinked whose upper neighbors leave their place.
    mutating func passLinks(over gone: Set<Item.ID>) {
        for id in unlinked.intersection(gone) {
            unlinked.remove(id)
            guard let index = index(of: id), let next = sequence[index...].first(where: { !gone.contains($0) }) else { continue }
            unlinked.insert(next)
        }
    }

    /// Continues the list in its lowest gap, because the service has none of the rows below it any more.
    mutating func goOnInGap() -> Bool {
        guard let number = openGaps.lastIndex(where: { $0.walk != nil }), let bridge = openGaps.remove(at: number).walk else {
            return false
        }
        goOn(as: bridge)
        return true
    }

    /// Continues the list with the walk into its lowest gap, now that no row is below it.
    mutating func goOn(as bridge: PageWalk<Item>) {
        // The stretch above the gap may have grown at its head. The place of a newcomer is unknown: a page has to show it.
        let stretch = sequence[lowestStart...].filter { !newcomers.contains($0) }
        walk.goOn(as: bridge, known: bridge.seen.union(stretch), loaded: sequence.count)
    }

    /// Returns a page's new items in the stretch that it continues; items above that belong in a gap.
    func belowGaps(_ new: [Item], of page: Page<Item>) -> [Item] {
        // The walk may not know rows above a gap that is gone.
        let new = new.filter { newcomers.contains($0.id) || !items.contains(id: $0.id) }
        guard isDivided else { return new }
        let stretch = Set(sequence[lowestStart...]).subtracting(newcomers)
        let first = page.items.firstIndex { stretch.contains($0.id) } ?? 0
        let above = Set(page.items[..<first].map { $0.id })
        return new.filter { !above.contains($0.id) }
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
            openGaps.append(FeedGap(edges: PageGap(after: place > 0 ? sequence[place - 1] : nil, before: below)))
            unlinked.insert(below)
            guard let bookmark = gap.bookmark else { continue }
            let known = Set(sequence[start..<place]).subtracting(newcomers)
            openGaps[openGaps.endIndex - 1].walk = PageWalk(rules: rules.paging, from: bookmark, known: known)
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
        var moved: [FeedGap<Item>] = []
        for var gap in openGaps {
            guard let edge = gap.edges.before ?? gap.edges.after, gone.contains(edge) else {
                moved.append(gap)
                continue
            }
            // Rows above `index` were reloaded, without a gap.
            guard let place = self.index(of: edge), place >= index else { continue }
            let next = gap.edges.before == nil ? nil : sequence[place...].first { !gone.contains($0) }
            if let walk = gap.walk, next == nil {
                continuation = continuation ?? walk
            } else if !moved.contains(where: { $0.edges.before == next }) {
                gap.edges.before = next
                moved.append(gap)
            }
        }
        // Two gaps without rows between them become one, filled by the upper walk.
        var edges: Set<Item.ID?> = []
        openGaps = moved.filter { edges.insert($0.edges.before).inserted }
        return continuation
    }

    /// Updates the edge above each gap to the item that is there now.
    mutating func alignGaps() {
        for (number, gap) in openGaps.enumerated() {
            guard gap.walk != nil || gap.edges.after.map({ !items.contains(id: $0) }) ?? false else { continue }
            let index = gap.edges.before.flatMap(self.index) ?? sequence.endIndex
            openGaps[number].edges.after = index > 0 ? sequence[index - 1] : nil
        }
    }
}
