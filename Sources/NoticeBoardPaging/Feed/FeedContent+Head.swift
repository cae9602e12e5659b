import NoticeBoardBase

/// Where a head belongs.
enum HeadPlace: Sendable, Equatable {
    /// It replaces all rows.
    case all
    /// The rows from an index on continue it.
    case above(Int)
    /// It reaches past all rows.
    case past
    /// It is above all rows, with a gap in between.
    case apart
}

/// Joining the head of a list after a refresh.
extension FeedContent {
    /// Returns where a head belongs, or `nil` to load another page.
    func place(of head: FeedHead<Item>) -> HeadPlace? {
        guard head.joins else { return head.items.isEmpty && head.walk.end == nil ? nil : .all }
        let isMoving = rules.serviceOrder == .moving
        // A total that is too small removes no row.
        let showsEnd = head.showsEnd && !(isTotalTooSmall && head.endsByTotal)
        // In a moving list, a row may have moved from one page to another.
        if isMoving, head.pages == 1, showsEnd, head.belowBroken.isEmpty { return .all }
        if head.walk.end != nil { return showsEnd && !isMoving ? .past : .above(sequence.count) }
        if let joint = joint(of: head) { return .above(joint + 1) }
        if isPassed(by: head) { return .past }
        return head.items.isEmpty || head.pages < rules.refreshPages ? nil : .apart
    }

    /// Puts a head in its place.
    mutating func take(_ head: FeedHead<Item>, at place: HeadPlace) {
        proveSeams(by: head.items)
        let fresh = Set(head.items.map { $0.id })
        if place == .apart, rules.serviceOrder != .moving {
            // The others are below the head, or deleted. Changes during the load are applied again, above it.
            for id in newcomers.subtracting(fresh) { remove(id) }
        }
        var expected: Int?
        if place == .all {
            (unconfirmed, cursorsAfter, unlinked, seams) = ([], [:], head.unlinked, [:])
            let new = items.instances(of: head.items)
            walk = head.walk
            (skipped, openGaps, items, sequence) = (head.skipped, [], FeedItems(), [])
            filterItems()
            insert(new, at: 0)
        } else {
            expected = join(head, at: place)
        }
        if place != .apart, openGaps.isEmpty, head.unlinked.isEmpty { proveSeams() } else { seams = [:] }
        addSeams(head.seams)
        // Newcomers missing from the head stay above the gap until a page shows them.
        newcomers = newcomers.subtracting(fresh).filter(items.contains)
        walk.cameAbove = head.walk.cameAbove
        (total, newItemCount) = (head.walk.progress.total, head.walk.cameAbove)
        openGaps(head.gaps)
        // Rows below the head may be changed or deleted: they are reloaded as they appear.
        shown = fresh
        doubtRows(from: head.items.last.flatMap { index(of: $0.id) }.map { $0 + 1 } ?? 0, expecting: expected)
    }

    /// Links rows that are below the row above them, since the refresh does not show them above all rows.
    private mutating func proveSeams() {
        for (id, upper) in seams where rowAbove(id) == upper { unlinked.remove(id) }
        seams = [:]
    }

    /// Links rows to the rows above them if a page shows them below rows that were loaded before.
    mutating func proveSeams(by shown: [Item]) {
        guard !seams.isEmpty else { return }
        let places = shown.compactMap { hasPlace($0.id) ? index(of: $0.id) : nil }
        for (above, place) in zip(places, places.dropFirst()) where above < place {
            let id = sequence[place]
            if let upper = seams.removeValue(forKey: id), rowAbove(id) == upper { unlinked.remove(id) }
        }
    }

    /// Returns the row above a row; newcomers do not count.
    private func rowAbove(_ id: Item.ID) -> Item.ID? {
        index(of: id).flatMap { sequence[..<$0].last { !newcomers.contains($0) } }
    }

    /// Marks rows that may not follow the row above them.
    mutating func addSeams(_ new: [Item.ID: Item.ID]) {
        guard rules.serviceOrder == .newestFirst else { return }
        unlinked.formUnion(new.keys)
        seams.merge(new) { $1 }
    }

    /// Returns the newcomers that are older than one that a head shows, and that it does not show.
    func newcomersBelowRows(of head: FeedHead<Item>) -> [Item.ID] {
        guard rules.serviceOrder == .newestFirst, !newcomers.isEmpty else { return [] }
        let fresh = Set(head.items.map { $0.id })
        return sequence.drop { !fresh.contains($0) }.filter { newcomers.contains($0) && !fresh.contains($0) }
    }

