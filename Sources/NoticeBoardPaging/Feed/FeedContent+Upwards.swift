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
        guard let first = sequence.first(where: hasPlace) ?? sequence.first else { return }
        openGap(above: first, PageWalk(rules: rules.paging))
        walk.first = firstOfWalk
    }

    /// The offset of the page that ends with the first row below a gap; `nil` if the service has no offsets.
    func offsetAbove(_ gap: PageGap<Item.ID>) -> Int? {
        guard usesOffsets, let index = gap.before.flatMap(index),
            let offset = offset(at: index, in: stretch(around: index))
        else { return nil }
        return max(0, offset - (pageSize > 0 ? pageSize : rules.paging.fullPage ?? Self.usualPageSize) + 1)
    }

    /// Returns the numbers of items that are missing in gaps, if the service has offsets and a total.
    func sizesOfGaps() -> [PageGap<Item.ID>: Int] {
        guard total != nil, usesOffsets else { return [:] }
        var (sizes, end) = ([PageGap<Item.ID>: Int](), sequence.count)
        for gap in openGaps.reversed() {
            guard let index = gap.edges.before.flatMap(index) else { continue }
            if gap.walk.end == nil, let start = offset(of: gap.walk) ?? (index == 0 ? 0 : nil),
                let offset = offset(at: index, in: index..<end), offset > start
            {
                sizes[gap.edges] = offset.clampedAdding(-start)
            }
            end = index
        }
        return sizes
    }

    /// The number of items on a page, if none is known.
    private static var usualPageSize: Int { 20 }

    /// Adds a page to a gap from below.
    ///
    /// Its rows above the first known row of the lower stretch are new, up to a row of the upper stretch: there the gap ends.
    mutating func fillFromBelow(_ gap: PageGap<Item.ID>, with page: Page<Item>, at offset: Int) -> UpwardFill<Item.ID> {
        note(page, at: .offset(offset))
        let now = page.total.flatMap { $0 >= 0 ? $0 : nil } ?? total
        let growth = now.flatMap { now in total.map { now - $0 } } ?? 0
        total = now
        guard let number = openGaps.firstIndex(where: { $0.edges == gap }), let below = gap.before,
            let place = index(of: below)
        else { return .lost }
        let (stretch, count) = (stretch(around: place), page.items.count + page.skipped.count)
        let places = page.items.map { newcomers.contains($0.id) || walk.pinned.contains($0.id) ? nil : index(of: $0.id) }
        guard let joint = places.firstIndex(where: { $0.map(stretch.contains) ?? false }) else {
            return .elsewhere(
                max(0, count == 0 ? offset - Self.usualPageSize : offset.clampedAdding(growth != 0 ? growth : max(count - 1, 1))))
        }
        let reachesTop = offset == 0 && !sequence[..<place].contains { !newcomers.contains($0) }
        guard joint > 0 || reachesTop else {
            return offset > 0 ? .elsewhere(max(0, offset - (places[0] ?? place) + place - count + 1)) : .lost
        }
        let upper = places[..<joint].lastIndex { $0.map { $0 < place } ?? false }
        // In a moving order, a single row of the upper stretch may have moved here.
        let isMet =
            upper.map { index in
                rules.serviceOrder != .moving || page.items[index].id == sequence[..<place].last { !newcomers.contains($0) }
                    || index > 0 && places[index - 1].map { $0 < place } ?? false
            } ?? reachesTop
        let new = fill(number, with: page, at: .offset(offset), below: upper.flatMap { places[$0] }, joint, isMet: isMet)
        guard isMet || !new.isEmpty else { return .lost }
        skipped += page.skipped.count { $0.index < joint }
        return .filled(new.first ?? below)
    }

    /// Fills a gap, from its lower end or as a whole, with a page that shows at `joint` a row below it.
    ///
    /// `isMet` says whether the page continues the rows above the gap, the one at `upper` or the one that it follows.
    mutating func fill(
        _ number: Int, with page: Page<Item>, at position: PagePosition?, below upper: Int?, _ joint: Int, isMet: Bool,
        after previous: Item.ID? = nil
    ) -> [Item.ID] {
        let (gap, lower) = (openGaps[number], index(of: page.items[joint].id))
        guard let place = gap.edges.before.flatMap(index), let lower else { return [] }
        // Rows at the edges of the gap that the page does not show may be deleted.
        doubt(sequence[min(upper.map { $0 + 1 } ?? place, lower)..<lower])
        let start = isMet && place > 0 ? stretch(around: place - 1).lowerBound : place
        let range = start..<stretch(around: place).upperBound
        openGaps.remove(at: number)
        var page = page
        if rules.serviceOrder == .moving { page.items = Array(page.items[...joint]) }
        let (_, new, now) = join(page, with: range, at: position, below: previous, as: .gap(place))
        know(new, below: number)
        if isMet { close(gap, number) } else { openGap(above: sequence[now.lowerBound], gap.walk) }
        alignGaps()
        return new
    }

    /// Tells the walk that continues the stretch below a gap about rows that it has not handed out.
    private mutating func know(_ new: [Item.ID], below number: Int) {
        walk.progress.loaded += new.count
        if number < openGaps.count {
            openGaps[number].walk.seen.formUnion(new)
        } else {
            walk.seen.formUnion(new)
            walk.first = firstOfWalk
        }
    }
}
