import NoticeBoardBase

/// A gap of a list, with the walk that fills it from above.
struct FeedGap<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The items on both sides; there is always one below.
    var edges: PageGap<Item.ID>
    /// Where to continue in the gap.
    var walk: PageWalk<Item>
}

/// The gaps of a list, each between two loaded stretches.
///
/// A gap is identified by the item below it.
extension FeedContent {
    /// Returns the current gap above an item.
    func gap(above id: Item.ID?) -> PageGap<Item.ID>? { gaps.first { $0.before == id } }

    /// Returns the walk that fills a gap.
    func bridge(of gap: PageGap<Item.ID>) -> PageWalk<Item>? { openGaps.first { $0.edges.before == gap.before }?.walk }

    /// The start index of the stretch that older pages continue.
    var lowestStart: Int { openGaps.last?.edges.before.flatMap(index) ?? 0 }

    /// The first item of that stretch that came from a page.
    var firstOfWalk: Item.ID? { sequence[lowestStart...].first(where: hasPlace) }

    /// Opens a gap above a row, or replaces the one there.
    mutating func openGap(above id: Item.ID, _ walk: PageWalk<Item>, isLinked: Bool = true) {
        openGaps.removeAll { $0.edges.before == id }
        let (place, starts) = (index(of: id) ?? 0, gaps.map { $0.before.flatMap(index) ?? 0 })
        let gap = FeedGap(edges: PageGap(after: nil, before: id), walk: walk)
        openGaps.insert(gap, at: starts.firstIndex { $0 > place } ?? starts.endIndex)
        if !isLinked { unlinked.insert(id) }
        alignGaps()
    }

    /// Opens the gaps that a walk reported, because the list changed too fast.
    mutating func openGaps(_ reported: [PageGap<Item.ID>]) {
        for edges in reported {
            guard let below = edges.before, let place = index(of: below), sequence[..<place].contains(where: hasPlace),
                gap(above: below) == nil
            else { continue }
            openGap(above: below, walk(below: place, from: .offset(place.clampedAdding(newItemCount))), isLinked: false)
            walk.first = firstOfWalk
        }
    }

    /// A user asks for the page of a gap, so that its place is looked for as long as it takes.
    private var rulesOfGaps: PagingRules {
        var rules = rules.paging
        rules.maximumSearchPages = nil
        return rules
    }

    /// Returns a walk that looks for the rows of the stretch above an index, from a position on, and continues below them.
    private func walk(below place: Int, from position: PagePosition?) -> PageWalk<Item> {
        let rows = place > 0 ? sequence[stretch(around: place - 1)].filter(hasPlace) : []
        let bookmark = PageBookmark(position: rows.isEmpty ? nil : position, recent: rows, loaded: rows.count, total: total)
        return PageWalk(rules: rulesOfGaps, from: bookmark, known: Set(rows))
    }

    /// Adds a page to a gap from above, and returns whether it had new items.
    mutating func fill(_ gap: PageGap<Item.ID>, with page: Page<Item>) -> (isLonger: Bool, failure: NoticeBoardError?) {
        guard let number = openGaps.firstIndex(where: { $0.edges == gap }), let below = gap.before,
            let place = index(of: below)
        else { return (false, nil) }
        var bridge = openGaps[number].walk
        // A retry asks again where the service ended too early.
        bridge.end = nil
        let (previous, position, endedBroken) = (bridge.lastID, bridge.position, bridge.endsBroken)
        note(page, at: position)
        let loaded = bridge.accept(page)
        var failure = bridge.takeFailure()
        openGaps[number].walk = bridge
        if bridge.isOutOfOrder || failure?.code == .placeLost {
            // The page may belong elsewhere: look for the whole stretch above, then begin at the head.
            let anew = walk(below: place, from: bridge.position?.page == nil ? bridge.position : nil)
            let isLost = !bridge.isOutOfOrder && bridge.recent.count == anew.recent.count
            openGaps[number].walk = isLost ? PageWalk(rules: rulesOfGaps) : anew
            return (false, nil)
        }
        if bridge.end == .early, page.next == nil, position?.cursor != nil, page.total.map({ $0 <= place }) ?? true {
            // The list ends above the rows below the gap: these are gone, which their reload proves.
            bridge.end = .lastPage
            openGaps[number].walk = bridge
            doubt(sequence[place...])
        }
        if bridge.end == .early || bridge.end == .repeatedPosition {
            failure = NoticeBoardError(.endedEarly, "The service has no more items in a gap.")
        }
        total = bridge.progress.total ?? total
        guard let loaded else { return (false, failure) }
        skipped += loaded.skipped.count
        let isBelow = previous != nil && loaded.link != .unknown && !endedBroken
        let above = page.items.contains { $0.id == previous } || !isBelow ? nil : previous
        if let joint = meeting(page.items, above: place, previous) {
            let shown = page.items[..<joint].compactMap { hasPlace($0.id) ? index(of: $0.id) : nil }.last { $0 < place }
            let goesOn = walk.isOutOfOrder && number == openGaps.count - 1
            let new = fill(
                number, with: page, at: position, below: shown ?? above.flatMap(index), joint, isMet: true, after: above)
            if shown == nil, loaded.link == .likely, let first = new.first, let above { addSeams([first: above]) }
            openGaps(loaded.gaps)
            // The list now continues below this page.
            if goesOn {
                append(loaded.items.filter { !items.contains(id: $0.id) }, of: page, at: position, below: nil, nil, .unknown)
            }
            return (!new.isEmpty, failure)
        }
        let shown = Array(loaded.items.dropFirst(loaded.above))
        let new = shown.filter { !items.contains(id: $0.id) || newcomers.contains($0.id) }
        let arrived = new.filter { newcomers.contains($0.id) }
        append(
            takeArrivals(shown, above: place), of: page, at: position, below: above, previous, isBelow ? loaded.link : .unknown,
            above: below)
        putBack(arrived.filter { !items.contains(id: $0.id) })
        let leftOut = Set(new.map { $0.id }.filter { !items.contains(id: $0) || newcomers.contains($0) })
        walk.progress.loaded += new.count - leftOut.count
        alignGaps()
        if !leftOut.isEmpty, let number = openGaps.firstIndex(where: { $0.edges.before == below }) {
            // Another page shows their place: the walk has not handed them out.
            openGaps[number].walk.seen.subtract(leftOut)
            openGaps[number].walk.recent.removeAll(where: leftOut.contains)
        }
        openGaps(loaded.gaps)
        if bridge.end == .lastPage, let number = openGaps.firstIndex(where: { $0.edges.before == below }) {
            close(openGaps.remove(at: number), number)
        }
        return (new.count > leftOut.count, failure)
    }

