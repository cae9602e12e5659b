import NoticeBoardBase

/// What happens to rows between two rows that a page shows next to each other.
///
/// A row in doubt there is deleted if it can only be below the upper one and above the lower one. If its order with one of them is
/// not known, it is deleted or elsewhere: it moves beyond the rows of the page, until a page proves its deletion or shows it.
extension FeedContent {
    /// What a page shows between two known rows: new items, and none of the rows that are in that range of the list.
    struct Edit {
        /// The side of new items at which the page ends.
        enum Side { case above, below }

        var range: Range<Int>
        var new: [Item]
        /// Where rows may be missing next to the new items.
        var open: Side?
    }

    /// Whether pages show the place of every row: none is pinned, and all elements could be decoded.
    var showsPlaces: Bool { !hidesPlaces && walk.pinned.isEmpty }

    /// Returns which rows between two shown rows are known to be below the upper one, those before `below`, and which to be above
    /// the lower one, those from `above` on.
    ///
    /// At the list's top, all are below; at its end, all are above.
    func knownPlaces(in range: Range<Int>, isTop: Bool, isEnd: Bool) -> (below: Int, above: Int) {
        let isMarked = { [sequence, unlinked] (index: Int) in
            index > 0 && index < sequence.count && unlinked.contains(sequence[index])
        }
        let first = range.first(where: isMarked)
        let last = (range.lowerBound..<range.upperBound + (isEnd ? 0 : 1)).last(where: isMarked)
        if rules.serviceOrder == .moving { return (range.lowerBound, range.upperBound) }
        guard walk.pinned.isEmpty else {
            return (first ?? last) == nil ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
        }
        return (isTop ? range.upperBound : first ?? range.upperBound, isEnd ? range.lowerBound : last ?? range.lowerBound)
    }

    /// Puts new rows in their place, and removes deleted rows there.
    ///
    /// A row in doubt that can only be below the upper known row is deleted or below the lower one, and the other way round.
    /// With `doubtsAll`, every row that the page does not show is in doubt.
    mutating func replace(_ edits: [Edit], doubtsAll: Bool = false) -> (gone: Set<Item.ID>, come: Int) {
        let edits = edits.filter { $0.open == nil || !$0.new.isEmpty }
        let isInDoubt = doubtsAll ? { [newcomers] in !newcomers.contains($0) } : testForDoubt()
        let isRemovable = { [isOutdated] (id: Item.ID) in !isOutdated && isInDoubt(id) }
        var (gone, come) = (Set<Item.ID>(), 0)
        var moves: [(inout Self) -> Void] = []
        let ends = ends(of: edits)
        for (edit, (upper, lower)) in zip(edits, ends).reversed() {
            let (range, new) = (edit.range, edit.new)
            let next = range.upperBound < sequence.count ? sequence[range.upperBound] : nil
            if range.isEmpty, new.isEmpty {
                // The page shows the two rows next to each other.
                if !unlinked.isEmpty, let next { unlinked.remove(next) }
                continue
            }
            let (below, above) = knownPlaces(in: range, isTop: upper == nil, isEnd: lower == nil)
            let missing = above < below ? sequence[above..<below].filter(isRemovable) : []
            let sinking = sequence[range.lowerBound..<above].filter(isRemovable)
            let unknown = below < above ? sequence[below..<above].first(where: isRemovable) : nil
            let rising = sequence[max(below, above)..<range.upperBound].filter(isRemovable)
            if !new.isEmpty {
                insert(new, at: range.upperBound, isLinked: range.count == missing.count + sinking.count + rising.count)
                come += new.count
            }
            // The page shows the lower row directly below the others, unless it ends there.
            if let next, edit.open != .below, range.isEmpty || !new.isEmpty, unlinked.remove(next) != nil, edit.open == .above {
                unlinked.insert(new[0].id)
            }
            if edit.open == .above, doubtsAll { unlinked.insert(new[0].id) }
            // Where rows keep their order, a row below the upper one is also below all that the page shows directly below that.
            let keepsOrder = rules.serviceOrder != .moving && showsPlaces
            if edit.open == .below, !keepsOrder, let next { unlinked.insert(next) }
            if let open = edit.open, !doubtsAll { doubt(open == .above ? [new[0].id] : next.map { [$0] } ?? []) }
            gone.formUnion(missing)
            passLinks(over: Set(missing))
            sequence.replaceSubrange(range, with: sequence[range].filter { !gone.contains($0) })
            guard doubtsAll || walk.pinned.isEmpty else { continue }
            if let lower { moves.append { $0.move(sinking, to: lower, isBelow: true, marking: unknown) } }
            if let upper { moves.append { $0.move(rising, to: upper, isBelow: false) } }
        }
        items.remove(gone)
        unconfirmed.subtract(gone)
        for move in moves { move(&self) }
        return (gone, come)
    }

