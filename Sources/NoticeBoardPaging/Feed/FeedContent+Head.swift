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

/// Where the head of a refresh meets the list, and where the list continues after it.
extension FeedContent {
    /// Returns where a head belongs, or `nil` to load another page.
    func place(of head: FeedHead<Item>) -> HeadPlace? {
        guard head.joins else { return head.items.isEmpty && head.walk.end == nil ? nil : .all }
        let isMoving = rules.serviceOrder == .moving
        // A total that is too small removes no row.
        let showsEnd = head.showsEnd && !(facts.isTotalTooSmall && head.endsByTotal)
        // In a moving list, a row may have moved from one page to another.
        if isMoving, head.pages == 1, showsEnd, head.belowBroken.isEmpty { return .all }
        if head.walk.end != nil { return showsEnd && !isMoving ? .past : .above(list.count) }
        if let index = meetingRow(of: head) { return .above(index + 1) }
        if isPassed(by: head) { return .past }
        return head.items.isEmpty || head.pages < rules.refreshPages ? nil : .apart
    }

    /// Puts a head in its place.
    mutating func take(_ head: FeedHead<Item>, at place: HeadPlace) {
        let wasComplete = end != nil && !list.hasGaps && place != .apart
        linkLikelyRows(shownBy: head.items)
        if place == .apart, rules.serviceOrder != .moving {
            // The others are below the head, or deleted. Changes during the load are applied again, above it.
            for id in newcomersMissing(in: head) { remove(id) }
        }
        var expected: Int?
        if place == .all {
            replaceAll(by: head)
        } else {
            expected = meet(head, at: place)
        }
        if place != .apart, head.unlinked.isEmpty { linkLikelyRows() }
        if rules.serviceOrder == .newestFirst {
            list.mark(head.seams.keys.compactMap(items.slot)) { $0.link = .likely }
        }
        for (id, next) in head.cursors {
            if let slot = items.slot(of: id) { setCursor(next, below: slot) }
        }
        walk.cameAbove = head.walk.cameAbove
        total = head.walk.progress.total
        newItemCount = head.walk.cameAbove
        openGaps(head.gaps)
        // Rows below the head may be changed or deleted: they are reloaded as they appear.
        let shown = items.knownSlots(of: head.items)
        list.mark { $0.expectConfirmation(except: shown) }
        let last = shown.last.flatMap(list.index)
        doubtRows(from: last.map { $0 + 1 } ?? 0, expecting: expected, wasComplete: wasComplete)
    }

    /// Returns the newcomers that a head of the network does not show.
    private func newcomersMissing(in head: FeedHead<Item>) -> [Item.ID] {
        guard newcomerCount > 0, head.storedAt == nil else { return [] }
        let shown = Set(head.items.map { $0.id })
        return list.rows.filter(\.isNewcomer).map { id(of: $0.slot) }.filter { !shown.contains($0) }
    }

    private mutating func replaceAll(by head: FeedHead<Item>) {
        let new = items.instances(of: head.items)
        items = FeedItems()
        list = FeedList(head.walk)
        facts.skipped = head.skipped
        facts.pins = head.walk.pinned
        facts.cursors = []
        filterItems()
        var rows: [FeedRow] = []
        for item in new {
            var row = FeedRow(slot: items.add(item), origin: facts.pins.contains(item.id) ? .pin : .page)
            if head.unlinked.contains(item.id) { row.link = .unknown }
            rows.append(row)
        }
        list.replace(0..<1, with: rows, head.walk)
        showRows()
    }

    /// Returns the newcomers that are older than one that a head shows, and that it does not show.
    func newcomersBelowRows(of head: FeedHead<Item>) -> [Item.ID] {
        guard rules.serviceOrder == .newestFirst, newcomerCount > 0, head.storedAt == nil else { return [] }
        let shown = Set(head.items.map { $0.id })
        let below = list.rows.drop { !shown.contains(id(of: $0.slot)) }
        return below.filter { $0.isNewcomer && !shown.contains(id(of: $0.slot)) }.map { id(of: $0.slot) }
    }

    /// Merges a head with the rows that it meets, and returns the expected total if nothing else was deleted.
    private mutating func meet(_ head: FeedHead<Item>, at place: HeadPlace) -> Int? {
        var end =
            switch place {
            case .above(let index): index
            case .apart: 0
            case .all, .past: list.count
            }
        setPins(facts.pins.union(head.walk.pinned))
        var shown: Set<Int> = []
        var newOnes = 0
        for (number, slot) in items.slots(of: head.items).enumerated() {
            if let slot {
                shown.insert(slot)
            } else if !head.walk.pinned.contains(head.items[number].id) {
                newOnes += 1
            }
        }
        // A head of the device may be older than a newcomer, and rows that have moved up may have pushed one below a moving head.
        let showsNewcomers = head.storedAt == nil && (rules.serviceOrder != .moving || place == .past)
        if showsNewcomers { end -= removeMissingNewcomers(shown, above: end) }
        let former = walk
        let keepsWalk =
            end > list.start(of: list.lowest) || list.stretches[list.lowest].rows.contains { !shown.contains($0.slot) }
        let changes = merge(head.page, with: .head(count: end, isEnd: place == .past))
        if end == 0 { list.setWalk(head.walk, of: 0) }
        list.mark(head.unlinked.compactMap(items.slot)) { $0.link = .unknown }
        list.linkFirst()
        if end == 0, !showsPlaces || !head.unlinked.isEmpty {
            unlinkFirst(of: 1)
            list.linkFirst()
        }
        let expected = total.map { $0.clampedAdding(max(0, newOnes - newItemCount) - changes.gone) }
        // How many of the earlier undecodable elements were reloaded is unknown.
        facts.skipped = max(head.skipped, facts.skipped)
        // If all rows of the lowest stretch have moved into the head, the list continues in the gap above them.
        if keepsWalk || place == .past {
            continueList(below: head, at: place, former: former, gone: changes.gone, newOnes: newOnes)
        }
        return expected
    }

