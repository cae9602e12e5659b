import NoticeBoardBase

/// The result of a page that was requested to fill a gap from its lower end.
enum UpwardFill<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The page has its place; the row is now the first one below the gap, or below where the gap was.
    case filled(ID)
    /// The list has moved: request this offset instead.
    case elsewhere(Int)
    /// The row below the gap was not found.
    case lost
}

/// Reading upwards, with offsets: a gap is filled from its lower end, and a list begins in the middle.
extension FeedContent {
    /// Opens a gap above the first row, because the list began in the middle.
    mutating func openTopGap() {
        guard let index = list.rows.firstIndex(where: \.hasPlace) ?? (isEmpty ? nil : 0) else { return }
        list.split(at: index, PageWalk(rules: rules.paging), link: .shown)
        showRows()
    }

    // MARK: - Offsets

    /// The number of items on a page, if none is known.
    private static var usualPageSize: Int { 20 }

    /// Returns the service's offset of a row, counted from the head or from the walk below its stretch.
    func offset(at index: Int) -> Int? {
        guard let number = list.stretch(at: index) else { return nil }
        guard number > 0 else {
            // Undecodable elements are assumed to be evenly distributed. Without a total, the list's end is unknown.
            let broken = total == nil ? 0 : Int(Double(facts.skipped) * Double(index) / Double(list.count))
            return index.clampedAdding(newItemCount).clampedAdding(broken)
        }
        if number == list.lowest, walk.end != nil { return total.map { $0 - list.count + index } }
        // A stored offset is untrusted input.
        return offset(of: list.stretches[number].walk).map { max(0, $0.clampedAdding(index - list.range(of: number).upperBound)) }
    }

    /// Returns the offset where a walk continues in the list as it is now: rows that came since its last page came above.
    private func offset(of walk: PageWalk<Item>) -> Int? {
        guard case .offset(let offset)? = walk.bookmark.position else { return nil }
        return offset.clampedAdding(growth(from: walk.progress.total, to: total) ?? 0)
    }

    /// The offset of the page that ends with the first row below a gap; `nil` if the service has no offsets.
    func offsetAbove(_ gap: PageGap<Item.ID>) -> Int? {
        guard usesOffsets, let number = stretch(aboveGap: gap.before), let offset = offset(at: list.start(of: number + 1)) else {
            return nil
        }
        let size = facts.pageSize > 0 ? facts.pageSize : rules.paging.fullPage ?? Self.usualPageSize
        return max(0, offset - size + 1)
    }

    /// Returns the numbers of items that are missing in gaps, if the service has offsets and a total.
    func sizesOfGaps() -> [PageGap<Item.ID>: Int] {
        guard total != nil, usesOffsets else { return [:] }
        var sizes: [PageGap<Item.ID>: Int] = [:]
        for (number, gap) in gaps.enumerated() {
            let walk = list.stretches[number].walk
            let index = list.start(of: number + 1)
            guard walk.end == nil, let start = offset(of: walk) ?? (index == 0 ? 0 : nil), let end = offset(at: index),
                end > start
            else { continue }
            sizes[gap] = end.clampedAdding(-start)
        }
        return sizes
    }

    // MARK: - Filling from below

    /// Adds a page to a gap from below.
    ///
    /// Its rows above the first known row of the lower stretch are new, up to a row of the upper stretch: there the gap ends.
    mutating func fillFromBelow(_ gap: PageGap<Item.ID>, with page: Page<Item>, at offset: Int) -> UpwardFill<Item.ID> {
        note(page, at: .offset(offset))
        confirmRows(of: page, at: .offset(offset))
        let now = page.total.flatMap { $0 >= 0 ? $0 : nil } ?? total
        let growth = growth(from: total, to: now) ?? 0
        total = now
        guard let number = stretch(aboveGap: gap.before), let below = gap.before else { return .lost }
        let start = list.start(of: number + 1)
        let lower = list.range(of: number + 1)
        let count = page.items.count + page.skipped.count
        let indices = page.items.map { isPlaced($0.id) ? index(of: $0.id) : nil }
        guard let element = indices.firstIndex(where: { $0.map(lower.contains) ?? false }) else {
            if count == 0 { return .elsewhere(max(0, offset - Self.usualPageSize)) }
            return .elsewhere(max(0, offset.clampedAdding(growth != 0 ? growth : max(count - 1, 1))))
        }
        let rows = list.prefix(start)
        let reachesTop = offset == 0 && rows.allSatisfy(\.isNewcomer)
        guard element > 0 || reachesTop else {
            return offset > 0 ? .elsewhere(max(0, offset - (indices[0] ?? start) + start - count + 1)) : .lost
        }
        let upper = indices[..<element].lastIndex { $0.map { $0 < start } ?? false }
        let isMet = upper.map { meetsUpperRows(at: $0, indices, above: start) } ?? reachesTop
        let new = fill(
            number, with: page, at: .offset(offset), below: upper.map { page.items[$0].id }, meeting: element, isMet: isMet)
        guard isMet || !new.isEmpty else { return .lost }
        facts.skipped += page.skipped.count { $0.index < element }
        return .filled(new.first ?? below)
    }

    /// Returns whether an element of a page, a row above a gap, shows where the gap ends; `indices` are those of the elements' rows.
    ///
    /// In a moving order, a single row of the upper stretch may have moved here.
    private func meetsUpperRows(at element: Int, _ indices: [Int?], above start: Int) -> Bool {
        if rules.serviceOrder != .moving { return true }
        if list.prefix(start).indexAbove(start) == indices[element] { return true }
        guard element > 0, let above = indices[element - 1] else { return false }
        return above < start
    }
}
