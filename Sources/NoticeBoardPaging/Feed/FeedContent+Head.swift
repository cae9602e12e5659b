import NoticeBoardBase

/// Replacing the head of a list after a refresh.
extension FeedContent {
    /// Puts a head above the rows from `index` on, or replaces all rows.
    ///
    /// If the head did not meet these rows, a gap stays between them.
    mutating func take(_ head: FeedHead<Item>, keepingFrom index: Int?, isMet: Bool = true) {
        proveSeams(by: head.items)
        let fresh = Set(head.items.map { $0.id })
        let (kept, lower) = index.map { unproved(above: $0, in: head) } ?? ([], 0)
        newcomers.subtract(fresh)
        // A head that holds all loaded items replaces the list; newcomers mark no position below it.
        let isWhole = !isMet && sequence.allSatisfy { fresh.contains($0) || newcomers.contains($0) }
        var expected: Int?
        if !isMet, rules.serviceOrder != .moving {
            // The others are below the head, or deleted. Changes during the load are applied again, above it.
            for id in newcomers { remove(id) }
        }
        if let index, !isWhole {
            expected = join(head, above: index, keeping: kept, unknown: kept.dropFirst(lower), isMet: isMet)
        } else {
            (unconfirmed, cursorsAfter, unlinked, seams) = ([], [:], head.unlinked, [:])
            let new = items.instances(of: head.items)
            walk = head.walk
            (skipped, openGaps, items, sequence) = (head.skipped, [], FeedItems(), [])
            filterItems()
            insert(new, at: 0)
        }
        if isMet, openGaps.isEmpty, head.unlinked.isEmpty { proveSeams() } else { seams = [:] }
        addSeams(head.seams)
        // Newcomers missing from the head stay above the gap until a page shows them.
        newcomers = newcomers.filter(items.contains)
        walk.cameAbove = head.walk.cameAbove
        (total, newItemCount) = (head.walk.progress.total, head.walk.cameAbove)
        openGaps(head.gaps)
        doubtRows(from: head.items.count, expecting: expected)
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

    /// Puts a head above the rows that stay, and returns the expected total if nothing else was deleted.
    private mutating func join(
        _ head: FeedHead<Item>, above index: Int, keeping kept: [Item.ID], unknown: ArraySlice<Item.ID>, isMet: Bool
    ) -> Int? {
        let fresh = head.items.map { $0.id }
        // Rows that left their index: reloaded in the head, or deleted. Avoid passes over the whole list: a refresh runs on the
        // main actor.
        //
        // Rows that may be in the wrong order are not known to be deleted.
        var gone = Set(sequence[..<index]).subtracting(kept)
        var known = walk.takeSeen()
        let newOnes = fresh.count { !known.contains($0) && !items.contains(id: $0) }
        // The page may not know newcomers.
        let missing = gone.subtracting(fresh).subtracting(newcomers)
        let expected = total.map { $0.clampedAdding(max(0, newOnes - newItemCount) - missing.count) }
        let isMixed = fresh.contains { items.contains(id: $0) && !gone.contains($0) }
        for id in gone { known.remove(id) }
        gone.formUnion(fresh)
        if isMixed { passLinks(over: Set(fresh).subtracting(sequence[..<index])) }
        unlinked.subtract(fresh)
        unlinked.formUnion(head.unlinked)
        if !kept.isEmpty { unlinked.formUnion(unknown + sequence[index...].prefix(1)) }
        let continuation = moveGaps(from: index, past: gone)
        let isStaying = { [newcomers] (id: Item.ID) in !gone.contains(id) && !newcomers.contains(id) }
        let stays = kept.first(where: isStaying) ?? sequence[index...].first(where: isStaying)
        if !isMet, let stays { openGap(above: stays, head.walk, isLinked: showsPlaces && head.unlinked.isEmpty) }
        if rules.order == nil, !isMixed {
            items.replaceHead(index, with: head.items + kept.compactMap { items[id: $0] })
            sequence.replaceSubrange(..<index, with: fresh + kept)
        } else {
            items.remove(gone)
            sequence.replaceSubrange(..<index, with: kept)
            if isMixed { sequence.removeAll(where: gone.contains) }
            insert(head.items, at: 0)
        }
        alignGaps()
        unconfirmed.subtract(gone)
        // How many of the earlier undecodable elements were reloaded is unknown.
        skipped = max(head.skipped, skipped)
        walk.pinned.formUnion(head.walk.pinned)
        // With gaps, the walk knows only its own stretch: other rows prove no position there.
        if openGaps.isEmpty { known.formUnion(fresh) }
        let now = head.walk.progress.total
        // The previous total already counts the items that appeared above.
        let left = walk.progress.total.flatMap { before in now.map { (before - $0).clampedAdding(newOnes - walk.cameAbove) } }
        // Rows may have been added below a gap, at the end.
        let hasGrown = !openGaps.isEmpty && rules.serviceOrder == .fixed && now.map { $0 > walk.progress.total ?? .max } ?? false
        if let continuation {
            goOn(as: continuation)
        } else if walk.isOutOfOrder {
            // The walk has lost its place: it goes on below the head or the lowest gap.
            if openGaps.isEmpty { goOn(as: head.walk) }
        } else if openGaps.isEmpty, !missing.isEmpty, left != missing.count {
            // A missing row may have moved instead of being deleted, so walk through the rows below again.
            walk.goOn(as: head.walk, known: known, loaded: sequence.count)
        } else if walk.end == nil || isLonger(now) || hasGrown {
            moveWalk(total: now, known: consume known)
        } else {
            walk.seen = known
        }
        return expected
    }

    /// Returns the rows above an index that a head does not show and that may still exist; the first `lower` ones are then below
    /// the rows that it shows.
    private func unproved(above index: Int, in head: FeedHead<Item>) -> (kept: [Item.ID], lower: Int) {
        let places = Dictionary(head.items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let doubtful = head.items.indices.filter {
            head.belowBroken.contains(head.items[$0].id) || head.unlinked.contains(head.items[$0].id)
        }
        var (kept, lower, start, upper, isTop) = ([Item.ID](), 0, 0, -1, true)
        for number in 0...index {
            let isEnd = number == index
            if !isEnd, places[sequence[number]] == nil || !hasPlace(sequence[number]) { continue }
            let place = isEnd ? head.items.count : places[sequence[number]] ?? 0
            let isLast = isEnd && head.isComplete && !head.walk.endsBroken
            let isProved = upper < place && !doubtful.contains { upper < $0 && $0 <= place } && (!isEnd || isLast)
            isTop = isTop && isProved
            defer { (start, upper) = (number + 1, place) }
            guard start < number else { continue }
            let (below, above) = knownPlaces(in: start..<number, isTop: isTop, isEnd: isLast)
            let gone = isProved && rules.serviceOrder != .moving && above < below ? above..<below : 0..<0
            let rest = (start..<number).filter {
                !gone.contains($0) && places[sequence[$0]] == nil && !newcomers.contains(sequence[$0])
            }
            if kept.isEmpty, isProved, showsPlaces { lower = rest.count { $0 < below } }
            kept += rest.map { sequence[$0] }
        }
        return (kept, lower)
    }

    /// Returns whether a head replaces all rows: it ends the list, or reaches past all loaded rows.
    func isReplaced(by head: FeedHead<Item>) -> Bool {
        guard head.joins else { return head.walk.end != nil }
        guard head.belowBroken.isEmpty, !head.walk.endsBroken, head.unlinked.isEmpty else { return false }
        // In a moving list, a row may have moved below the head, or from one of its pages to another.
        return head.isComplete && (rules.serviceOrder != .moving || head.pages == 1)
    }

    /// Returns the rows that a head neither shows nor proves deleted, if it reaches past all loaded rows; otherwise `nil`.
    func rows(passedBy head: FeedHead<Item>) -> [Item.ID]? {
        guard !head.walk.endsBroken, head.unlinked.isEmpty, let last = sequence.last(where: hasPlace),
            let lowest = head.items.lastIndex(where: { isPlaced($0.id) })
        else { return nil }
        let isInOrder = rules.serviceOrder != .moving && unlinked.isEmpty && openGaps.isEmpty
        if head.items.contains(where: { $0.id == last }) {
            let kept = unproved(above: sequence.count, in: head).kept
            return kept.isEmpty || isInOrder ? kept : nil
        }
        // Where rows only enter at the head, a page of unknown rows below a known one is below all rows.
        guard rules.serviceOrder == .newestFirst, isInOrder, showsPlaces, head.items.count > lowest + max(pageSize, 1) else {
            return nil
        }
        let below = sequence.drop { $0 != head.items[lowest].id }.dropFirst().filter(hasPlace)
        return unproved(above: sequence.count, in: head).kept == below ? [] : nil
    }

    /// Returns whether a row is loaded and has a place that a page has shown.
    private func isPlaced(_ id: Item.ID) -> Bool { items.contains(id: id) && hasPlace(id) }

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
        guard walk.end == .lastPage || walk.end == .early else { return false }
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