    /// Takes rows that have moved into a gap from their old places further down, and returns the rows to insert.
    mutating func takeArrivals(_ shown: [Item], above place: Int) -> [Item] {
        // The item below another gap stays: it identifies the gap.
        let stays = Set(sequence[..<place]).subtracting(newcomers).union(gaps.compactMap { $0.before })
        takeAway(shown.map { $0.id }.filter { items.contains(id: $0) && !stays.contains($0) })
        return shown.filter { !items.contains(id: $0.id) }
    }

    /// Returns the index at which a page meets the stretch below a gap.
    ///
    /// That is one of the rows known to be below the stretch's first one, or two of its rows in a row: a single one may have moved.
    private func meeting(_ page: [Item], above place: Int, _ previous: Item.ID?) -> Int? {
        let stretch = Set(sequence[place...].filter(hasPlace))
        let end = sequence[(place + 1)...].firstIndex(where: unlinked.contains) ?? sequence.endIndex
        let isMoving = rules.serviceOrder == .moving
        let known = stretch.intersection(isMoving ? sequence[place...place] : sequence[place..<end])
        var wasBelow = previous.map(stretch.contains) ?? false
        for (index, item) in page.enumerated() {
            if known.contains(item.id) { return index }
            let isBelow = stretch.contains(item.id)
            if isBelow, wasBelow { return max(index - 1, 0) }
            wasBelow = isBelow
        }
        return nil
    }

    /// Continues the list below a gap that is gone, formerly the one with this number.
    mutating func close(_ gap: FeedGap<Item>, _ number: Int) {
        // The list's walk has lost its place: the one through the gap ends above the rows that it continues.
        if walk.isOutOfOrder, number == openGaps.count { return goOn(as: gap.walk) }
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
        if !new.isEmpty, !isLinked || !showsPlaces, sequence[..<place].contains(where: hasPlace),
            let below = sequence[place...].first(where: { !newcomers.contains($0) })
        {
            unlinked.insert(below)
        }
        items.insert(new, at: rules.order == nil ? place : items.endIndex)
        isUnsorted = true
        sequence.insert(contentsOf: new.map { $0.id }, at: place)
    }

    /// Removes rows from their old places, since a page decides where they are.
    mutating func takeAway(_ known: [Item.ID]) {
        guard !known.isEmpty else { return }
        newcomers.subtract(known)
        passLinks(over: Set(known))
        sequence.removeAll(where: known.contains)
        items.remove(known)
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
        guard let gap = openGaps.popLast() else { return false }
        goOn(as: gap.walk)
        return true
    }

    /// Continues the list with the walk into its lowest gap, now that no row is below it.
    mutating func goOn(as bridge: PageWalk<Item>) {
        // The stretch above the gap may have grown at its head. The place of a newcomer is unknown: a page has to show it.
        let stretch = sequence[lowestStart...].filter { !newcomers.contains($0) }
        walk.goOn(as: bridge, known: bridge.seen.union(stretch), loaded: sequence.count)
    }

    // MARK: - Restoring

    /// Restores the gaps of a snapshot; each walk knows the items of its own stretch.
    mutating func restoreGaps(_ kept: [FeedSnapshot<Item>.Gap], _ bookmark: PageBookmark<Item.ID>) {
        var start = 0
        for gap in kept {
            guard let below = gap.edges.before, let place = sequence.firstIndex(of: below), place >= start,
                self.gap(above: below) == nil
            else { continue }
            let known = Set(sequence[start..<place]).subtracting(newcomers)
            openGap(above: below, PageWalk(rules: rulesOfGaps, from: gap.bookmark, known: known))
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
            guard let edge = gap.edges.before, let place = self.index(of: edge) else { continue }
            let isGone = gone.contains(edge)
            // Rows above `index` were reloaded, without a gap.
            if isGone, place < index { continue }
            if isGone { gap.edges.before = sequence[place...].first { !gone.contains($0) } }
            if gap.edges.before == nil {
                continuation = continuation ?? gap.walk
            } else if moved.last?.edges.before != gap.edges.before {
                // Two gaps without rows between them become one, filled by the upper walk.
                moved.append(gap)
            }
        }
        openGaps = moved
        return continuation
    }

    /// Updates the edge above each gap to the item that is there now.
    mutating func alignGaps() {
        for (number, gap) in openGaps.enumerated() {
            let index = gap.edges.before.flatMap(self.index) ?? 0
            openGaps[number].edges.after = index > 0 ? sequence[index - 1] : nil
        }
    }
}