    /// Removes the newcomers among the first rows that a head does not show, since it would show them; returns their number.
    private mutating func removeMissingNewcomers(_ shown: Set<Int>, above end: Int) -> Int {
        guard newcomerCount > 0 else { return 0 }
        let missing = Set(list.rows[..<end].filter { $0.isNewcomer && !shown.contains($0.slot) }.map(\.slot))
        guard !missing.isEmpty else { return 0 }
        _ = list.takeOut { missing.contains($0.slot) }
        showRows()
        return missing.count
    }

    /// Decides where the list continues after a refresh; `former` is the walk before it.
    private mutating func continueList(
        below head: FeedHead<Item>, at place: HeadPlace, former: PageWalk<Item>, gone: Int, newOnes: Int
    ) {
        let now = head.walk.progress.total
        // The previous total already counts the items that appeared above.
        let left = growth(from: now, to: former.progress.total).map { $0.clampedAdding(newOnes - former.cameAbove) }
        // Rows may have been added below a gap, at the end. A cursor walk that began at the head would go through the gap.
        let hasGrown =
            list.hasGaps && rules.serviceOrder == .fixed && growth(from: former.progress.total, to: now) ?? 0 > 0
            && (walk.position != nil || usesOffsets)
        if place == .past || endsAtLowestRow(head) {
            continueBelow(head)
        } else if walk.isOutOfOrder {
            // The walk has lost its place: it goes on below the head or the lowest gap.
            if !list.hasGaps { continueBelow(head) }
        } else if !list.hasGaps, gone > 0, left != gone {
            // A missing row may have moved instead of being deleted, so walk through the rows below again.
            continueBelow(head)
        } else if walk.end == nil || mayHaveGrown(to: now) || hasGrown {
            moveWalk(total: now)
        }
    }

    /// Returns whether the last row of a head is the lowest row, so that the head's cursor continues the list.
    ///
    /// The list's own cursor may be that of a row that was removed: what came above that row would be missed.
    private func endsAtLowestRow(_ head: FeedHead<Item>) -> Bool {
        guard rules.serviceOrder == .fixed, case .cursor? = head.walk.position, head.walk.end == nil else { return false }
        return list.rows.last(where: \.hasPlace).map { id(of: $0.slot) == head.items.last?.id } ?? false
    }

    private mutating func continueBelow(_ head: FeedHead<Item>) {
        continueList(as: head.walk)
        setPins(head.walk.pinned)
    }

    /// Returns whether a head reaches past all loaded rows.
    private func isPassed(by head: FeedHead<Item>) -> Bool {
        let rows = list.rows
        guard let last = rows.last(where: \.hasPlace) else { return !head.items.isEmpty }
        let isInOrder = rules.serviceOrder != .moving && !list.hasGaps && rows.allSatisfy { $0.link.isOrdered }
        let shown = Set(head.items.map { $0.id })
        if shown.contains(id(of: last.slot)) {
            return isInOrder || rows.allSatisfy { $0.isNewcomer || shown.contains(id(of: $0.slot)) }
        }
        // Where rows only enter at the head, a page of unknown rows below a known one is below all rows.
        guard rules.serviceOrder == .newestFirst, isInOrder, showsPlaces, head.unlinked.isEmpty else { return false }
        guard let known = head.items.lastIndex(where: { isPlaced($0.id) }) else { return false }
        return head.items.count > known + max(facts.pageSize, 1)
    }

    /// Returns the index of the loaded row after which the others continue below a head.
    ///
    /// That is the index of the head's last row if the head has all rows above it. Otherwise the row before must match, too,
    /// since a single row may have moved here. The index is limited to twice the length of the head, or of a page.
    func meetingRow(of head: FeedHead<Item>) -> Int? {
        guard head.joins, let last = head.items.last?.id, isPlaced(last), let index = index(of: last),
            index - newcomerCount - facts.pins.count < 2 * max(head.items.count, facts.pageSize)
        else { return nil }
        let rows = list.prefix(index + 1)
        let shown = Set(items.knownSlots(of: head.items))
        if rows.allSatisfy({ !$0.hasPlace || shown.contains($0.slot) }) { return index }
        // The first row has returned above, so there is a row before.
        let above = rules.serviceOrder == .moving ? rows[index - 1] : rows[..<index].last { shown.contains($0.slot) }
        return head.items.dropLast().last?.id == above.map { id(of: $0.slot) } ? index : nil
    }
}
