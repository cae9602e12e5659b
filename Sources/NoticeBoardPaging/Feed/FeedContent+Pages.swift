import NoticeBoardBase

/// What a page brought.
struct PageResult: Sendable {
    /// Whether the page had new items.
    var hasNewRows = false
    /// The error of the list itself.
    var failure: NoticeBoardError?
    /// Whether the walk looks for the rows above a gap at another position, because the page did not continue them.
    var looksElsewhere = false
}

/// Older pages: below the list, or below the stretch above a gap.
extension FeedContent {
    /// Adds a page at the list's end, and returns whether it had new items.
    mutating func add(_ page: Page<Item>) -> PageResult {
        let position = walk.position
        let formerTotal = walk.progress.total
        let skippedOver = slotsBelow(page)
        let lastID = walk.lastID
        let endedBroken = walk.endsBroken
        note(page, at: position)
        confirmRows(of: page, at: position)
        let accepted = accept(page, in: list.lowest)
        walk.isReturning = false
        var failure = accepted.failure
        if failure?.code == .placeLost {
            // The service has none of the lowest rows any more: the list goes on in the gap above them. Without a gap, a refresh
            // finds a place to continue, or shows the whole list.
            walk.isOutOfOrder = true
            failure = nil
        }
        // The page may belong above: a refresh finds the place below the loaded rows.
        guard !walk.isOutOfOrder else { return PageResult(failure: failure) }
        var hasNewRows = false
        if let loaded = accepted.loaded {
            hasNewRows = addOlder(page, loaded, to: list.lowest, at: position, below: lastID, endedBroken: endedBroken)
        }
        if failure == nil, !isOutdated {
            removeRows(below: lastID, since: page, at: position)
            doubtRows(after: page, at: position, formerTotal, hasNewRows ? skippedOver : [])
        }
        total = walk.progress.total
        newItemCount = max(0, walk.cameAbove - newcomerCount)
        return PageResult(hasNewRows: hasNewRows, failure: failure)
    }

    /// Merges a page that continues a stretch, and returns whether any of its items was inserted.
    ///
    /// `lastID` is the last element of the page before. `arrivals` are loaded rows that the page has taken from places further down.
    @discardableResult
    mutating func addOlder(
        _ page: Page<Item>, _ loaded: LoadedPage<Item>, to number: Int, at position: PagePosition?, below lastID: Item.ID?,
        endedBroken: Bool, arrivals: Set<Int> = []
    ) -> Bool {
        facts.skipped += loaded.skipped.count
        let isTop = number == 0
        let isLast = number == list.lowest
        // Items above the loaded ones are left to a refresh.
        let above = rules.serviceOrder == .moving ? 0 : loaded.above
        let own = loaded.items.dropFirst(above).filter { item in
            guard let slot = items.slot(of: item.id) else { return true }
            return arrivals.contains(slot) || list.row(slot)?.isNewcomer ?? false
        }
        guard !own.isEmpty else {
            // Only a new item shows that a page continues the list.
            openGaps(loaded.gaps)
            return false
        }
        let ownIDs = Set(own.map { $0.id })
        let arrived = Set(own.compactMap { items.slot(of: $0.id) })
        let previous = rowAbove(page, loaded, at: position, in: number, lastID, endedBroken: endedBroken)
        var evidence = evidence(of: page, at: position, below: previous.proof, as: .older, isTop: isTop, isLast: isLast)
        evidence.above = previous.slot
        evidence.linkAbove = previous.link
        for index in evidence.elements.indices {
            guard let slot = evidence.elements[index].slot, slot < 0, !ownIDs.contains(page.items[~slot].id) else { continue }
            evidence.elements[index].slot = nil
        }
        var rows = list.stretches[number].rows
        if !arrived.isEmpty { _ = rows.takeOut { arrived.contains($0.slot) } }
        var comparison = Comparison(rows, as: .older, mergeRules)
        comparison.isBelowGap = !isTop
        comparison.compare(evidence, arrivals: arrived)
        let merge = Merge(comparison)
        let placed = arrived.intersection(merge.come)
        var others: [FeedRow] = []
        if !arrived.isEmpty {
            others = list.takeOut { arrived.contains($0.slot) && ($0.isNewcomer || placed.contains($0.slot)) }
        }
        let come = Set(merge.come.map { $0 < 0 ? page.items[~$0].id : id(of: $0) })
        list.setRows(resolve(merge.rows, page), of: number)
        // Another page shows the place of these.
        list.insertAtHead(others.filter { $0.isNewcomer && !placed.contains($0.slot) })
        if merge.unlinksBelow, !isLast { unlinkFirst(of: number + 1) }
        forgetAnchors(placed, below: number)
        if isOutdated { doubt(come.compactMap(items.slot)) }
        showRows()
        for item in page.items where !come.contains(item.id) { replace(item) }
        leaveOut(own.filter { !come.contains($0.id) }, of: page, at: position, in: number)
        noteCursor(of: page)
        openGaps(loaded.gaps)
        return !come.isEmpty
    }