    /// Joins a head and the rows that it meets, and returns the expected total if nothing else was deleted.
    private mutating func join(_ head: FeedHead<Item>, at place: HeadPlace) -> Int? {
        let end =
            switch place {
            case .above(let index): index
            case .apart: 0
            case .all, .past: sequence.count
            }
        walk.pinned.formUnion(head.walk.pinned)
        let fresh = head.items.map { $0.id }
        var known = walk.takeSeen()
        let newOnes = fresh.count { !known.contains($0) && !items.contains(id: $0) }
        // The head would show newcomers.
        let missing = sequence[..<end].filter { newcomers.contains($0) && !fresh.contains($0) }
        let continuation = openGaps.isEmpty ? nil : moveGaps(from: end, past: Set(sequence[..<end]).union(fresh))
        takeAway(missing)
        let (gone, _, range) = join(head.page, with: 0..<end - missing.count, as: .head(endsList: place == .past))
        unlinked.formUnion(head.unlinked)
        if end == 0, let below = sequence[range.upperBound...].first(where: { !newcomers.contains($0) }) {
            openGap(above: below, head.walk, isLinked: showsPlaces && head.unlinked.isEmpty)
        }
        let expected = total.map { $0.clampedAdding(max(0, newOnes - newItemCount) - gone.count) }
        alignGaps()
        unconfirmed.subtract(fresh)
        // How many of the earlier undecodable elements were reloaded is unknown.
        skipped = max(head.skipped, skipped)
        known.subtract(gone)
        // With gaps, the walk knows only its own stretch: other rows prove no position there.
        if openGaps.isEmpty { known.formUnion(fresh) }
        let now = head.walk.progress.total
        // The previous total already counts the items that appeared above.
        let left = walk.progress.total.flatMap { before in now.map { (before - $0).clampedAdding(newOnes - walk.cameAbove) } }
        // Rows may have been added below a gap, at the end.
        let hasGrown =
            !openGaps.isEmpty && rules.serviceOrder == .fixed && now.map { $0 > walk.progress.total ?? .max } ?? false
            // A cursor walk that began at the head would go through the gap.
            && (walk.position != nil || usesOffsets)
        if place == .past {
            goOn(as: head.walk)
        } else if let continuation {
            goOn(as: continuation)
        } else if walk.isOutOfOrder {
            // The walk has lost its place: it goes on below the head or the lowest gap.
            if openGaps.isEmpty { goOn(as: head.walk) }
        } else if openGaps.isEmpty, !gone.isEmpty, left != gone.count {
            // A missing row may have moved instead of being deleted, so walk through the rows below again.
            walk.goOn(as: head.walk, known: known, loaded: sequence.count)
        } else if walk.end == nil || isLonger(now) || hasGrown {
            moveWalk(total: now, known: consume known)
        } else {
            walk.seen = known
        }
        return expected
    }

    /// Returns whether a head reaches past all loaded rows.
    private func isPassed(by head: FeedHead<Item>) -> Bool {
        guard let last = sequence.last(where: hasPlace) else { return !head.items.isEmpty }
        let isInOrder = rules.serviceOrder != .moving && unlinked.isEmpty && openGaps.isEmpty
        let fresh = Set(head.items.map { $0.id })
        if fresh.contains(last) { return isInOrder || sequence.allSatisfy { fresh.contains($0) || newcomers.contains($0) } }
        // Where rows only enter at the head, a page of unknown rows below a known one is below all rows.
        return rules.serviceOrder == .newestFirst && isInOrder && showsPlaces && head.unlinked.isEmpty
            && head.items.lastIndex { isPlaced($0.id) }.map { head.items.count > $0 + max(pageSize, 1) } ?? false
    }

    /// Returns whether a row is loaded and has a place that a page has shown.
    func isPlaced(_ id: Item.ID) -> Bool { items.contains(id: id) && hasPlace(id) }

    /// Returns whether a loaded row has a place that a page has shown: newcomers and pinned rows have none.
    func hasPlace(_ id: Item.ID) -> Bool { !newcomers.contains(id) && !walk.pinned.contains(id) }

    /// Returns the index of the loaded row after which the others continue below a head.
    ///
    /// That is the index of the head's last row if the head has all rows above it. Otherwise the row before must match, too,
    /// since a single row may have moved here. The index is limited to twice the head's length.
    func joint(of head: FeedHead<Item>) -> Int? {
        guard head.joins, let last = head.items.last?.id, isPlaced(last), let index = index(of: last),
            index - newcomers.count - walk.pinned.count < 2 * head.items.count
        else { return nil }
        let fresh = Set(head.items.map { $0.id })
        if sequence[...index].allSatisfy({ fresh.contains($0) || !hasPlace($0) }) { return index }
        // The first row has returned above, so there is a row before.
        let above = rules.serviceOrder == .moving ? sequence[index - 1] : sequence[..<index].last(where: fresh.contains)
        return head.items.dropLast().last?.id == above ? index : nil
    }

    /// Returns whether a fully loaded list may have grown at its end, by the total or, without one, by asking.
    func isLonger(_ total: Int?) -> Bool {
        guard walk.end == .lastPage || walk.end == .early || walk.end == .repeatedPosition else { return false }
        // A one-page list can continue only if the service is known to use offsets.
        if walk.position == nil, !usesOffsets { return false }
        // Missing items may be in a gap.
        return total.map { openGaps.isEmpty && $0 > sequence.count } ?? usesOffsets
    }

    /// Moves the walk to the end of the loaded rows; the last items locate it.
    mutating func moveWalk(total: Int?, known: consuming Set<Item.ID>) {
        var place = walk.bookmark
        let start = lowestStart
        // Without a total, how many items are missing in a gap is unknown.
        let shift =
            total.flatMap { now in place.total.map { now - $0 } } ?? (!openGaps.isEmpty ? 0 : sequence.count - place.loaded)
        switch place.position {
        case .offset(let offset)? where walk.end == nil || !openGaps.isEmpty:
            place.position = .offset(max(0, offset.clampedAdding(shift)))
        case nil where lastPosition != nil && !usesOffsets: break
        case nil, .offset?: place.position = .offset(sequence.count)
        case .page(let number)? where (shift != 0 || !openGaps.isEmpty) && rules.serviceOrder != .moving:
            // One page further up, in case rows above were deleted.
            let page = number.clampedAdding(shift / max(pageSize, 1) - 1)
            place.position = page > 1 ? .page(page) : nil
        case .cursor?, .page?: break
        }
        let room = max(rules.paging.remembered, 1)
        place.recent = sequence[start...].suffix(room + newcomers.count).filter { !newcomers.contains($0) }.suffix(room)
        (place.loaded, place.total, place.isAtEnd) = (sequence.count, total, false)
        walk.move(to: place, known: consume known, first: firstOfWalk)
    }
}
