import NoticeBoardBase

/// A page as evidence, and the merge of a page that shows a part of the list as a whole: the head, or a gap with the rows on both
/// sides.
extension FeedContent {
    // MARK: - The page as evidence

    /// Returns what a page proves about the rows of a stretch.
    ///
    /// `isTop` says whether the stretch begins the list, `isLast` whether it ends it; for a head, whether the head ends the list.
    func evidence(
        of page: Page<Item>, at position: PagePosition?, below above: Item.ID? = nil, as reason: Reason, isTop: Bool, isLast: Bool
    ) -> Evidence {
        let isStart = position.offset == 0
        var evidence = Evidence()
        evidence.startsList = reason == .head || isStart && isTop
        evidence.endsList = reason == .head ? isLast : isLast && endsList(page, at: position, below: above)
        evidence.above = above.flatMap(items.slot)
        let broken = Set(page.skipped.map(\.index))
        var seen: Set<Item.ID> = []
        var element = -1
        for (number, item) in page.items.enumerated() {
            element += 1
            while broken.contains(element) {
                evidence.elements.append(Evidence.Element(slot: nil, index: element))
                element += 1
            }
            let slot = items.slot(of: item.id)
            // Pages do not show the places of pinned rows.
            guard reason == .head || !facts.pins.contains(item.id) else { continue }
            guard seen.insert(item.id).inserted else { continue }
            evidence.elements.append(Evidence.Element(slot: slot ?? ~number, index: element))
        }
        if broken.contains(where: { $0 > element }) { evidence.endsList = false }
        return evidence
    }

    /// Returns whether the list ends with a page; `above` is the row that the page follows, if a cursor says so.
    private func endsList(_ page: Page<Item>, at position: PagePosition?, below above: Item.ID?) -> Bool {
        if page.items.isEmpty { return page.total == 0 || isEmptyEnd(page, at: position, below: above) }
        guard let next = page.next else { return true }
        if isBelowLastItems(next, page.total) { return true }
        return next.cursor.map { $0 == rules.paging.endMark } ?? false
    }

    /// Returns whether an empty page shows that nothing is below the row that it follows.
    ///
    /// A total that counts more rows than these contradicts it. At an offset, rows may have moved up between two pages unless both
    /// have the same total.
    func isEmptyEnd(_ page: Page<Item>, at position: PagePosition?, below above: Item.ID?) -> Bool {
        guard let above = above.flatMap(index), page.next == nil, page.skipped.isEmpty else { return false }
        switch position {
        case .cursor?: return list.hasGaps || page.total.map { $0 <= above + 1 } ?? true
        case .offset(let offset)?:
            return !list.hasGaps && page.total != nil && page.total == total && offset <= above - newcomerCount + 1
        case .page?, nil: return false
        }
    }

    // MARK: - Merging

    /// A part of the list that a page shows as a whole.
    enum Part {
        /// The first rows of the list; `isEnd` says whether these are all.
        case head(count: Int, isEnd: Bool)
        /// Stretches, with the index of the row below the gap among their rows, and where the list goes on below them.
        case gap(Range<Int>, index: Int, isTop: Bool, walk: PageWalk<Item>)
    }

    /// What a merge has changed.
    struct Changes {
        /// The number of deleted rows.
        var gone = 0
        /// The slots of the new rows.
        var come: [Int] = []
        /// The number of rows of the part now.
        var count = 0
    }

    /// Merges a page with the part of the list that it shows.
    ///
    /// Rows that keep their order stay; the others have moved to where the page shows them. With cursors, the page may continue
    /// the row `above`.
    mutating func merge(
        _ page: Page<Item>, with part: Part, at position: PagePosition? = nil, below above: Item.ID? = nil
    ) -> Changes {
        var rows: [FeedRow]
        var reason: Reason
        var evidence: Evidence
        switch part {
        case .head(let count, let isEnd):
            rows = list.prefix(count)
            if page.skipped.isEmpty, let changes = mergeUnchanged(page, rows) { return changes }
            reason = .head
            evidence = self.evidence(of: page, at: position, as: reason, isTop: true, isLast: isEnd)
        case .gap(let numbers, let index, let isTop, _):
            rows = list.stretches[numbers].flatMap(\.rows)
            reason = .gap(index)
            let isLast = numbers.upperBound == list.stretches.count
            evidence = self.evidence(of: page, at: position, below: above, as: reason, isTop: isTop, isLast: isLast)
        }
        let last = rows.last { !$0.isNewcomer }?.slot
        let moved = movedSlots(evidence, among: rows, as: reason)
        if !moved.isEmpty {
            if case .gap(let index) = reason { reason = .gap(index - rows[..<index].count { moved.contains($0.slot) }) }
            if let above = evidence.above, moved.contains(above) { evidence.above = nil }
            _ = rows.takeOut { moved.contains($0.slot) }
        }
        var comparison = Comparison(rows, as: reason, mergeRules)
        if case .gap(let numbers, _, let isTop, _) = part { comparison.isBelowGap = numbers.lowerBound > 0 && !isTop }
        comparison.compare(evidence, arrivals: moved)
        let merge = Merge(comparison)
        var merged = merge.rows
        let unplaced = append(moved, of: evidence, to: &merged)
        let come = merge.come.map { $0 < 0 ? page.items[~$0].id : id(of: $0) }
        merged = resolve(merged, page)
        replace(part, with: merged, moved: moved)
        // The row below these rows followed the last of them, which may be elsewhere now.
        let isUnlinked = unplaced || merge.unlinksBelow || last != nil && merged.last { !$0.isNewcomer }?.slot != last
        if isUnlinked, !merged.isEmpty { unlinkRow(below: merged) }
        for item in page.items { replace(item) }
        return Changes(gone: merge.gone.count, come: come.compactMap(items.slot), count: merged.count)
    }