    /// The row that a page continues.
    private struct RowAbove {
        var slot: Int?
        var link: FeedRow.Link
        /// The row, if it proves what is between it and the rows of the page.
        var proof: Item.ID?
    }

    /// Returns the row that a page continues: the last element of the page before, if that is still loaded.
    private func rowAbove(
        _ page: Page<Item>, _ loaded: LoadedPage<Item>, at position: PagePosition?, in number: Int, _ lastID: Item.ID?,
        endedBroken: Bool
    ) -> RowAbove {
        let unknown = RowAbove(slot: nil, link: .unknown)
        // The page may show the row again.
        guard let lastID, !page.items.contains(where: { $0.id == lastID }) else { return unknown }
        var link: FeedRow.Link
        switch loaded.link {
        case .shown: link = endedBroken ? .below : .shown
        case .likely: link = rules.serviceOrder == .newestFirst && !endedBroken ? .likely : .unknown
        case .unknown: return unknown
        }
        // Rows may have come since the page was stored on the device.
        if isOutdated { link = position?.cursor == nil ? .unknown : .below }
        guard let slot = items.slot(of: lastID), !facts.pins.contains(lastID) else {
            // The row is gone, or was shown at the top while it was pinned: the page is below the others.
            let lowest = list.stretches[number].rows.last { !$0.isNewcomer }
            return RowAbove(slot: lowest?.slot, link: link == .likely ? .unknown : .below)
        }
        let isProof = isPlaced(lastID) && (link == .shown || link == .likely)
        return RowAbove(slot: slot, link: link, proof: isProof ? lastID : nil)
    }

    /// Removes the rows below the last one of the page before, if an empty page after it shows that the list ends there.
    private mutating func removeRows(below lastID: Item.ID?, since page: Page<Item>, at position: PagePosition?) {
        guard page.items.isEmpty, position?.cursor == nil, isEmptyEnd(page, at: position, below: lastID), showsPlaces,
            mergeRules.removable == .unconfirmed, let lastID, isPlaced(lastID), let index = index(of: lastID)
        else { return }
        let below = Set(list.rows[(index + 1)...].filter { $0.hasPlace && $0.existence > .confirmed }.map(\.slot))
        guard !below.isEmpty else { return }
        _ = list.takeOut { below.contains($0.slot) }
        walk.progress.loaded = list.count
        showRows()
    }

    /// Leaves out new items that a page shows above the rows of a stretch: a refresh, a gap or a reloaded row brings them.
    private mutating func leaveOut(_ new: [Item], of page: Page<Item>, at position: PagePosition?, in number: Int) {
        guard !new.isEmpty, rules.serviceOrder != .moving else { return }
        let ids = Set(new.map { $0.id })
        var walk = list.stretches[number].walk
        walk.recent.removeAll(where: ids.contains)
        if !list.hasGaps, let offset = position.offset, let first = firstOfWalk,
            let index = page.items.firstIndex(where: { $0.id == first })
        {
            walk.cameAbove = max(walk.cameAbove, offset.clampedAdding(index))
        }
        list.setWalk(walk, of: number)
    }

    /// Marks the order of a stretch's first row and the rows above it as unknown.
    mutating func unlinkFirst(of number: Int) {
        guard list.stretches.indices.contains(number), let first = list.stretches[number].rows.first(where: { !$0.isNewcomer })
        else { return }
        list.mark([first.slot]) { $0.link = .unknown }
    }

    // MARK: - Doubt

    /// Returns the slots of the last loaded rows, below the last one that an older page shows again.
    private func slotsBelow(_ page: Page<Item>) -> [Int] {
        guard let known = page.items.last(where: { isPlaced($0.id) }), let index = index(of: known.id) else { return [] }
        return list.rows[(index + 1)...].map(\.slot)
    }

    /// Puts rows in doubt if an older page shows that some were deleted.
    ///
    /// `skippedOver` are the last loaded rows, if the page goes on below a row above them.
    private mutating func doubtRows(after page: Page<Item>, at position: PagePosition?, _ formerTotal: Int?, _ skippedOver: [Int])
    {
        if growth(from: formerTotal, to: page.total) ?? 0 < 0 {
            doubtRows(from: 0)
        } else {
            doubt(skippedOver)
        }
        confirmRows(of: page, at: position)
    }
}