    /// Returns the first and last row of the run of rows that a page shows around each edit; `nil` is an end of the list.
    private func ends(of edits: [Edit]) -> [(upper: Item.ID?, lower: Item.ID?)] {
        let rows = edits.map { edit in
            (
                edit.open == .above ? edit.new.first?.id : edit.range.lowerBound > 0 ? sequence[edit.range.lowerBound - 1] : nil,
                edit.open == .below ? edit.new.last?.id : sequence[edit.range.upperBound...].first
            )
        }
        var ends = rows
        let isNext = { (index: Int) in
            let (above, below) = (edits[index - 1], edits[index])
            return below.range.lowerBound == above.range.upperBound + 1 && above.open != .below && below.open != .above
        }
        for index in edits.indices.dropFirst() where isNext(index) { ends[index].0 = ends[index - 1].0 }
        for index in edits.indices.dropFirst().reversed() where isNext(index) { ends[index - 1].1 = ends[index].1 }
        return ends
    }

    /// Moves rows directly below a row, or directly above it; their order with the rows beyond it is not known, nor that of
    /// `unknown` with the row above.
    private mutating func move(_ ids: [Item.ID], to neighbor: Item.ID, isBelow: Bool, marking unknown: Item.ID? = nil) {
        let rows = ids.compactMap { items[id: $0] }
        guard let first = ids.first else { return }
        takeAway(ids)
        // A cursor stays at the row's former place.
        for id in ids { cursorsAfter[id] = nil }
        guard var place = index(of: neighbor).map({ isBelow ? $0 + 1 : $0 }) else { return }
        if isBelow, rules.serviceOrder == .newestFirst, showsPlaces {
            // Nothing comes between rows that a page has shown next to each other.
            let end = stretch(around: place - 1).upperBound
            while place < end, !unlinked.contains(sequence[place]) { place += 1 }
        }
        insert(rows, at: place)
        if !isBelow {
            unlinked.remove(neighbor)
            unlinked.insert(first)
        }
        if let unknown { unlinked.insert(unknown) }
        if isBelow, place + rows.count < sequence.count { unlinked.insert(sequence[place + rows.count]) }
    }

    /// Carries out the edits of a page in one stretch, and moves the walk below it; `isLast` says whether the list ends with it.
    mutating func carryOut(_ edits: [Edit], isLast: Bool, _ page: Page<Item>) {
        let (gone, come) = replace(edits)
        alignGaps()
        guard !gone.isEmpty || come > 0 else { return }
        if page.total == nil { changeTotal(by: come - gone.count) }
        guard isLast else { return walk.lost(gone.count - come, first: firstOfWalk) }
        var known = walk.takeSeen()
        known.subtract(gone)
        if come > 0 { known.formUnion(edits.flatMap { $0.new.map { $0.id } }) }
        guard walk.end != nil, !isLonger(total) else {
            return moveWalk(total: page.total == nil ? nil : total, known: known)
        }
        walk.seen = known
        walk.progress = PageProgress(loaded: sequence.count, total: total)
        walk.first = firstOfWalk
    }
}