    /// Merges a head that shows new items above the same rows as before, as it usually does; otherwise returns `nil`.
    private mutating func mergeUnchanged(_ page: Page<Item>, _ rows: [FeedRow]) -> Changes? {
        guard !rows.isEmpty, rows.count <= list.stretches[0].rows.count, rows.count <= page.items.count else { return nil }
        let slots = items.slots(of: page.items)
        let added = page.items.count - rows.count
        guard slots[..<added].allSatisfy({ $0 == nil }), slots[added...].elementsEqual(rows, by: { $0 == $1.slot }) else {
            return nil
        }
        for (row, item) in zip(rows, page.items[added...]) { replace(in: row.slot, with: item) }
        var top = rows
        top.forEachRow { row in
            row.origin = .page
            row.link = .shown
            row.existence = .confirmed
        }
        top.insert((0..<added).map { FeedRow(slot: ~$0) }, at: 0, link: .shown)
        top = resolve(top, page)
        list.replaceFirst(rows.count, with: top, moved: [])
        if added > 0 { showRows() }
        return Changes(gone: 0, come: top.prefix(added).map(\.slot), count: top.count)
    }

    /// Returns the loaded rows that a page shows in another place than the list does, so that the page decides where they are.
    private func movedSlots(_ evidence: Evidence, among rows: [FeedRow], as reason: Reason) -> Set<Int> {
        let known = evidence.slots.filter { $0 >= 0 }
        let indices = rows.indices(of: known)
        let stays = Set(Comparison.inOrder(known.compactMap { indices[$0] }.filter { rows[$0].hasPlace }))
        let moved = known.filter { slot in
            if let index = indices[slot], stays.contains(index) { return false }
            if reason == .head { return true }
            guard let row = list.row(slot), row.origin != .pin else { return false }
            return rules.serviceOrder == .moving || row.isNewcomer || indices[slot] != nil
        }
        return Set(moved)
    }

    /// Appends rows that have moved to a part of the page that shows no place; returns whether there are any.
    private func append(_ moved: Set<Int>, of evidence: Evidence, to rows: inout [FeedRow]) -> Bool {
        let placed = Set(rows.map(\.slot))
        let slots = evidence.slots.filter { moved.contains($0) && !placed.contains($0) }
        guard !slots.isEmpty else { return false }
        let existence = rules.serviceOrder == .moving ? FeedRow.Existence.confirmed : .inDoubt
        // The page shows their order, and others may be between them.
        var new = slots.map { FeedRow(slot: $0, link: .below, existence: existence) }
        new[0].link = .unknown
        rows += new
        return true
    }

    private mutating func replace(_ part: Part, with rows: [FeedRow], moved: Set<Int>) {
        switch part {
        case .head(count: 0, _): list.putOnTop(rows, PageWalk(rules: rulesOfGaps), moved: moved)
        case .head(let count, _): list.replaceFirst(count, with: rows, moved: moved)
        case .gap(let numbers, _, _, let walk): list.replace(numbers, with: rows, walk, moved: moved)
        }
        showRows()
    }

    /// Marks the order of some rows, which are next to each other, and the row below them as unknown.
    private mutating func unlinkRow(below rows: [FeedRow]) {
        guard let last = rows.last.flatMap({ list.index(of: $0.slot) }) else { return }
        if let below = list.rows[(last + 1)...].first(where: { !$0.isNewcomer }) {
            list.mark([below.slot]) { $0.link = .unknown }
        }
    }
}
